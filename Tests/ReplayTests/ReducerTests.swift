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

    @Test("The reduced trace is complete and replays to the same failure without a difference")
    func replayable() throws {
        let recording = try failure(for: .answersTwice)
        let reduction = try Reducer(recording.replay()).reduce()
        let outcome = try recording.replay(Array(reduction.events)).play()
        #expect(outcome.divergence == nil, "\(outcome.divergence?.description ?? "")")
        #expect(FailureKey(outcome.summary) == reduction.failure)
    }

    @Test("The reduction reports its result even if the trace is gone by then")
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
        #expect(throws: ReductionError.doesNotFail(.passed)) { try Reducer(replay) }
    }

    @Test("A trace with a gap, one that is cut, and one whose replay differs are refused")
    func noRepetition() throws {
        let recording = try failure(for: .answersTwice)
        var events = recording.events
        let cut = try recording.replay(Array(events.dropLast(events.count / 2)))
        #expect(throws: ReductionError.isCutShort(.cut)) { try Reducer(cut) }
        let arrivals = events.indices.filter { if case .received = events[$0] { true } else { false } }
        events.remove(at: arrivals[arrivals.count / 3])
        let error = #expect(throws: ReductionError.self) { try Reducer(recording.replay(events)) }
        switch error {
        case .isCutShort(.gap), .differs: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test("A search that is ended early says so, and its result still fails")
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

    @Test("A different text is the same failure; a different code, line or link is not")
    func values() throws {
        let one = try #require(key(.failed, seen: "seen 2 times: at 1.30 s; at 2.5 s"))
        #expect(one == key(.failed, seen: "it came twice"))
        #expect(one != key(.failed, "expectation.never"))
        #expect(one != key(.failed, line: 4))
        #expect(one != key(.failed, link: .bluetooth("door")))
        #expect(one != key(.timedOut))
    }

    @Test("Errors are distinguished by their code and their link")
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

    @Test("Runs that did not fail have no key")
    func none() {
        #expect(key(.passed) == nil && key(.aborted) == nil)
        #expect(key(.skipped(reason: "x")) == nil)
    }
}
