import Evidence
import Gate
import GateKit
import Ground
import History
import Journal
import OperatingSystem
import Reports
import RigKit
import Views

extension GateRunner {
    /// The files that a gate leaves in its folder at its end.
    private struct KeptFiles {
        let document: GateDocument
        let report: GateReport
        /// The names of the files, for the record's last line.
        let names: [String]
        /// The errors for files that could not be written.
        var troubles: [CommandError]
    }

    /// Writes the document, page, reports and statements, and then the record's last line.
    ///
    /// A file that cannot be written is an error. Without the document the gate has no result; without any of the
    /// others its result becomes an error.
    mutating func end(bench: UsedBench, planText: [UInt8]) throws(CommandError) -> GateEnding {
        if wasAborted { try record.note(.aborted) }
        lookAtEvidence()
        do throws(CommandError) { try evidence.end(results.tally) } catch { note(error) }
        for error in results.errors where error.what != firmware.writeError?.what { fault(error.what) }
        var left = try leave(bench, planText)
        if !left.troubles.isEmpty, left.document.result == .passed || left.document.result == .inconclusive {
            let first = left.troubles
            for trouble in first { fault(trouble.what) }
            GateStatements.remove(from: request.folder)
            left = try leave(bench, planText)
            left.troubles = first
        }
        try record.end(left.document.result.rawValue, files: left.names)
        let runs = results.summaries.sorted { $0.key < $1.key }
        let folders = runs.map { EvidenceFolder.name(of: $0.key, of: $0.value.scenario, seed: $0.value.seed) }
        return GateEnding(
            document: left.document, report: left.report, runs: RunTally(runs.map(\.value)), folders: folders,
            troubles: results.errors + left.troubles)
    }

    private func leave(_ bench: UsedBench, _ planText: [UInt8]) throws(CommandError) -> KeptFiles {
        var troubles: [CommandError] = []
        func attempt(_ act: () throws(CommandError) -> Void) {
            do throws(CommandError) { try act() } catch { troubles.append(error) }
        }
        let document = GateDocument(judge, circumstances(bench, planText))
        let bytes = GateFile.bytes(of: document)
        try UnfinishedFile.write(bytes, to: "\(request.folder)/\(GateRecord.documentName)", .renewing(.gate))
        var names = [GateRecord.documentName]
        let attempts = results.attempts.sorted { $0.ordinal < $1.ordinal }
        let elapsed = results.summaries.mapValues(\.elapsed)
        let period = GateReport.Period(from: record.began.wall, to: GateMoment.now.wall)
        var report = GateReport(
            document, attempts: attempts, elapsed: elapsed, host: Program.host, folder: request.folder,
            period: period)
        attempt { () throws(CommandError) in
            report = try GatePages(
                of: document, attempts: attempts, elapsed: elapsed, in: request.folder, host: Program.host,
                period: period
            ).write()
            names += [GateXML.fileName, GatePage.fileName]
        }
        if document.result == .passed {
            attempt { () throws(CommandError) in names += try statements(of: document, bytes) }
        }
        for name in identityFiles { names.append(name) }
        names += firmware.copies.values.map(\.name).sorted().filter {
            Files.kind(of: "\(request.folder)/\($0)") == .regular
        }
        return KeptFiles(document: document, report: report, names: names, troubles: troubles)
    }

    /// Withdraws runs whose evidence has disappeared, because nothing passes without evidence.
    private mutating func lookAtEvidence() {
        let check = GateEvidenceCheck(in: request.folder, of: record)
        if let what = check.recordFault { fault(what) }
        withdraw(check.lost)
        let place = "\(request.folder)/\(GateIdentity.place)"
        let names = Files.names(in: place)
        for visit in firmware.identity.visited {
            let name = names.first { EvidenceFolder.number(of: $0) == visit } ?? "\(visit)"
            let left = RunFolder("\(place)/\(name)")
            let problem = left.record == nil ? "it is missing" : left.sealProblems.first.map { "\($0)" }
            if let problem { fault("reading \(visit) of the firmware no longer has complete evidence: \(problem)") }
        }
    }

    private func circumstances(_ bench: UsedBench, _ planText: [UInt8]) -> GateDocument.Circumstances {
        func told(_ file: GateFirmware, of side: GateSide) -> GateDocument.Firmware {
            GateDocument.Firmware(
                file: file.mark.name, sha256: file.mark.sha256.hex, mcubootHash: file.imageHash,
                identity: firmware.identity.told(of: side))
        }
        return GateDocument.Circumstances(
            plan: GateDocument.Plan(
                hash: record.start.plan.hex, name: request.plan.name, kind: request.planKind,
                text: String(decoding: planText, as: UTF8.self)),
            firmware: told(request.candidate, of: .candidate),
            baseline: request.baseline.map { told($0, of: .baseline) },
            bench: GateDocument.Bench(name: bench.name, fingerprint: bench.fingerprint),
            rig: record.start.program, previousRecord: record.start.predecessor?.record.hex,
            started: record.began.date, ended: GateMoment.now.date)
    }

    private func statements(of document: GateDocument, _ bytes: [UInt8]) throws(CommandError) -> [String] {
        do throws(DocumentError) {
            let excused = Set(document.excused.map(\.scenario))
            let passed = document.scenarios.map(\.name).filter { !excused.contains($0) }
            let statements = try GateStatements(
                of: bytes, in: record, passed: passed, warned: excused.sorted(), configuration: configuration)
            return try written(statements)
        } catch {
            throw CommandError(what: "the gate's statement cannot be made: \(error)", remedy: nil)
        }
    }

    private func written(_ statements: GateStatements) throws(DocumentError) -> [String] {
        do throws(CommandError) {
            return try statements.write(in: request.folder, with: request.key)
        } catch {
            throw DocumentError("\(error)")
        }
    }

    /// The test configuration, apart from plan, document and record.
    private var configuration: [ResourceDescriptor] {
        request.scenarios.first.map { scenario in
            [ResourceDescriptor("rig \(request.rig.name)", RunMaterial(scenario, on: request.rig).content.rig)]
        } ?? []
    }

    /// The verdicts of the runs that read the identity. They are not part of the plan's runs; the record vouches for
    /// them.
    private var identityFiles: [String] {
        let place = GateIdentity.place
        return Files.names(in: "\(request.folder)/\(place)").sorted().flatMap { name in
            ["\(place)/\(name)/\(Manifest.fileName)", "\(place)/\(name)/verdict.json"].filter {
                Files.kind(of: "\(request.folder)/\($0)") == .regular
            }
        }
    }
}
