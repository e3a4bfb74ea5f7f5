public import Recordings

/// A storage for events that are read repeatedly: in memory, or where there is more room.
public protocol EventKeeping: AnyObject {
    /// Records the next event; the first is `began`.
    func record(_ event: TraceEvent)

    /// The recorded events, which can be read any number of times.
    func kept() -> TraceStream
}

/// Keeps events in memory.
public final class EventsInMemory: EventKeeping {
    private var events: [TraceEvent] = []

    public init() {}

    public func record(_ event: TraceEvent) { events.append(event) }

    public func kept() -> TraceStream { TraceStream(events) }
}
