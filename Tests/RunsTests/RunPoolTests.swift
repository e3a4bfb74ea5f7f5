import Evidence
import Glibc
import Ground
import Journal
import OperatingSystem
import Reports
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Synchronization
import Testing

@testable import Runs

/// Parallel runs: each is played entirely by one worker, and none disappears.
@Suite struct RunPoolTests {
    private final class Nowhere: TextOutput {
        func write(_ text: String) {}
    }

    private static func plan(_ names: [String], on rig: Rig = .simulated, rounds: Int = 1) -> RunPlan {
        RunPlan(
            scenarios: names.map { .named($0) }, rig: rig, firstSeed: 3, seeds: 1, rounds: rounds,
            coverage: RunCoverage(scenarios: names.count),
            facts: BenchFacts(accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name)))
    }

    private static func series(_ plan: RunPlan, stopsAtFirst: Bool = false) -> RunSeries {
        RunSeries(
            plan: plan, report: ConsoleReport(to: Nowhere(), terminal: .plain), evidence: nil,
            stopsAtFirst: stopsAtFirst, warn: { _ in })
    }

    private static func play(
        _ plan: RunPlan, by workers: [any RunWorker], stopsAtFirst: Bool = false
    ) throws -> RunTally {
        let pool = try RunPool(workers)
        defer { pool.close() }
        var tally = RunTally()
        try series(plan, stopsAtFirst: stopsAtFirst).play(with: pool, into: &tally)
        return tally
    }

    private static func threads(_ count: Int, of plan: RunPlan) -> [any RunWorker] {
        (0..<count).map { _ in ThreadWorker(RunPlayer(plan: plan, evidence: nil, warn: { _ in })) }
    }

    /// A worker like a thread, which is lost at the run with a given index.
    private final class FailingWorker: RunWorker {
        private let inner: ThreadWorker
        private let last: Int
        private let ends = Mutex(0)

        init(_ plan: RunPlan, losing last: Int) {
            inner = ThreadWorker(RunPlayer(plan: plan, evidence: nil, warn: { _ in }))
            self.last = last
        }

        var wasEnded: Int { ends.withLock { $0 } }

        func play(_ order: RunOrder) throws(CommandError) -> PlayedRun {
            if order.index == last { throw CommandError(what: "the machine is gone", remedy: nil) }
            return try inner.play(order)
        }

        func end() { ends.withLock { $0 += 1 } }
    }

    @Test("any number of workers give the same verdicts in the same order", arguments: [1, 2, 5])
    func sameVerdicts(workers: Int) throws {
        let broken = try Rig.simulated.replacing("door=simulated:variant=appleSample,defect=answersTwice")
        let plan = Self.plan(["answersAtOnce", "tagOpensApp", "configurationExchange"], on: broken, rounds: 4)
        var alone = RunTally()
        try Self.series(plan).play(into: &alone)
        let tally = try Self.play(plan, by: Self.threads(workers, of: plan))
        func told(_ tally: RunTally) -> [String] {
            tally.summaries.map { "\($0.scenario) \($0.seed) \($0.verdict) \($0.elapsed) \($0.reason ?? "")" }
        }
        #expect(told(tally) == told(alone))
        #expect(tally.summaries.map(\.verdict).contains(.failed))
    }

    @Test("a worker that is lost makes its run an error, and the others continue")
    func lostWorker() throws {
        let plan = Self.plan(["tagOpensApp"], rounds: 6)
        let failing = FailingWorker(plan, losing: 2)
        let healthy = Self.threads(1, of: plan)
        let pool = try RunPool([failing] + healthy)
        var tally = RunTally()
        // The worker for the third run is random: if the healthy one plays it, nothing is lost.
        var wasLost = false
        do { try Self.series(plan).play(with: pool, into: &tally) } catch { wasLost = true }
        pool.close()
        #expect(tally.summaries.count == 6)
        let errors = tally.summaries.enumerated().filter { $0.element.verdict == .error }.map(\.offset)
        #expect(errors == (wasLost ? [2] : []))
        #expect(failing.wasEnded == 1)
    }

    /// A worker that plays when it is allowed to.
    private final class PatientWorker: RunWorker {
        private let inner: ThreadWorker
        private let gate: BoundedQueue<Void>
        private let ends = Mutex(0)

        init(_ plan: RunPlan, after gate: BoundedQueue<Void>) {
            inner = ThreadWorker(RunPlayer(plan: plan, evidence: nil, warn: { _ in }))
            self.gate = gate
        }

        var wasEnded: Int { ends.withLock { $0 } }

        func play(_ order: RunOrder) throws(CommandError) -> PlayedRun {
            gate.take()
            return try inner.play(order)
        }

        func end() { ends.withLock { $0 += 1 } }
    }

    @Test("idle workers end when there are no more orders; a busy one finishes and takes no more")
    func retired() throws {
        let plan = Self.plan(["tagOpensApp"], rounds: 2)
        let gate = BoundedQueue<Void>(bound: 1)
        let workers = (0..<3).map { _ in PatientWorker(plan, after: gate) }
        let pool = try RunPool(workers)
        defer { pool.close() }
        pool.submit(plan.order(at: 0))
        pool.retire()
        pool.retire()
        #expect(!pool.hasRoom && !pool.isLost)
        let clock = MonotonicClock()
        let patience = clock.now + .seconds(30)
        while workers.count(where: { $0.wasEnded == 1 }) < 2, clock.now < patience { usleep(1_000) }
        #expect(workers.map(\.wasEnded).sorted() == [0, 1, 1])
        _ = gate.put(())
        guard case .played(let played) = pool.take() else {
            Issue.record("the one that played was not ended")
            return
        }
        #expect(played.index == 0)
        pool.close()
        #expect(workers.map(\.wasEnded) == [1, 1, 1])
    }

    @Test("if every worker is lost, runs that have not begun are aborted, and nothing passes")
    func noWorkerLeft() throws {
        let plan = Self.plan(["tagOpensApp"], rounds: 5)
        let pool = try RunPool([FailingWorker(plan, losing: 1)])
        var tally = RunTally()
        #expect(throws: CommandError.self) { try Self.series(plan).play(with: pool, into: &tally) }
        pool.close()
        #expect(tally.summaries.map(\.verdict) == [.passed, .error, .aborted, .aborted, .aborted])
        #expect(tally.summaries[1].errorCode == "run.lost")
        #expect(tally.exitStatus == .rigWrong)
    }

    @Test("with --exit-first the first run that does not pass ends the others, and all are counted")
    func stopsAtFirst() throws {
        let broken = try Rig.simulated.replacing("door=simulated:variant=appleSample,defect=answersTwice")
        let plan = Self.plan(["answersAtOnce", "tagOpensApp"], on: broken, rounds: 50)
        let tally = try Self.play(plan, by: Self.threads(2, of: plan), stopsAtFirst: true)
        #expect(tally.summaries.count == 100)
        #expect(tally.summaries[0].verdict == .failed)
        let skipped = tally.summaries.count { if case .skipped = $0.verdict { true } else { false } }
        // Runs in progress may still end.
        #expect(skipped >= 96)
    }

    @Test("an order for a characteristic or the console makes each Identify read it, and no other order does")
    func characteristic() throws {
        let plan = Self.plan(["identify"])
        let place = HashPlace(service: "FFF0", characteristic: "FFF1")
        func asks(_ shown: HashPlace?, _ console: ConsoleProtocol? = nil) throws -> [LinkAct] {
            let order = RunOrder(index: 0, scenario: "identify", seed: 1, number: 1, reading: shown, console: console)
            return try #require(plan.run(order)).scenario.steps.compactMap { step in
                if case .link(.identify(let place, let console), _, _) = step.action {
                    .identify(reading: place, console: console)
                } else {
                    nil
                }
            }
        }
        #expect(try asks(place) == [.identify(reading: place, console: nil)])
        #expect(try asks(nil, .smp) == [.identify(reading: nil, console: .smp)])
        #expect(try asks(place, .smp) == [.identify(reading: place, console: .smp)])
        #expect(try asks(nil) == [.identify(reading: nil, console: nil)])
    }

    @Test("an order and an answer read back from their lines, and nothing else is taken for one")
    func lines() throws {
        let order = RunOrder(
            index: 4, scenario: "a \u{1E}\n\"b\"", seed: .max, number: 5, in: "identity",
            reading: HashPlace(service: "FFF0", characteristic: "FFF1"), console: .smp)
        let line = WorkerLine.Order.play(order).bytes
        #expect(line.last == 0x0A && line.count { $0 == 0x0A } == 1)
        #expect(WorkerLine.Order(String(decoding: line.dropLast(), as: UTF8.self)) == .play(order))
        for order in [WorkerLine.Order.stop, .end] {
            #expect(WorkerLine.Order(String(decoding: order.bytes.dropLast(), as: UTF8.self)) == order)
        }
        for wrong in ["", "play", "play 3", "play {}", "stop ", "halt"] { #expect(WorkerLine.Order(wrong) == nil) }
        let plan = Self.plan(["tagOpensApp"])
        let played = try ThreadWorker(RunPlayer(plan: plan, evidence: nil, warn: { _ in })).play(plan.order(at: 0))
        let answer = WorkerLine.line(WorkerLine.Answer(played, took: .milliseconds(1_234)))
        let read = try #require(try WorkerLine.answer(in: Array(answer.dropLast())))
        #expect(read.played.summary == played.summary && read.played.index == 0)
        #expect(read.took == .milliseconds(1_234))
        #expect(try WorkerLine.answer(in: Array("passed    tagOpensApp".utf8)) == nil)
        for cut in 1..<min(answer.count - 1, 400) {
            #expect(throws: (any Error).self) { _ = try WorkerLine.answer(in: Array(answer.prefix(cut))) }
        }
    }

    @Test("on a live rig the longest stays begin first")
    func longestFirst() {
        let virtual = Rig.virtual
        let plan = Self.plan(["tagOpensApp", "resumesAfter.60", "picksAndPlays"], on: virtual)
        #expect(plan.longestFirst.first == 1)
        #expect(Self.plan(["tagOpensApp", "resumesAfter.60"]).longestFirst == [0, 1])
        // Neither is declared to stay; the time that the listener takes only shows when the scenario is played.
        let (late, back) = (Scenario.named("listenerLate.30000"), Scenario.named("backgroundOnce"))
        #expect(late.stays < back.stays)
        #expect(Self.plan([back.name, late.name], on: virtual).longestFirst == [1, 0])
    }
}
