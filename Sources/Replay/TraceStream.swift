public import Recordings

/// The events of a trace, which can be read from the beginning any number of times.
///
/// Either in memory or from a file that is reread each time, so that a trace of any length can be played.
public struct TraceStream: Sequence, Sendable {
    private let open: @Sendable () -> AnyIterator<TraceEvent>

    /// Creates a stream from a trace in memory.
    public init(_ events: [TraceEvent]) { open = { AnyIterator(events.makeIterator()) } }

    /// Creates a stream from another source. Each opening begins at the first event and gives the same events.
    public init(opening open: @escaping @Sendable () -> AnyIterator<TraceEvent>) { self.open = open }

    public func makeIterator() -> AnyIterator<TraceEvent> { open() }
}
