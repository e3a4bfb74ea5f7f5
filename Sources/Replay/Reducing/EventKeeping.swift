public import Recordings

/// Somebody who keeps events for those who go through them again and again: in memory, or where there is more room.
public protocol EventKeeping: AnyObject {
    /// Takes the next event; the first one is `began`.
    func record(_ event: TraceEvent)

    /// What was recorded, to be gone through as often as it takes.
    func kept() -> TraceStream
}

/// Keeps events in memory.
public final class EventsInMemory: EventKeeping {
    private var events: [TraceEvent] = []

    public init() {}

    public func record(_ event: TraceEvent) { events.append(event) }

    public func kept() -> TraceStream { TraceStream(events) }
}
