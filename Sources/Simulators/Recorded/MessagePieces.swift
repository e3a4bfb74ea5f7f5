import ATT
import Ground
import NearbyInteraction

/// One direction of an accessory's connection on the network, as the messages that it carries.
///
/// Behind a length that no message has nothing has a meaning: what comes then is taken as it came.
struct MessagePieces: Sendable {
    struct Message: Hashable, Sendable {
        /// What it says; the length alone where no message has such a one.
        let content: [UInt8]
        /// The bytes that carry it, its length included.
        let frame: [UInt8]
    }

    /// Stands for the characteristic, which a connection has none of.
    static let handle = AttributeHandle(0)

    private var stream = MessageStream()
    /// What was taken and gave no message yet.
    private var rest: [UInt8] = []
    private var isOther = false

    /// Takes the next bytes, cut anywhere, and gives the messages that they complete.
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

    /// The same without what comes behind the first length that no message has.
    mutating func messages(in bytes: [UInt8]) -> [Message] { isOther ? [] : receive(bytes) }

    /// The beginning of a message whose rest never came, and forgets it.
    mutating func takeRest() -> [UInt8] {
        defer { rest = [] }
        return rest
    }

    /// The message that these bytes carry; nil where they are not one whole message.
    static func content(ofFrame frame: [UInt8]) -> [UInt8]? {
        var (stream, contents) = (MessageStream(), [[UInt8]]())
        guard (try? stream.receive(frame, into: &contents)) != nil, stream.isBetween, contents.count == 1 else {
            return nil
        }
        return contents[0]
    }
}
