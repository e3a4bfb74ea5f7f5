import Ground
import Links
import NearbyInteraction

/// Reassembles a connection's bytes into messages, because segmentation varies from run to run.
///
/// Messages of accessories and of screens have the same framing, a 32-bit length before the rest. After an impossible
/// length nothing can be reassembled: the remaining bytes are delivered as one piece when the connection ends.
struct ConnectionPieces: Sendable {
    /// The limit, in bytes, on unframed data that is kept.
    private static let mostOther = 65_536

    private var waiting: [UInt8] = []
    private var isOther = false

    /// Returns the events that this event completes, in order.
    mutating func events(in event: StreamEvent) -> [StreamEvent] {
        switch event {
        case .opened, .closed:
            self = ConnectionPieces()
            return [event]
        // Services discovered on the way belong to another network.
        case .service: return []
        case .bytes(let bytes): return messages(in: bytes).map { .bytes($0) }
        case .ended(let reason):
            defer { self = ConnectionPieces() }
            // The amount of data still arriving after the phone ends the connection varies.
            guard !waiting.isEmpty, reason != .local else { return [event] }
            return [.bytes(waiting), event]
        }
    }

    private mutating func messages(in bytes: [UInt8]) -> [[UInt8]] {
        waiting += bytes.prefix(isOther ? max(0, Self.mostOther - waiting.count) : bytes.count)
        var messages: [[UInt8]] = []
        var reader = ByteReader(waiting)
        while !isOther, reader.remaining >= 4 {
            var ahead = reader
            guard let length = try? ahead.u32("a length"), length <= MessageStream.longest else {
                isOther = true
                // The length alone shows that this is not a message.
                messages.append(Array(waiting[reader.offset..<reader.offset + 4]))
                reader = ahead
                break
            }
            guard (try? ahead.take(Int(length), "a message")) != nil else { break }
            messages.append(Array(waiting[reader.offset..<ahead.offset]))
            reader = ahead
        }
        waiting.removeFirst(reader.offset)
        return messages
    }
}
