import Attestation
import Evidence
import Gate
import GateKit
import GateRecords
import Ground
import History
import Journal
import OperatingSystem
import Reports
import RigKit
public import Runs
import ScenarioKit
import Terminal

/// One `trammel gate`: takes the bench, reads the firmware's identity, plays what the judge asks for, and leaves the
/// document with its evidence (gate.md, section 10).
///
/// The order is the promise: the record begins before the first run, a run's line is on the disk before the run, the
/// document before the record's end. Whatever goes wrong on the way, nothing passes.
public struct GateSession {
    /// The word on the command line.
    public static let word = "gate"

    private let request: GateRequest
    private let players: RunPlayers
    private let plan: RunPlan

    public init(_ request: GateRequest, plan: RunPlan, players: RunPlayers) {
        (self.request, self.plan, self.players) = (request, plan, players)
    }

    /// Plays the gate; says what it came to and gives the exit status.
    public func play() -> Int32 {
        Interruption.listen()
        do throws(CommandTrouble) {
            let ending = try played()
            GateText(ending.document, in: request.folder).write(to: StandardOutput.shared)
            return ending.troubles.reduce(ending.document.result.exitStatus) { status, trouble in
                let told = CommandStatus(rawValue: status) ?? .nothingShown
                return told.worsened(by: trouble).rawValue
            }
        } catch {
            return CommandStatus.nothingShown.worsened(by: error).rawValue
        }
    }

    private func played() throws(CommandTrouble) -> GateEnding {
        let text = Array(PlanFile.text(of: request.plan).utf8)
        let provenance = Provenance(of: request.rig, with: request.overrides)
        let anyScenario = request.scenarios.first ?? request.identifying
        let rigHash = anyScenario.map { RunMaterial($0, on: request.rig).content.rig }
        let bench = UsedBench(provenance, rig: rigHash)
        let lease = try BenchLease(of: bench.fingerprint)
        var judge: GateJudge
        do throws(PlanProblems) {
            judge = try GateJudge(
                request.plan, scenarios: GateRequest.facts(of: request.scenarios, on: request.rig),
                options: request.options)
        } catch {
            throw CommandTrouble(what: "the plan cannot be played: \(error)", remedy: "Mend it, and begin again")
        }
        let taken = request.resumes ? try GateTakenUp(request, plan: text, lease: lease) : nil
        let evidence: EvidenceFolder
        let record: GateRecord
        if let taken {
            record = taken.record
            evidence = EvidenceFolder(takingUp: request.folder, options: request.trace, with: provenance)
        } else {
            evidence = try EvidenceFolder(
                in: request.folder, options: request.trace, of: Self.word, with: provenance)
            record = try GateRecord(
                of: text, firmware: request.candidate.mark, baseline: request.baseline?.mark, bench: bench.name,
                in: request.folder, lease: lease)
        }
        let player = RunPlayer(plan: plan, evidence: evidence, warn: Doubt.tell)
        guard let pool = try players.pool(for: player, runs: .max) else {
            preconditionFailure("a gate's runs are played by workers")
        }
        defer { pool.close() }
        var course = GateCourse(
            request, judge: judge, record: record, pool: pool, bench: bench.fingerprint, evidence: evidence)
        if let taken { try course.takeUp(taken) }
        try course.play()
        return try course.end(bench: bench, planText: text, began: taken?.began)
    }
}

/// What a gate came to, and what went wrong on the way.
struct GateEnding {
    let document: GateDocument
    let troubles: [CommandTrouble]
}
