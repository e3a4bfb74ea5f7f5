import Ground
import Links
import NearbyInteraction

/// What came over one connection, with its bytes put together to messages: how they were cut on the way is chance.
///
/// The messages of accessories and of screens have the same frame, a length of 32 bits before the rest. Behind a length
/// that none has nothing can be put together: the rest is one thing, which comes with the end of the connection.
struct ConnectionPieces: Sendable {
    /// How much is kept of what cannot be put together.
    private static let mostOther = 65_536

    private var waiting: [UInt8] = []
    private var isOther = false

    /// What an event completes, in its order.
    mutating func events(in event: StreamEvent) -> [StreamEvent] {
        switch event {
        case .opened, .closed:
            self = ConnectionPieces()
            return [event]
        // Who is found on the way is another network's affair.
        case .service: return []
        case .bytes(let bytes): return messages(in: bytes).map { .bytes($0) }
        case .ended(let reason):
            defer { self = ConnectionPieces() }
            // How much still came when the phone itself ended it is chance.
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
                // The length alone shows already that the message is none.
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
