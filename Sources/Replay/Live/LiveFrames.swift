import Ground
import Links
import UWB

/// The frames on the live bench: reassembled into whole messages, and counted.
struct LiveFrames {
    /// The number of frames in both directions.
    var count = 0
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
