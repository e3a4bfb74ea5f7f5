import Ground
import Journal
import Links
import Recordings
import ScenarioKit

/// Finds a short list of arrivals with which a recorded run still fails in the same way, without any hardware.
///
/// Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002): parts of the
/// list are left out, half of it at first and single arrivals at last, and what fails in the same way without them is
/// the new list. At the end it is tried to do without any two. Each trial is a replay in which the rest arrives at its
/// recorded instants.
public struct Reducer {
    /// How many replays a search takes at most.
    public static let longestSearch = 20_000
    /// Up to how many arrivals every two of them are tried.
    static let longestForPairs = 60

    private let replay: Replay
    private let limit: Int
    private let isAskedToEnd: () -> Bool
    private let progress: (_ runs: Int, _ left: Int) -> Void
    private let failure: FailureKey
    /// Where in the script's calls the arrivals stand that are still needed.
    private var kept: [Int]
    private var runs = 0
    private var isUnfinished = false

    /// Plays the run as it is, for its failure; `progress` hears of each replay, and `isAskedToEnd` may end the search.
    public init(
        _ replay: Replay, limit: Int = Self.longestSearch, isAskedToEnd: @escaping () -> Bool = { false },
        progress: @escaping (_ runs: Int, _ left: Int) -> Void = { _, _ in }
    ) throws(ReductionTrouble) {
        self.replay = replay
        self.limit = limit
        self.isAskedToEnd = isAskedToEnd
        self.progress = progress
        let recorded = replay.play().summary
        guard let failure = FailureKey(recorded) else { throw .doesNotFail(recorded.verdict) }
        self.failure = failure
        kept = replay.script.arrivals
        let free = replay.playFreely(replay.script.keeping(arrivals: kept)).summary
        guard FailureKey(free) == failure else { throw .failsOtherwise(free.verdict, reason: free.reason) }
    }

    /// Searches until nothing more can be left out, or until it is asked to end.
    public consuming func reduce() -> Reduction {
        let before = kept.count
        leaveOutTheEnd()
        leaveOutParts()
        let triesPairs = kept.count <= Self.longestForPairs
        if triesPairs { while leaveOutTwo() {} }
        let shortness: Reduction.Shortness = isUnfinished ? .unfinished : triesPairs ? .noTwoLess : .noneLess
        return reduction(from: before, shortness)
    }

    /// What arrives after the failure cannot be needed for it: the shortest beginning that fails is found by halving.
    private mutating func leaveOutTheEnd() {
        var (passing, failing) = (0, kept.count)
        while failing - passing > 1 {
            let middle = passing + (failing - passing) / 2
            guard let isSame = fails(with: kept.prefix(middle)) else { break }
            if isSame { failing = middle } else { passing = middle }
        }
        kept = Array(kept.prefix(failing))
    }

    private mutating func leaveOutParts() {
        var parts = 2
        while !kept.isEmpty {
            parts = min(parts, kept.count)
            var isShorter = false
            var part = 0
            while part < parts {
                let range = kept.count * part / parts..<kept.count * (part + 1) / parts
                guard let isSame = fails(with: kept[..<range.lowerBound] + kept[range.upperBound...]) else { return }
                if isSame {
                    kept.removeSubrange(range)
                    isShorter = true
                    parts = max(1, parts - 1)
                } else {
                    part += 1
                }
            }
            if isShorter {
                parts = max(2, parts)
            } else if parts < kept.count {
                parts = min(kept.count, parts * 2)
            } else {
                return
            }
        }
    }

    /// Leaves out the first two, one behind the other or not, that are not needed together; false when there are none.
    private mutating func leaveOutTwo() -> Bool {
        for first in kept.indices {
            for second in kept.indices.dropFirst(first + 1) {
                var less = kept
                less.remove(at: second)
                less.remove(at: first)
                guard let isSame = fails(with: less) else { return false }
                if isSame {
                    kept = less
                    return true
                }
            }
        }
        return false
    }

    /// Whether these arrivals alone give the same failure; nil when the search is to end.
    private mutating func fails(with arrivals: some Sequence<Int>) -> Bool? {
        guard runs < limit, !isAskedToEnd() else {
            isUnfinished = true
            return nil
        }
        runs += 1
        progress(runs, kept.count)
        return FailureKey(replay.playFreely(replay.script.keeping(arrivals: arrivals)).summary) == failure
    }

    /// The last run once more, recorded.
    private func reduction(from before: Int, _ shortness: Reduction.Shortness) -> Reduction {
        var header = replay.script.header
        header.scenarioText = ScenarioFile.text(of: replay.scenario)
        header.scenario = replay.scenario.name
        var events = [TraceEvent.began(header)]
        let outcome = replay.playFreely(
            replay.script.keeping(arrivals: kept),
            wrap: { links in RecordedLinks(links) { events.append($0) } },
            watchers: [{ entry in if let note = try? TraceNote(entry) { events.append(.journal(note)) } }])
        events.append(.ended(verdict: outcome.verdict.description, reason: outcome.summary.reason))
        let arrivals = kept.compactMap { index -> Divergence.Arrived? in
            guard case .received(let arrival, _, let number) = replay.script.calls[index] else { return nil }
            return Divergence.Arrived(arrival: arrival, number: number)
        }
        return Reduction(
            failure: failure, arrivals: arrivals, before: before, runs: runs, shortness: shortness,
            summary: outcome.summary, events: events)
    }
}
