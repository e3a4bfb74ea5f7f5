import Ground
import Journal
import Links
import Recordings
import ScenarioKit

/// Finds a short list of arrivals with which a recorded run still fails in the same way, without any hardware.
///
/// Each trial is a replay with the arrivals that `ListReduction` chooses, at their recorded instants. All arrivals are
/// in memory.
public struct Reducer {
    /// The maximum number of replays in a search.
    public static let longestSearch = 20_000

    private let replay: Replay
    private let limit: Int
    private let isAskedToEnd: () -> Bool
    private let progress: (_ runs: Int, _ left: Int) -> Void
    private let failure: FailureKey
    /// All arrivals of the recording.
    private let arrivals: Arrivals

    /// Plays the run once to determine its failure. `progress` is called for each replay, and `isAskedToEnd` may end
    /// the search.
    public init(
        _ replay: Replay, limit: Int = Self.longestSearch, isAskedToEnd: @escaping () -> Bool = { false },
        progress: @escaping (_ runs: Int, _ left: Int) -> Void = { _, _ in }
    ) throws(ReductionError) {
        self.replay = replay
        self.limit = limit
        self.isAskedToEnd = isAskedToEnd
        self.progress = progress
        let outcome = replay.play(keepingJournal: false)
        guard replay.script.isWhole else { throw .isCutShort(replay.script.ending) }
        let isSame = !replay.isOwnScenario || replay.script.ended(as: outcome.summary)
        if let difference = outcome.difference ?? (isSame ? nil : outcome.divergence) { throw .differs(difference) }
        guard let failure = FailureKey(outcome.summary) else { throw .doesNotFail(outcome.verdict) }
        self.failure = failure
        arrivals = replay.script.arrivals
        let free = replay.playFreely(replay.script.keeping(arrivals: arrivals.only(arrivals.held))).summary
        guard FailureKey(free) == failure else { throw .failsOtherwise(free.verdict, reason: free.reason) }
    }

    /// Searches until nothing more can be removed or the search is asked to end.
    public func reduce() -> Reduction {
        var runs = 0
        var here = arrivals
        var left = here.held.count
        var shortening = ListReduction(left) { places in
            guard runs < limit, !isAskedToEnd() else { return nil }
            runs += 1
            progress(runs, left)
            let isSame = FailureKey(replay.playFreely(script(of: places, in: here)).summary) == failure
            guard isSame else { return false }
            // An arrival once removed is never requested later.
            left = places.count
            if left <= here.held.count / 2 { here = here.keeping(places) }
            return true
        }
        let shortness = shortening.search()
        return reduction(to: shortening.kept, in: here, runs, shortness)
    }

    private func script(of places: PlaceSet, in arrivals: Arrivals) -> ReplayScript {
        replay.script.keeping(arrivals: arrivals.only(places))
    }

    /// Records a final run with the remaining arrivals.
    private func reduction(
        to kept: PlaceSet, in here: Arrivals, _ runs: Int, _ shortness: Reduction.Shortness
    ) -> Reduction {
        var header = replay.script.header
        header.scenarioText = ScenarioFile.text(of: replay.scenario)
        header.scenario = replay.scenario.name
        var events = [TraceEvent.began(header)]
        let outcome = replay.playFreely(
            script(of: kept, in: here), wrap: { links in RecordedLinks(links) { events.append($0) } },
            watchers: [{ entry in if let note = TraceNote(entry) { events.append(.journal(note)) } }])
        events.append(.ended(verdict: outcome.verdict.description, reason: outcome.summary.reason))
        return Reduction(
            failure: failure, arrivals: here.numbered(kept), before: arrivals.held.count, runs: runs,
            shortness: shortness, summary: outcome.summary, events: TraceStream(events))
    }
}
