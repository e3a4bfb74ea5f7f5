import Ground
import Journal
import Links
import Recordings
import ScenarioKit

/// Finds a short list of arrivals with which a recorded run still fails in the same way, without any hardware.
///
/// Each trial is a replay with the arrivals that `ListReduction` chooses, at their recorded instants. The arrivals
/// are in a storage, with only one bit and one number for each in memory; whenever half of them are left, these move
/// to a new storage.
public struct Reducer {
    /// The maximum number of replays in a search.
    public static let longestSearch = 20_000

    private let replay: Replay
    private let limit: Int
    private let isAskedToEnd: () -> Bool
    private let progress: (_ runs: Int, _ left: Int) -> Void
    private let makeKeeper: () -> any EventKeeping
    private let failure: FailureKey
    /// All arrivals of the recording, in their original storage.
    private let arrivals: Arrivals

    /// Plays the run once to determine its failure. `progress` is called for each replay, and `isAskedToEnd` may end
    /// the search.
    ///
    /// `makeKeeper` supplies a storage each time events need one, which lasts as long as they are in use.
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

    /// Records a final run with the remaining arrivals.
    private func reduction(
        to kept: PlaceSet, in here: Arrivals, _ runs: Int, _ shortness: Reduction.Shortness
    ) -> Reduction {
        var header = replay.script.header
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
