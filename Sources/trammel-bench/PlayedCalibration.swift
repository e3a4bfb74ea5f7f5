import Benches
import Engine
import Gate
import GateKit
import Ground
import Journal
import Links
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import Statistics

/// The error rates of gates whose runs are played, on the simulated rig with an accessory of a known failure rate.
///
/// In each run the accessory either has a defect or not; the run's seed decides, with the given probability. That is
/// the failure rate, because the defect shows with every seed: the scenario needs an answer with a message in it, and
/// the accessory sends none. This is checked before the gates, and in each of their runs. The results go to the judge
/// as in a real gate, except that nothing is written to disk.
enum PlayedCalibration {
    static let benchmark = Benchmark(name: "played-calibration", arguments: ["[N]"]) { arguments in
        let gates = arguments.first ?? "10000"
        guard let count = Int(gates), (1...1_000_000).contains(count) else { throw CalibrationError.count(gates) }
        let accessories = try Accessories()
        let known = try accessories.look(throughSeeds: 20_000)
        let rows = try cases.map { try row($0, gates: count, of: accessories) }
        guard !rows.contains(where: \.isBroken) else { throw CalibrationError.broken(rows.map(Calibration.line)) }
        return [known] + rows.map(Calibration.line)
    }

    private struct Case {
        let name: String
        let proof: Proof
        /// The share of runs in which the accessory has the defect.
        let rate: Double
        let risk: Double
        /// The result that is wrong for this accessory.
        let wrong: GateResult
    }

    private static let clean = Proof.clean(below: .percent(5))
    private static let sequential = Proof.sequential(good: .percent(1), bad: .percent(5))

    private static let cases = [
        Case(
            name: "clean, 5 % at 95 %, played: an accessory that fails in 5 % passes", proof: clean, rate: 0.05,
            risk: 0.05, wrong: .passed),
        Case(
            name: "clean, 5 % at 95 %, played: one that fails in 0.05 % is failed", proof: clean, rate: 0.0005,
            risk: CleanRuns.chanceToSee(rate: 0.0005, in: 59), wrong: .failed),
        Case(
            name: "sequential, 1 % to 5 %, played: one that fails in 5 % passes", proof: sequential, rate: 0.05,
            risk: 0.05, wrong: .passed),
        Case(
            name: "sequential, 1 % to 5 %, played: one that fails in 1 % is failed", proof: sequential, rate: 0.01,
            risk: 0.05, wrong: .failed),
    ]

    private static func row(_ one: Case, gates: Int, of accessories: Accessories) throws -> GateCalibration.Row {
        var seeds = SeededGenerator(seed: 1)
        return try GateCalibration.row(one.name, proof: one.proof, risk: one.risk, wrong: one.wrong, gates: gates) {
            task in
            let seed = seeds.next()
            var chance = SeededGenerator(seed: seed)
            let summary = try accessories.play(seed: seed, isDefect: chance.chance(one.rate))
            // As on a bench with an accessory's own firmware, because a rehearsal never passes.
            return GateEvidence.attempt(
                task, summary, in: "\(task.ordinal)", manifest: "\(task.ordinal)",
                context: GateContext(
                    powerCycle: task.ordinal, unit: "", bench: "", stage: .hardware, identity: .flashed))
        }
    }
}

/// A healthy accessory, and one that fails in every run.
private struct Accessories {
    private static let scenario = Scenario.named("answersAtOnce")

    private let healthy: Rig
    private let defective: Rig

    init() throws {
        healthy = try Rig.simulated.replacing("door=simulated:variant=appleSample,name=Door")
        defective = try Rig.simulated.replacing("door=simulated:variant=appleSample,defect=emptyAnswer,name=Door")
    }

    /// Plays both with this many seeds that no gate uses; throws if a verdict is not the known one.
    func look(throughSeeds count: Int) throws -> String {
        var seeds = SeededGenerator(seed: 2)
        for _ in 0..<count {
            let seed = seeds.next()
            for isDefect in [false, true] { _ = try play(seed: seed, isDefect: isDefect) }
        }
        return "known: with each of \(count) seeds the defect fails the run, and the healthy accessory passes it"
    }

    func play(seed: UInt64, isDefect: Bool) throws -> RunSummary {
        let rig = isDefect ? defective : healthy
        let links = try BenchFactory.open(rig, for: Self.scenario, seed: seed)
        defer { links.close() }
        let summary = ScenarioRun(scenario: Self.scenario, rig: rig, seed: seed)
            .play(on: links, recorder: JournalRecorder(keepsEntries: false))
        guard summary.verdict == (isDefect ? .failed : .passed) else {
            throw CalibrationError.otherRate(seed: seed, isDefect: isDefect)
        }
        return summary
    }
}
