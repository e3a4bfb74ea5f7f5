import Ground
import Journal
import Links
import Recordings
import ScenarioKit

/// Finds a short list of arrivals with which a recorded run still fails in the same way, without any hardware.
///
/// Each trial is a replay in which some of the arrivals come at their recorded instants, as `Shortening` chooses them.
/// All arrivals of the trace are in memory while it searches, for the search takes any of them in any order: some
/// hundred bytes each, and nothing else of the trace.
public struct Reducer {
    /// How many replays a search takes at most.
    public static let longestSearch = 20_000

    private let replay: Replay
    private let limit: Int
    private let isAskedToEnd: () -> Bool
    private let progress: (_ runs: Int, _ left: Int) -> Void
    private let failure: FailureKey
    /// Everything that arrived in the recording.
    private let arrivals: [TraceEvent]

    /// Plays the run as it is, for its failure; `progress` hears of each replay, and `isAskedToEnd` may end the search.
    public init(
        _ replay: Replay, limit: Int = Self.longestSearch, isAskedToEnd: @escaping () -> Bool = { false },
        progress: @escaping (_ runs: Int, _ left: Int) -> Void = { _, _ in }
    ) throws(ReductionTrouble) {
        self.replay = replay
        self.limit = limit
        self.isAskedToEnd = isAskedToEnd
        self.progress = progress
        let recorded = replay.play(keepingJournal: false).summary
        guard let failure = FailureKey(recorded) else { throw .doesNotFail(recorded.verdict) }
        self.failure = failure
        arrivals = replay.script.arrivals()
        let free = replay.playFreely(replay.script.keeping(arrivals: arrivals)).summary
        guard FailureKey(free) == failure else { throw .failsOtherwise(free.verdict, reason: free.reason) }
    }

    /// Searches until nothing more can be left out, or until it is asked to end.
    public func reduce() -> Reduction {
        var runs = 0
        var left = arrivals.count
        var shortening = Shortening(arrivals.count) { places in
            guard runs < limit, !isAskedToEnd() else { return nil }
            runs += 1
            progress(runs, left)
            let isSame = FailureKey(replay.playFreely(script(of: places)).summary) == failure
            if isSame { left = places.count }
            return isSame
        }
        let shortness = shortening.search()
        return reduction(to: shortening.kept, in: runs, shortness)
    }

    private func script(of places: [Int]) -> ReplayScript {
        replay.script.keeping(arrivals: places.map { arrivals[$0] })
    }

    /// The last run once more, recorded.
    private func reduction(to kept: [Int], in runs: Int, _ shortness: Reduction.Shortness) -> Reduction {
        var header = replay.script.header
        header.format = TraceHeader.formatVersion
        header.scenarioText = ScenarioFile.text(of: replay.scenario)
        header.scenario = replay.scenario.name
        var events = [TraceEvent.began(header)]
        let outcome = replay.playFreely(
            script(of: kept), wrap: { links in RecordedLinks(links) { events.append($0) } },
            watchers: [{ entry in if let note = try? TraceNote(entry) { events.append(.journal(note)) } }])
        events.append(.ended(verdict: outcome.verdict.description, reason: outcome.summary.reason))
        let left = kept.compactMap { place -> Divergence.Arrived? in
            guard case .received(let arrival, _, let number) = arrivals[place] else { return nil }
            return Divergence.Arrived(arrival: arrival, number: number)
        }
        return Reduction(
            failure: failure, arrivals: left, before: arrivals.count, runs: runs, shortness: shortness,
            summary: outcome.summary, events: events)
    }
}
