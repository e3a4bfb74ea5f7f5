import Evidence
import Gate
import GateKit
import Ground
import History
import Journal
import OperatingSystem
import Reports
import RigKit
import ScenarioKit
import Views

/// One `trammel gate` command: acquires the bench, reads the firmware's identity, plays the runs that the judge asks
/// for, and leaves the document with its evidence (gate.md, section 10).
///
/// The order is essential: the record begins before the first run, a run's line is on disk before the run starts, and
/// the document before the record ends. Whatever goes wrong on the way, nothing passes.
public struct GateSession {
    /// The command's name on the command line.
    public static let word = "gate"

    private let request: GateRequest
    private let players: RunPlayers
    private let plan: RunPlan

    public init(_ request: GateRequest, plan: RunPlan, players: RunPlayers) {
        (self.request, self.plan, self.players) = (request, plan, players)
    }

    /// Plays the gate, prints its result and returns the exit status.
    public func play() -> Int32 {
        Interruption.listen()
        let provenance = Provenance(of: request.rig, with: request.overrides)
        let reports = GateCommandReports(request, provenance)
        do throws(CommandError) {
            try reports.begin()
            let ending = try played(provenance)
            GateText(ending.document, in: request.folder).write(to: StandardOutput.shared)
            var troubles = ending.troubles
            do throws(CommandError) { try reports.end(ending) } catch { troubles.append(error) }
            return troubles.reduce(ending.document.result.exitStatus) { status, trouble in
                let told = CommandStatus(rawValue: status) ?? .nothingShown
                return told.worsened(by: trouble).rawValue
            }
        } catch {
            reports.refuse(because: error.what)
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    /// Ends a gate that cannot begin because the rig is incomplete; returns the exit status.
    public func leave(for lacking: [String]) -> Int32 {
        let reports = GateCommandReports(request, Provenance(of: request.rig, with: request.overrides))
        do throws(CommandError) { try reports.begin() } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
        StandardOutput.error.write("\(Program.command): nothing was played, because the rig lacks this:\n")
        for fault in lacking { StandardOutput.error.write("  \(fault)\n") }
        reports.refuse(because: "the rig lacks \(lacking.joined(separator: "; "))")
        return CommandStatus.rigWrong.rawValue
    }

    /// Prints the extent of the gate without playing anything; returns the exit status.
    public func announce() -> Int32 {
        do throws(CommandError) {
            let lines = extent(of: try judge(resuming: nil)).wholeLines + [wordsOfWriting].compactMap(\.self)
            for line in lines + ["nothing was played"] {
                StandardOutput.shared.write(line + "\n")
            }
            return CommandStatus.passed.rawValue
        } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    /// The way in which the firmware would be written; nil on a bench that makes its accessories.
    private var wordsOfWriting: String? {
        guard request.rig.kind == .hardware else { return nil }
        return request.flash.map { "the firmware would be written by: \($0.command)" }
            ?? "nothing would write the firmware: what is in the accessory would be played"
    }

    private func extent(of judge: GateJudge) -> GateExtent {
        GateExtent(request: request, judge: judge, jobs: players.jobs)
    }

    private func judge(resuming taken: ResumedGate?) throws(CommandError) -> GateJudge {
        // Quarantine is judged for the day on which the gate began.
        let today = (taken?.record.start.terms.today).flatMap { CalendarDay($0) } ?? request.options.today
        do throws(PlanProblems) {
            return try GateJudge(
                request.plan, scenarios: GateRequest.facts(of: request.scenarios, on: request.rig),
                options: request.options.judging(on: today, isMade: request.rig.kind != .hardware),
                unplayed: request.unplayed)
        } catch {
            throw CommandError(what: "the plan cannot be played: \(error)", remedy: "Mend it, and begin again")
        }
    }

    private func played(_ provenance: Provenance) throws(CommandError) -> GateEnding {
        let text = Array(PlanFile.text(of: request.plan).utf8)
        let anyScenario = request.scenarios.first ?? request.identifying
        let rigHash = anyScenario.map { RunMaterial($0, on: request.rig).content.rig }
        let bench = UsedBench(provenance, rig: rigHash, namesFirmware: true)
        let lease = try BenchLease(
            of: bench.fingerprint, output: request.folder, isShared: request.rig.kind != .hardware, in: request.memory)
        let taken = request.resumes ? try ResumedGate(request, plan: text, lease: lease) : nil
        let judge = try judge(resuming: taken)
        let evidence: EvidenceFolder
        let record: GateRecord
        let copies: [GateSide: FirmwareCopy]
        if let taken {
            record = taken.record
            copies = try firmwareCopies()
            evidence = EvidenceFolder(takingUp: request.folder, options: request.trace, with: provenance)
        } else {
            evidence = try EvidenceFolder(
                in: request.folder, options: request.trace, of: Self.word, with: provenance)
            copies = try firmwareCopies()
            record = try GateRecord(
                of: text, firmware: request.candidate.mark, baseline: request.baseline?.mark, bench: bench.name,
                terms: request.terms, in: request.folder, lease: lease)
        }
        let player = RunPlayer(plan: plan, evidence: evidence, warn: Warning.tell)
        guard let pool = try players.pool(for: player, runs: .max) else {
            preconditionFailure("a gate's runs are played by workers")
        }
        defer { pool.close() }
        var runner = GateRunner(
            request, judge: judge, record: record, pool: pool, bench: bench.fingerprint, evidence: evidence,
            copies: copies)
        if let taken { try runner.takeUp(taken) }
        for line in extent(of: judge).lines { StandardOutput.shared.write(line + "\n") }
        try runner.play()
        return try runner.end(bench: bench, planText: text)
    }

    /// Returns the firmware copies for the `--flash` command; empty if there is none.
    private func firmwareCopies() throws(CommandError) -> [GateSide: FirmwareCopy] {
        guard request.flash != nil else { return [:] }
        var copies: [GateSide: FirmwareCopy] = [:]
        for (side, firmware) in [(GateSide.candidate, request.candidate), (.baseline, request.baseline)] {
            guard let firmware else { continue }
            copies[side] = try FirmwareCopy(of: firmware, side, in: request.folder, resumes: request.resumes)
        }
        return copies
    }
}

/// The result of a gate, with the errors on the way.
struct GateEnding {
    let document: GateDocument
    let report: GateReport
    /// All runs with a verdict, in the order in which they were started.
    let runs: RunTally
    /// The names of their folders.
    let folders: [String]
    let troubles: [CommandError]
}
