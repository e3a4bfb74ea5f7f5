import GATT
import Ground
import NearbyInteraction

/// One direction of an accessory's network connection, as the messages that it carries.
///
/// After an invalid length nothing can be interpreted: further bytes are taken as they come.
struct MessagePieces: Sendable {
    struct Message: Hashable, Sendable {
        /// The content; the length alone if it is invalid.
        let content: [UInt8]
        /// The bytes that carry it, including its length.
        let frame: [UInt8]
    }

    /// A placeholder for the characteristic, which a connection does not have.
    static let handle = AttributeHandle(0)

    private var stream = MessageStream()
    /// The bytes received that have not completed a message.
    private var rest: [UInt8] = []
    private var isOther = false

    /// Receives the next bytes, cut anywhere, and returns the messages that they complete.
    mutating func receive(_ bytes: [UInt8]) -> [Message] {
        guard !isOther else { return [Message(content: bytes, frame: bytes)] }
        rest += bytes
        var contents: [[UInt8]] = []
        isOther = (try? stream.receive(bytes, into: &contents)) == nil
        var messages: [Message] = []
        for content in contents {
            let frame = MessageStream.frame(content)
            rest.removeFirst(frame.count)
            messages.append(Message(content: content, frame: frame))
        }
        guard isOther else { return messages }
        let nonsense = takeRest()
        return messages + [Message(content: Array(nonsense.prefix(4)), frame: nonsense)]
    }

    /// Receives the next bytes and returns the messages, without anything after the first invalid length.
    mutating func messages(in bytes: [UInt8]) -> [Message] { isOther ? [] : receive(bytes) }

    /// Returns and forgets the beginning of a message whose rest never came.
    mutating func takeRest() -> [UInt8] {
        defer { rest = [] }
        return rest
    }

    /// Returns the message that these bytes carry; nil if they are not exactly one message.
    static func content(ofFrame frame: [UInt8]) -> [UInt8]? {
        var (stream, contents) = (MessageStream(), [[UInt8]]())
        guard (try? stream.receive(frame, into: &contents)) != nil, stream.isBetween, contents.count == 1 else {
            return nil
        }
        return contents[0]
    }
}
