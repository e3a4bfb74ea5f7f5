public import Ground

/// Messages of the data channel over a byte stream: each behind its length, 32 bits, little endian.
///
/// How an accessory on a network delimits its messages is not published; the length in front is this project's own.
public struct MessageStream: Sendable {
    /// No message of the protocol is nearly as long; more is an error of the peer.
    public static let longest = 65_536

    private var waiting: [UInt8] = []

    public init() {}

    /// Whether the next byte begins a message.
    public var isBetween: Bool { waiting.isEmpty }

    /// A message that is not complete.
    public struct Unfinished: Hashable, Sendable {
        public let came: Int
        /// The message's size without its length; nil if the length itself is incomplete.
        public let count: Int?
    }

    /// The incomplete message; nil between two messages.
    public var unfinished: Unfinished? {
        guard !isBetween else { return nil }
        var reader = ByteReader(waiting)
        guard let length = try? reader.u32("a message's length") else {
            return Unfinished(came: waiting.count, count: nil)
        }
        return Unfinished(came: reader.remaining, count: Int(length))
    }

    /// The bytes that carry a message.
    public static func frame(_ message: [UInt8]) -> [UInt8] {
        precondition(message.count <= longest, "a message is at most \(longest) bytes long")
        var bytes: [UInt8] = []
        bytes.append(little: UInt32(clamping: message.count))
        return bytes + message
    }

    /// Takes the next bytes, cut anywhere, and appends the messages that they complete.
    ///
    /// Throws at a length that no message has, after which nothing in the stream has a meaning.
    public mutating func receive(_ bytes: [UInt8], into messages: inout [[UInt8]]) throws(Malformed) {
        waiting += bytes
        var reader = ByteReader(waiting)
        while reader.remaining >= 4 {
            var ahead = reader
            let length = Int(try ahead.u32("a message's length"))
            guard length <= Self.longest else {
                throw Malformed(at: reader.offset, Self.complaint(about: reader.rest()))
            }
            guard ahead.remaining >= length else { break }
            messages.append(try ahead.take(length, "a message"))
            reader = ahead
        }
        waiting = Array(reader.rest())
    }
}
