import Ground
import Links
import UWB

/// Repeated looks at the reader's field that continue until something changes.
struct FieldPoll {
    let request: ReaderRequest
    /// The delay from an answer to the next look.
    let pause: Lapse
    /// Whether an answer is outstanding.
    var isAwaited: Bool
    var next: Instant
    /// The instant of the recorded phone's last look; nil if it continued until something changed.
    let end: Instant?
    /// Whether the look is not to be repeated.
    var isLast = false
}

/// The frames on the live bench: reassembled into whole messages, and counted.
struct LiveArrivals {
    /// The number of frames in both directions.
    var frames = 0
    /// The counts of repeated arrivals.
    var streams = StreamTallies()
    private var kit = Self.framer
    private var connections: [StreamID: ConnectionPieces] = [:]

    private static var framer: UCIFramer { UCIFramer(side: .host, dataLimit: 4096) }

    /// Forgets the unfinished packet of a kit that is opened again.
    mutating func reopenKit() { kit = Self.framer }

    mutating func packets(in bytes: [UInt8], at now: Instant) -> [Inbound] {
        kit.receive(bytes, at: now).compactMap(\.packet).map { .kit(.bytes($0.encoded)) }
    }

    mutating func messages(in event: StreamEvent, on stream: StreamID) -> [Inbound] {
        connections[stream, default: ConnectionPieces()].events(in: event).map { .stream(stream, $0) }
    }
}
