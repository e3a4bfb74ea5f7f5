import ScenarioKit

/// The events that occurred while the person at a screen carried out a task, up to the confirmation that it is done.
///
/// A screen may be faster than its person's hand on the return key and have connected by then. The following steps
/// count these events as if they occurred now: each step starts after the event that satisfied the previous one. Their
/// limits therefore begin at the person's confirmation, and no event is missed.
struct PersonWindow: Sendable {
    /// The maximum number of distinct marks; each further event replaces the last one.
    static let mostMarks = 256

    /// The mark from which the next step counts.
    private(set) var start: Observations.Mark
    /// The marks after each event since `start`.
    private(set) var marks: [EventLog.Mark] = []

    init(since start: Observations.Mark) { self.start = start }

    mutating func note(_ mark: EventLog.Mark) {
        if marks.count == Self.mostMarks { marks.removeLast() }
        marks.append(mark)
    }

    /// Advances past the event that met an expectation; returns false if it was not met in the window.
    mutating func pass(_ expectation: Expectation, in events: EventLog) -> Bool {
        let isMet = { (mark: EventLog.Mark) in
            expectation.count.isMet(by: events.count(expectation.outcome, since: start.events, until: mark))
        }
        guard let place = marks.firstIndex(where: isMet) else { return false }
        start = Observations.Mark(events: marks[place], samples: start.samples, instant: start.instant)
        marks.removeFirst(place + 1)
        return true
    }
}
