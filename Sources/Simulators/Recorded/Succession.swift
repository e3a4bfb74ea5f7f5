import Ground

/// What a recorded accessory is yet to do by itself, taken from its table a little ahead of the time when it is due.
///
/// One message of the phone may be followed by all that a sensor told for days.
struct Succession: Sendable {
    /// An act of the recording, and when it is due.
    typealias Planned = (CueTable.Following, Instant)
    /// How long after a cue the accessory acts, in its own time.
    typealias Delay = (RecordedAct, Span, Cue) -> Span

    /// How much of what followed a cue is planned at once.
    static let atOnce = 64
    /// By how much an act may be due earlier, counted from its cue, than one that was recorded before it.
    private static let displacement = max(AccessoryScript.supervision, AccessoryScript.pairing) + .seconds(1)

    /// What followed one cue, from the next act on that is not planned.
    private struct Rest: Sendable {
        let number: Int
        let cue: Cue
        let began: Instant
        var cursor: CueTable.Cursor
        var next: CueTable.Following
        /// The link of that time has ended, and what belongs to it is void.
        var isLinkGone = false

        /// Nothing of the rest is due before.
        var earliest: Instant { began + max(next.delay - Succession.displacement, .zero) }
    }

    private var rests: [Rest] = []
    private var begun = 0
    private var overTheAir = AirQueue()

    /// How many acts it remembers.
    var inMemory: Int { rests.count + overTheAir.count }

    /// A cue was given: plans the first of what followed it.
    mutating func begin(
        _ cursor: CueTable.Cursor, after cue: Cue, at now: Instant, in cues: inout CueTable, _ delay: Delay
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
            if let next = plan(firstInOrder, in: &cues, delay) { planned.append(next) }
            if isOwn { own += 1 }
        }
        return planned
    }

    /// Plans one more act where one may be due before or at an instant; nil when there is none.
    mutating func next(
        before instant: Instant?, at now: Instant, in cues: inout CueTable, _ delay: Delay
    ) -> Planned? {
        while rests.contains(where: { $0.earliest <= instant ?? .never }) {
            if overTheAir.count > 2 * Self.atOnce { overTheAir.forget(through: now) }
            if let planned = plan(firstInOrder, in: &cues, delay) { return planned }
        }
        return nil
    }

    /// The link has ended, and what belongs to it is void.
    mutating func leaveLink() {
        overTheAir = AirQueue()
        for place in rests.indices { rests[place].isLinkGone = true }
    }

    /// Whose next act was recorded first: what comes over the air later in the recording is not to overtake it.
    private var firstInOrder: Int { rests.indices.min { rests[$0].next.order < rests[$1].next.order } ?? 0 }

    /// Plans the next act of a rest; nil for one that is void.
    private mutating func plan(_ place: Int, in cues: inout CueTable, _ delay: Delay) -> Planned? {
        let (rest, following) = (rests[place], rests[place].next)
        if let next = cues.next(&rests[place].cursor) { rests[place].next = next } else { rests.remove(at: place) }
        if rest.isLinkGone, following.act.isOfTheLink { return nil }
        var due = rest.began + delay(following.act, following.delay, rest.cue)
        if following.act.isOverTheAir {
            // In the recorded order, even where the way over the air was taken for longer than it was.
            due = overTheAir.add(following.order, due: due)
        }
        return (following, due)
    }
}
