import Ground
import Journal
import Links
import Recordings
import ScenarioKit

/// Finds a short list of arrivals with which a recorded run still fails in the same way, without any hardware.
///
/// Each trial is a replay in which some arrivals come at their recorded instants, as `ListReduction` chooses them.
/// They lie with a storage, and in memory are a bit and a number for each; whenever half of them are left, another
/// storage has those.
public struct Reducer {
    /// How many replays a search takes at most.
    public static let longestSearch = 20_000

    private let replay: Replay
    private let limit: Int
    private let isAskedToEnd: () -> Bool
    private let progress: (_ runs: Int, _ left: Int) -> Void
    private let makeKeeper: () -> any EventKeeping
    private let failure: FailureKey
    /// Everything that arrived in the recording, where it lies first.
    private let arrivals: Arrivals

    /// Plays the run as it is, for its failure; `progress` hears of each replay, and `isAskedToEnd` may end the search.
    ///
    /// `makeKeeper` is asked for a storage each time that events are to be kept, which is as long as they are looked at.
    public init(
        _ replay: Replay, limit: Int = Self.longestSearch, isAskedToEnd: @escaping () -> Bool = { false },
        storedIn makeKeeper: @escaping () -> any EventKeeping = { EventsInMemory() },
        progress: @escaping (_ runs: Int, _ left: Int) -> Void = { _, _ in }
    ) throws(ReductionTrouble) {
        self.replay = replay
        self.limit = limit
        self.isAskedToEnd = isAskedToEnd
        self.makeKeeper = makeKeeper
        self.progress = progress
        let recorded = replay.play(keepingJournal: false).summary
        guard let failure = FailureKey(recorded) else { throw .doesNotFail(recorded.verdict) }
        self.failure = failure
        let all = replay.script.arrivals
        arrivals = all.moved(all.held, of: replay.script.header, to: makeKeeper())
        let free = replay.playFreely(replay.script.keeping(arrivals: arrivals.only(arrivals.held))).summary
        guard FailureKey(free) == failure else { throw .failsOtherwise(free.verdict, reason: free.reason) }
    }

    /// Searches until nothing more can be left out, or until it is asked to end.
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
            // What is left out once is never asked for again.
            left = places.count
            if left <= here.held.count / 2 {
                here = here.moved(places, of: replay.script.header, to: makeKeeper())
            }
            return true
        }
        let shortness = shortening.search()
        return reduction(to: shortening.kept, in: here, runs, shortness)
    }

    private func script(of places: PlaceSet, in arrivals: Arrivals) -> ReplayScript {
        replay.script.keeping(arrivals: arrivals.only(places))
    }

    /// The last run once more, recorded.
    private func reduction(
        to kept: PlaceSet, in here: Arrivals, _ runs: Int, _ shortness: Reduction.Shortness
    ) -> Reduction {
        var header = replay.script.header
        header.format = TraceHeader.formatVersion
        header.scenarioText = ScenarioFile.text(of: replay.scenario)
        header.scenario = replay.scenario.name
        let storage = makeKeeper()
        storage.record(.began(header))
        let outcome = replay.playFreely(
            script(of: kept, in: here), wrap: { links in RecordedLinks(links) { storage.record($0) } },
            watchers: [{ entry in if let note = try? TraceNote(entry) { storage.record(.journal(note)) } }])
        storage.record(.ended(verdict: outcome.verdict.description, reason: outcome.summary.reason))
        return Reduction(
            failure: failure, arrivals: here.numbered(kept), before: arrivals.held.count, runs: runs,
            shortness: shortness, summary: outcome.summary, events: storage.kept())
    }
}
