public import Ground

/// Messages of the data channel over a byte stream, each preceded by its length as a 32-bit little-endian number.
///
/// The framing that networked accessories use is not published; this length prefix is defined by this project.
public struct MessageStream: Sendable {
    /// The maximum length of a message. Every message of the protocol is far shorter, so a greater length is the
    /// peer's error.
    public static let longest = 65_536

    private var waiting: [UInt8] = []

    public init() {}

    /// Whether the next byte begins a message.
    public var isBetween: Bool { waiting.isEmpty }

    /// An incomplete message.
    public struct Unfinished: Hashable, Sendable {
        public let came: Int
        /// The message's size without its length prefix; nil if the prefix itself is incomplete.
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

    /// Returns the message preceded by its length.
    public static func frame(_ message: [UInt8]) -> [UInt8] {
        precondition(message.count <= longest, "a message is at most \(longest) bytes long")
        var bytes: [UInt8] = []
        bytes.append(little: UInt32(clamping: message.count))
        return bytes + message
    }

    /// Takes the next bytes, split in any way, and appends the messages they complete.
    ///
    /// Throws for an impossible length, after which the rest of the stream cannot be decoded.
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
