import Ground
import Recordings
import UWB

/// The reportable events of one session's ranging: the first distance or its absence, loss, and recovery.
///
/// Single rounds without a distance are chance; `lostAfter` of them in a row are not.
struct RangingState: Sendable {
    /// The number of consecutive rounds without a distance after which ranging is lost: two seconds at the usual
    /// interval.
    static let lostAfter = 10

    /// An event to report, with the round where it began.
    struct Event: Sendable {
        let key: String
        let entry: TimelineEntry
        let remark: String
    }

    /// Whether a distance, or the absence of one, was reported; nil before either.
    private var toldDistance: Bool?
    /// The first round with a distance and its words; until there is one, the first round of all.
    private var first: (key: String, entry: TimelineEntry, hasDistance: Bool)?
    private var failing = 0
    private var failingSince: TimelineEntry?
    private var isLost = false
    private var events: [Event] = []

    mutating func receive(_ meaning: FrameMeaning, _ key: String, _ entry: TimelineEntry) {
        let hasDistance = !meaning.distances.isEmpty
        if let known = first {
            if hasDistance, !known.hasDistance { first = (key, toldDistance == false ? entry : known.entry, true) }
        } else {
            first = (key, entry, hasDistance)
        }
        guard !hasDistance else {
            if isLost { tell("ranging began again", entry, "ranging began again here") }
            isLost = false
            failing = 0
            return
        }
        failing += 1
        if failing == 1 { failingSince = entry }
        guard failing == Self.lostAfter, !isLost, first?.hasDistance == true, let since = failingSince else { return }
        isLost = true
        tell("ranging was lost", since, "ranging was lost here: \(Self.lostAfter) rounds or more without a distance")
    }

    private mutating func tell(_ key: String, _ entry: TimelineEntry, _ remark: String) {
        // A session that is lost and recovers endlessly says no more than one that did so this often.
        guard events.count < 100 else { return }
        events.append(Event(key: key, entry: entry, remark: remark))
    }

    /// Returns the events not reported before.
    mutating func untold() -> [(key: String, entry: TimelineEntry, remark: String?)] {
        var result: [(key: String, entry: TimelineEntry, remark: String?)] = []
        if let first, toldDistance == nil || toldDistance == false && first.hasDistance {
            result.append(("rounds: \(first.key)", first.entry, nil))
            toldDistance = first.hasDistance
        }
        result += events.map { ($0.key, $0.entry, $0.remark) }
        events.removeAll()
        return result
    }
}
