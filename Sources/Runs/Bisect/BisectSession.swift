public import Evidence
import Ground
import History
import Journal
import OperatingSystem
public import Reports
import RigKit
import ScenarioKit
import Statistics

/// A `trammel bisect` command: acquires the bench, searches for the first bad version, and leaves a record, a document
/// and evidence.
public struct BisectSession {
    /// The command's name on the command line.
    public static let word = "bisect"

    private let request: BisectRequest
    private let lock: BenchLock

    /// Creates the command for a bench whose devices `lock` holds; it also takes those that a version adds.
    public init(_ request: BisectRequest, _ lock: BenchLock) { (self.request, self.lock) = (request, lock) }

    /// Returns whether a folder contains a search.
    public static func isLeft(in folder: String) -> Bool { BisectRecord.isLeft(in: folder) }

    /// Performs the search, prints the result and returns the exit status.
    public func play() -> CommandStatus {
        Interruption.listen()
        do throws(CommandError) {
            let document = try searched()
            for line in BisectText(document, in: request.folder).lines {
                StandardOutput.shared.write(line.asPlainLine + "\n")
            }
            return document.status
        } catch {
            return CommandStatus.nothingShown.worsened(by: error)
        }
    }

    private func searched() throws(CommandError) -> BisectDocument {
        let bench = try request.bench([])
        let provenance = Provenance(of: bench.plan.rig, with: bench.overrides)
        let hashes = request.scenarios.map { RunMaterial($0, on: bench.plan.rig).content }
        let used = UsedBench(provenance, rig: hashes.first?.rig, namesFirmware: true)
        let lease = try BenchLease(
            of: used.fingerprint, output: request.folder, isShared: bench.plan.rig.kind != .hardware)
        let search: BisectSearch
        do throws(StatisticsError) {
            search = try BisectSearch(
                versions: request.versions.count, request.settings, target: request.target,
                mostRounds: request.mostRounds)
        } catch {
            throw CommandError(what: "nothing can be searched: \(error)", remedy: nil)
        }
        let start = BisectStart(
            began: GateMoment.now.wall, program: Program.name, versions: request.versions,
            badRate: request.settings.badRate, goodRate: request.settings.goodRate,
            confidence: request.settings.confidence, target: request.target,
            build: request.build?.command, flash: request.flash.text,
            scenarios: zip(request.scenarios, hashes).map { .init(scenario: $0.name, hash: $1.scenario.hex) },
            bench: used.name, fingerprint: lease.fingerprint)
        var ledger = BisectLedger(search)
        let record: BisectRecord
        let evidence: EvidenceFolder
        if request.resumes {
            record = try BisectRecord(goingOnWith: start, in: request.folder, lease.memories)
            try takeUp(record.left, &ledger)
            evidence = EvidenceFolder(takingUp: request.folder, options: request.trace, with: provenance)
        } else {
            evidence = try EvidenceFolder(
                in: request.folder, options: request.trace, of: Self.word, with: provenance)
            record = try BisectRecord(of: start, in: request.folder, lease.memories)
        }
        var course = try BisectRunner(request, ledger, record, lock)
        let ending = try course.play()
        return try end(course, ending, bench: used, evidence, record)
    }

    /// Resumes from an earlier command: the record must be plausible, and the evidence of its runs complete.
    private func takeUp(_ left: [BisectEntry], _ ledger: inout BisectLedger) throws(CommandError) {
        func refuse(_ what: String) -> CommandError {
            CommandError(
                what: "the search in \(request.folder.escapedForDisplay) cannot be resumed: \(what)",
                remedy: "Begin a new one in another folder")
        }
        for (index, entry) in left.enumerated() {
            do { try ledger.take(entry) } catch {
                throw refuse("line \(index + 2) of the record does not follow from those before it")
            }
            guard case .round(let round) = entry else { continue }
            if let problem = BisectEvidence.problem(in: [round], of: request.folder) { throw refuse(problem) }
        }
        ledger.forget()
    }

    /// Writes the document and the report, and then the record's last line if the search has a result.
    private func end(
        _ course: BisectRunner, _ ending: BisectSearch.Ending?, bench: UsedBench, _ evidence: EvidenceFolder,
        _ record: BisectRecord
    ) throws(CommandError) -> BisectDocument {
        // A result counts only as long as all of its evidence exists.
        if ending != nil, let problem = BisectEvidence.problem(in: course.ledger.telling, of: request.folder) {
            throw CommandError(
                what: "nothing was found, for \(problem)",
                remedy: "See what changed it: the commands of --build and --flash may have. Then begin a new search")
        }
        let document = BisectDocument(course.ledger, ending, request, bench)
        let path = "\(request.folder)/\(BisectDocument.fileName)"
        try UnfinishedFile.write(document.bytes, to: path, .renewing(.bisect))
        guard case .answered? = ending else { return document }
        var tally = RunTally()
        for folder in course.ledger.folders {
            guard case .told(let summary) = RunFolder("\(request.folder)/\(folder)").ending else { continue }
            tally.count(summary)
        }
        try evidence.end(tally)
        try record.append(.ended(result: document.result.rawValue, document: BisectDocument.fileName))
        if case .git(let git) = request.source { git.remove(course.tree) }
        return document
    }
}
