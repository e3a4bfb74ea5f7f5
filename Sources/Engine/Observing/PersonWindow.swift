import ScenarioKit

/// What came while the person before a screen did what was asked for, up to their word that it is done.
///
/// A screen may be quicker than its person's hand on the return key: it has connected by then. The steps that follow
/// count that as if it came now, one after the other, each what came behind what the last one waited for. So their
/// limits begin with the person's word, and nothing is missed.
struct PersonWindow: Sendable {
    /// How many events are told apart; what comes besides is as late as the last of them.
    static let mostMarks = 256

    /// Where the next step begins to count.
    private(set) var start: Observations.Mark
    /// Behind each event since then.
    private(set) var marks: [EventLog.Mark] = []

    init(since start: Observations.Mark) { self.start = start }

    mutating func note(_ mark: EventLog.Mark) {
        if marks.count == Self.mostMarks { marks.removeLast() }
        marks.append(mark)
    }

    /// Goes on behind the event with which an expectation was met; false where it was not met in the window.
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
