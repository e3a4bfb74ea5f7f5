public import Recordings

/// The events of a trace, to be gone through from the beginning as often as it takes.
///
/// In memory, or from a file that is read again each time, so that a trace of any length can be played.
public struct TraceStream: Sequence, Sendable {
    private let open: @Sendable () -> AnyIterator<TraceEvent>

    /// A trace in memory.
    public init(_ events: [TraceEvent]) { open = { AnyIterator(events.makeIterator()) } }

    /// A trace from elsewhere; each opening begins at its first event, and gives the same ones.
    public init(opening open: @escaping @Sendable () -> AnyIterator<TraceEvent>) { self.open = open }

    public func makeIterator() -> AnyIterator<TraceEvent> { open() }
}
