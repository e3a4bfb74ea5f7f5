import Ground
import Journal
import Links
import Recordings
import Replay
import ScenarioKit
import Scenarios
import Simulators
import Synchronization
import Testing

/// Returns a recording of the suite's first scenario that fails for this defect.
private func failure(for defect: Defect) throws -> Recording {
    for scenario in Scenario.all
    where [.conformance, .robustness].contains(scenario.suite) && scenario.phone.companions.isEmpty {
        let recording = try Recording(of: scenario, on: rig(with: defect))
        if recording.summary.verdict == .failed { return recording }
    }
    throw Unfound(defect: defect)
}

private struct Unfound: Error { let defect: Defect }

/// Stores in memory, with the amount of data they received.
private final class Lists {
    /// The number of arrivals that each of them received.
    private(set) var arrivals: [Int] = []
    /// The maximum number of lists open at the same time.
    private(set) var most = 0
    private var open = [Weak]()

    private struct Weak { weak var list: List? }

    private final class List: Sendable {
        let events: [TraceEvent]
        init(_ events: [TraceEvent]) { self.events = events }
    }

    private final class Keeper: EventKeeping {
        private let lists: Lists
        private let place: Int
        private var events: [TraceEvent] = []

        init(of lists: Lists) {
            (self.lists, place) = (lists, lists.arrivals.count)
            lists.arrivals.append(0)
        }

        func record(_ event: TraceEvent) {
            if case .received = event { lists.arrivals[place] += 1 }
            events.append(event)
        }

        func kept() -> TraceStream {
            let list = List(events)
            lists.open.removeAll { $0.list == nil }
            lists.open.append(Weak(list: list))
            lists.most = max(lists.most, lists.open.count)
            return TraceStream { AnyIterator(list.events.makeIterator()) }
        }
    }

    func make() -> any EventKeeping { Keeper(of: self) }
}

struct ReducerTests {
    @Test(
        "A failure of a defective accessory is reduced to a list from which nothing can be left out",
        arguments: [Defect.answersTwice, .keepsRangingAfterStop])
    func reduced(defect: Defect) throws {
        let recording = try failure(for: defect)
        let replay = try recording.replay()
        let reduction = try Reducer(replay).reduce()
        #expect(reduction.arrivals.count < reduction.before && reduction.shortness == .noTwoLess)
        #expect(FailureKey(reduction.summary) == FailureKey(recording.summary))
        let events = Array(reduction.events)
        let places = events.indices.filter { index in
            if case .received = events[index] { true } else { false }
        }
        #expect(places.count == reduction.arrivals.count)
        for (place, arrived) in zip(places, reduction.arrivals) {
            var less = events
            less.remove(at: place)
            let without = try Replay(ReplayScript(less), judgedBy: recording.scenario, on: recording.rig).play()
            #expect(FailureKey(without.summary) != reduction.failure, "\(arrived.number) could be left out")
        }
    }

    @Test("What is left is a trace of its own, which replays to the same failure without a difference")
    func replayable() throws {
        let recording = try failure(for: .answersTwice)
        let reduction = try Reducer(recording.replay()).reduce()
        let outcome = try recording.replay(Array(reduction.events)).play()
        #expect(outcome.divergence == nil, "\(outcome.divergence?.description ?? "")")
        #expect(FailureKey(outcome.summary) == reduction.failure)
    }

    @Test("All arrivals lie with keepers, a new one with half as many each time, and the one before is let go")
    func keepers() throws {
        let recording = try failure(for: .answersTwice)
        // A talkative accessory, whose output is not needed for the failure.
        var events: [TraceEvent] = []
        for event in recording.events {
            events.append(event)
            guard case .received(let arrival, let now, let number) = event else { continue }
            let line = Arrival(.console("door", "line"), at: arrival.instant)
            for _ in 0..<10 { events.append(.received(line, now: now, number: number)) }
        }
        let usual = try Reducer(recording.replay(events)).reduce()
        let lists = Lists()
        let reduction = try Reducer(recording.replay(events), storedIn: lists.make).reduce()
        #expect(Array(reduction.events) == Array(usual.events) && Array(reduction.arrivals) == Array(usual.arrivals))
        #expect(lists.arrivals.first == reduction.before && lists.arrivals.count >= 3)
        // The last one is of the run with the remaining arrivals.
        let shorter = lists.arrivals.dropLast()
        #expect(zip(shorter, shorter.dropFirst()).allSatisfy { $1 <= $0 / 2 }, "\(lists.arrivals)")
        #expect(lists.arrivals.last == reduction.arrivals.count && lists.most <= 3)
    }

    @Test("What is left is told as the search had it, though the trace is gone by then")
    func gone() throws {
        let recording = try failure(for: .answersTwice)
        let usual = try Reducer(recording.replay()).reduce()
        let events = recording.events
        let isGone = Atomic(false)
        let stream = TraceStream {
            AnyIterator((isGone.load(ordering: .relaxed) ? [] : events).makeIterator())
        }
        let replay = try Replay(ReplayScript(stream), judgedBy: recording.scenario, on: recording.rig)
        let reducer = try Reducer(replay)
        isGone.store(true, ordering: .relaxed)
        let reduction = reducer.reduce()
        #expect(Array(reduction.arrivals) == Array(usual.arrivals) && reduction.arrivals.count > 0)
    }

    @Test("A run that passed has no failure to reduce")
    func passed() throws {
        let replay = try Recording(of: .named("tagOpensApp")).replay()
        #expect(throws: ReductionTrouble.doesNotFail(.passed)) { try Reducer(replay) }
    }

    @Test("A search that is ended early says so, and what it has still fails")
    func unfinished() throws {
        let recording = try failure(for: .answersTwice)
        let few = try Reducer(recording.replay(), limit: 3).reduce()
        #expect(few.shortness == .unfinished && few.runs == 3 && FailureKey(few.summary) == few.failure)
        let none = try Reducer(recording.replay(), isAskedToEnd: { true }).reduce()
        #expect(none.shortness == .unfinished && none.runs == 0 && none.arrivals.count == none.before)
    }
}

struct FailureKeyTests {
    private func key(
        _ verdict: Verdict, _ code: FailureCode = "walk.otherZoneChange", seen: String = "", line: Int = 3,
        link: LinkID = .kit
    ) -> FailureKey? {
        let spot = SourceSpot(file: "Scenarios/A.swift", line: line)
        let failure = Failure(
            code: code, expected: "one", seen: seen, spot: spot, instant: .start, link: link)
        return FailureKey(
            RunSummary(scenario: "a", spot: spot, rig: "r", seed: 1, verdict: verdict, failures: [failure]))
    }

    @Test("Words do not make another failure, but the code, the line and the link do")
    func values() throws {
        let one = try #require(key(.failed, seen: "seen 2 times: at 1.30 s; at 2.5 s"))
        #expect(one == key(.failed, seen: "it came twice"))
        #expect(one != key(.failed, "expectation.never"))
        #expect(one != key(.failed, line: 4))
        #expect(one != key(.failed, link: .bluetooth("door")))
        #expect(one != key(.timedOut))
    }

    @Test("Errors are told apart by their code and their link")
    func errors() {
        let errors = [
            RunError("rig.fault", .kit, "a"), RunError("rig.fault", .reader, "a"), RunError("rig.mute", .kit, "a"),
        ]
        let keys = errors.map { error in
            FailureKey(
                RunSummary(
                    scenario: "a", spot: SourceSpot(file: "A.swift", line: 1), rig: "r", seed: 1, verdict: .error,
                    error: error))
        }
        #expect(Set(keys).count == 3)
    }

    @Test("Runs that did not fail have none")
    func none() {
        #expect(key(.passed) == nil && key(.aborted) == nil)
        #expect(key(.skipped(reason: "x")) == nil)
    }
}
