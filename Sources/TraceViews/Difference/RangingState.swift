import Ground
import LinkKinds
import UCI

/// What is told of one session's ranging: whether it ever gave a distance, that it was lost, that it began again.
///
/// Single rounds without a distance are chance; so many in a row are not.
struct RangingState: Sendable {
    /// After so many rounds in a row without a distance ranging is lost: two seconds at the usual interval.
    static let lostAfter = 10

    /// Something to tell, with the round where it began.
    struct Event: Sendable {
        let key: String
        let entry: TimelineEntry
        let remark: String
    }

    /// Whether a distance was told of, or that there is none; nil before both.
    private var toldDistance: Bool?
    /// The first round with a distance and its words; the first round at all while there is none.
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
        tell("ranging was lost", since, "ranging was lost here: \(Self.lostAfter) rounds and more without a distance")
    }

    private mutating func tell(_ key: String, _ entry: TimelineEntry, _ remark: String) {
        // A session that comes and goes without end says no more than one that did so this often.
        guard events.count < 100 else { return }
        events.append(Event(key: key, entry: entry, remark: remark))
    }

    /// What there is to tell that was not told before.
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
