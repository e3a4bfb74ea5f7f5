import Benches
import Engine
import Ground
import Journal
import Links
import OperatingSystem
import Rigs
import ScenarioKit
import Scenarios

/// The speed of the simulated rig relative to real time, from opening the bench to the verdict.
enum SimulatedSpeed {
    static let benchmark = Benchmark(name: "simulated", arguments: ["RUNS"]) { words in
        guard let runs = Int(words[0]), (1...1_000_000).contains(runs) else {
            throw Malformed(at: 0, "RUNS is a number from 1 to 1000000")
        }
        return try [Scenario.named("zoneWalk"), .named("configurationExchange")].map { try line($0, runs: runs) }
    }

    private static func line(_ scenario: Scenario, runs: Int) throws -> String {
        var (played, opening) = (Lapse.zero, Lapse.zero)
        // The first run meets code that has never run.
        _ = try play(scenario, seed: 1, opening: &opening)
        opening = .zero
        let before = ProcessorTime.spentByThread
        for seed in 1...UInt64(runs) { played = played + (try play(scenario, seed: seed, opening: &opening)) }
        let spent = ProcessorTime.spentByThread - before
        let speed = Double(played.nanoseconds) / Double(max(1, spent.nanoseconds))
        let each = Lapse(nanoseconds: spent.nanoseconds / Int64(runs))
        let bench = Lapse(nanoseconds: opening.nanoseconds / Int64(runs))
        return "\(scenario.name): \(each) of processor time a run, \(bench) of it to open the bench; "
            + "\(decimal(speed, places: 0)) times real time"
    }

    /// Plays one run, and returns its duration in the rig's time.
    private static func play(_ scenario: Scenario, seed: UInt64, opening: inout Lapse) throws -> Lapse {
        let before = ProcessorTime.spentByThread
        let links = try BenchFactory.open(.simulated, for: scenario, seed: seed)
        opening = opening + (ProcessorTime.spentByThread - before)
        let recorder = JournalRecorder(keepsEntries: false)
        let summary = ScenarioRun(scenario: scenario, rig: .simulated, seed: seed).play(on: links, recorder: recorder)
        links.close()
        return summary.elapsed
    }
}
