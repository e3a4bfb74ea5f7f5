import Ground

/// The acts over the air that are yet to be done: none is due before another one that the recording has before it.
struct AirQueue: Sendable {
    /// In the order of the recording.
    private var acts: [(order: Int, due: Instant, latest: Instant)] = []

    var count: Int { acts.count }

    /// Adds the act with this place in the recording, and gives when it is due in its turn.
    mutating func add(_ order: Int, due: Instant) -> Instant {
        // It is the last one but for a cue that came later than the recorded one.
        var place = acts.count
        while place > 0, acts[place - 1].order >= order { place -= 1 }
        let due = place > 0 ? max(due, acts[place - 1].latest) : due
        acts.insert((order, due, due), at: place)
        findLatest(from: place)
        return due
    }

    /// Forgets what is done by an instant.
    mutating func forget(through instant: Instant) {
        acts.removeAll { $0.due <= instant }
        findLatest(from: 0)
    }

    private mutating func findLatest(from place: Int) {
        for place in place..<acts.count {
            acts[place].latest = place > 0 ? max(acts[place].due, acts[place - 1].latest) : acts[place].due
        }
    }
}
