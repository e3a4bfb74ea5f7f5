import Ground
import Journal
import Reports
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import Synchronization
import Testing

/// Plans of runs, played sequentially.
@Suite struct RunSeriesTests {
    /// A text output that discards everything.
    private final class Nowhere: TextOutput {
        func write(_ text: String) {}
    }

    private static func plan(_ scenarios: [Scenario], on rig: Rig = .simulated, seeds: Int = 1, rounds: Int = 1)
        -> RunPlan
    {
        RunPlan(
            scenarios: scenarios, rig: rig, firstSeed: 7, seeds: seeds, rounds: rounds,
            coverage: RunCoverage(scenarios: scenarios.count),
            facts: BenchFacts(accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name)))
    }

    private static func play(_ plan: RunPlan, stopsAtFirst: Bool = false) throws -> [RunSummary] {
        let report = ConsoleReport(to: Nowhere(), terminal: .plain)
        var tally = RunTally()
        try RunSeries(plan: plan, report: report, evidence: nil, stopsAtFirst: stopsAtFirst, warn: { _ in })
            .play(into: &tally)
        return tally.summaries
    }

    /// The simulated rig with an accessory that answers each message twice.
    private static var broken: Rig {
        get throws { try Rig.simulated.replacing("door=simulated:variant=appleSample,defect=answersTwice") }
    }

    @Test("all scenarios come with one seed, then with the next, and after the last one the next round begins")
    func order() {
        let plan = Self.plan([.named("configurationExchange"), .named("tagOpensApp")], seeds: 2, rounds: 2)
        let runs = (0..<plan.count).map { plan.run(at: $0) }
        #expect(runs.map(\.seed) == [7, 7, 8, 8, 7, 7, 8, 8])
        #expect(
            runs.map(\.scenario.name).prefix(3) == ["configurationExchange", "tagOpensApp", "configurationExchange"])
    }

    @Test("every run of a plan is counted with its own verdict")
    func counted() throws {
        let summaries = try Self.play(Self.plan([.named("answersAtOnce"), .named("tagOpensApp")], on: try Self.broken))
        #expect(summaries.map(\.verdict) == [.failed, .passed])
        #expect(summaries.map(\.scenario) == ["answersAtOnce", "tagOpensApp"])
    }

    @Test("if the first failure ends the runs, later ones are skipped and counted")
    func stopsAtFirst() throws {
        let plan = Self.plan(
            [.named("tagOpensApp"), .named("answersAtOnce"), .named("tagOpensApp")], on: try Self.broken)
        let verdicts = try Self.play(plan, stopsAtFirst: true).map(\.verdict)
        #expect(verdicts.prefix(2) == [.passed, .failed] && verdicts.count == 3)
        if case .skipped = verdicts[2] {} else { Issue.record("\(verdicts[2])") }
    }

    @Test("a scenario whose names no rig has is an error, and one that this rig lacks is skipped")
    func unplayable() throws {
        let plan = Self.plan([.named("fullFlow")], on: try Rig.simulated.replacing("uwb=none"))
        let verdict = try Self.play(plan)[0].verdict
        if case .skipped = verdict {} else { Issue.record("\(verdict)") }
        let unknown = RunPlan(
            scenarios: [.named("tagOpensApp")], rig: .simulated, firstSeed: 1, seeds: 1, rounds: 1,
            coverage: RunCoverage(scenarios: 1), facts: BenchFacts(accessories: [], tags: []))
        #expect(try Self.play(unknown)[0].verdict == .error)
    }

    @Test("runs on several threads are returned in order, and each is played once")
    func crew() {
        let played = Mutex<[Int: Int]>([:])
        let harvest = WorkerPool(count: 200) { index -> Int? in
            played.withLock { $0[index, default: 0] += 1 }
            return index.isMultiple(of: 3) ? index : nil
        }.harvest { _ in }
        #expect(harvest.played == 200 && harvest.results == Array(stride(from: 0, to: 200, by: 3)))
        #expect(played.withLock { $0.count == 200 && $0.values.allSatisfy { $0 == 1 } })
    }
}
