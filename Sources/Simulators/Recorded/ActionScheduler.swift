import Ground

/// Acts that a recorded accessory is still to perform by itself, read from its table slightly before they are due.
///
/// A single message of the phone may be followed by days of sensor reports.
struct ActionScheduler: Sendable {
    /// An act of the recording, and the time at which it is due.
    typealias Planned = (CueTable.Following, Instant)
    /// Returns the time from a cue to an act as seen by the accessory.
    typealias Delay = (RecordedAct, Lapse, Cue) -> Lapse

    /// The number of acts after a cue that are planned together.
    static let atOnce = 64
    /// The span by which an act may be due earlier, counted from its cue, than one recorded before it.
    private static let displacement = max(AccessoryScript.supervision, AccessoryScript.pairing) + .seconds(1)

    /// The acts after one cue, from the next one that is not planned.
    private struct Rest: Sendable {
        let number: Int
        let cue: Cue
        let began: Instant
        var cursor: CueTable.Cursor
        var next: CueTable.Following
        /// Whether the link of that time has ended, so that acts on it are void.
        var isLinkGone = false

        /// The earliest time at which any of the rest can be due.
        var earliest: Instant { began + max(next.delay - ActionScheduler.displacement, .zero) }
    }

    private var rests: [Rest] = []
    private var begun = 0
    private var overTheAir = AirQueue()

    /// The number of acts that it remembers.
    var inMemory: Int { rests.count + overTheAir.count }

    /// Plans the first of the acts that follow a cue.
    mutating func begin(
        _ cursor: CueTable.Cursor, after cue: Cue, at now: Instant, in cues: CueTable, _ delay: Delay
    ) -> [Planned] {
        overTheAir.forget(through: now)
        var cursor = cursor
        guard let first = cues.next(&cursor) else { return [] }
        begun += 1
        let number = begun
        rests.append(Rest(number: number, cue: cue, began: now, cursor: cursor, next: first))
        var (planned, own) = ([Planned](), 0)
        while own < Self.atOnce, rests.contains(where: { $0.number == number }) {
            let isOwn = rests[firstInOrder].number == number
            if let next = plan(firstInOrder, in: cues, delay) { planned.append(next) }
            if isOwn { own += 1 }
        }
        return planned
    }

    /// Plans another act if one may be due by an instant; nil if there is none.
    mutating func next(
        before instant: Instant?, at now: Instant, in cues: CueTable, _ delay: Delay
    ) -> Planned? {
        while rests.contains(where: { $0.earliest <= instant ?? .never }) {
            if overTheAir.count > 2 * Self.atOnce { overTheAir.forget(through: now) }
            if let planned = plan(firstInOrder, in: cues, delay) { return planned }
        }
        return nil
    }

    /// Records that the link has ended, so that acts on it are void.
    mutating func leaveLink() {
        overTheAir = AirQueue()
        for place in rests.indices { rests[place].isLinkGone = true }
    }

    /// The index whose next act was recorded first, so that acts over the air are not overtaken by later ones.
    private var firstInOrder: Int { rests.indices.min { rests[$0].next.order < rests[$1].next.order } ?? 0 }

    /// Plans the next act of a rest; nil for one that is void.
    private mutating func plan(_ place: Int, in cues: CueTable, _ delay: Delay) -> Planned? {
        let (rest, following) = (rests[place], rests[place].next)
        if let next = cues.next(&rests[place].cursor) { rests[place].next = next } else { rests.remove(at: place) }
        if rest.isLinkGone, following.act.isOfTheLink { return nil }
        var due = rest.began + delay(following.act, following.delay, rest.cue)
        if following.act.isOverTheAir {
            // In the recorded order, even if the transmission time was overestimated.
            due = overTheAir.add(following.order, due: due)
        }
        return (following, due)
    }
}
