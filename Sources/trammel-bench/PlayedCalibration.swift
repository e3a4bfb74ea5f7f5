import Benches
import Engine
import Gate
import GateKit
import Gating
import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Statistics

/// How often a gate errs whose runs are played: on the simulated rig, with an accessory of a known failure rate.
///
/// In each run the accessory has a defect or has none; the run's seed decides, with the probability that is set. What
/// comes of the run goes to the judge as a gate gives it, but that nothing is kept on the disk.
enum PlayedCalibration {
    static let benchmark = Benchmark(name: "played-calibration", arguments: ["[N]"]) { arguments in
        let gates = arguments.first ?? "10000"
        guard let count = Int(gates), (1...1_000_000).contains(count) else { throw CalibrationError.count(gates) }
        let rows = [
            try row(of: 0.05, risk: 0.05, wrong: .passed, gates: count, "that fails in 5 % passes"),
            try row(
                of: 0.0005, risk: CleanRuns.chanceToSee(rate: 0.0005, in: 59), wrong: .failed, gates: count,
                "that fails in 0.05 % is failed"),
        ]
        guard !rows.contains(where: \.isBroken) else { throw CalibrationError.broken(rows.map(Calibration.line)) }
        return rows.map(Calibration.line)
    }

    private static let scenario = Scenario.named("answersAtOnce")

    private static func row(
        of rate: Double, risk: Double, wrong: GateResult, gates: Int, _ what: String
    ) throws -> GateCalibration.Row {
        let healthy = try Rig.simulated.replacing("door=simulated:variant=appleSample,name=Door")
        let defective = try Rig.simulated.replacing("door=simulated:variant=appleSample,defect=answersTwice,name=Door")
        var seeds = SeededGenerator(seed: 1)
        return try GateCalibration.row(
            "clean, 5 % at 95 %, played: an accessory \(what)", proof: .clean(below: .percent(5)), risk: risk,
            wrong: wrong, gates: gates
        ) { task in
            let seed = seeds.next()
            var chance = SeededGenerator(seed: seed)
            let isDefect = chance.chance(rate)
            let rig = isDefect ? defective : healthy
            let links = try BenchFactory.open(rig, for: scenario, seed: seed)
            defer { links.close() }
            let summary = ScenarioRun(scenario: scenario, rig: rig, seed: seed)
                .play(on: links, recorder: JournalRecorder(keepsEntries: false))
            guard summary.verdict == (isDefect ? .failed : .passed) else {
                throw CalibrationError.otherRate(seed: seed, isDefect: isDefect)
            }
            // As on a bench with an accessory's own firmware: a rehearsal never passes.
            return GateEvidence.attempt(
                task, summary, in: "\(task.ordinal)", manifest: "\(task.ordinal)",
                context: GateEvidence.Context(
                    powerCycle: task.ordinal, unit: "", bench: "", stage: .hardware, identity: .flashed))
        }
    }
}
