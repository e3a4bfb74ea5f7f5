import Ground
import NearbyInteraction

/// Decodes the bytes of one connection as data channel messages, if its first bytes can be nothing else.
struct StreamConversation: Sendable {
    private let ids = MessageIdentifiers.appleSample
    private var fromPhone = Side()
    private var toPhone = Side()

    /// One direction.
    private struct Side: Sendable {
        var stream = MessageStream()
        /// Whether something other than a message arrived, after which bytes are shown unchanged.
        var isOther = false
    }

    /// Returns the messages that a piece completes; nil if the stream carries something else.
    mutating func receive(_ bytes: [UInt8], fromPhone isSent: Bool) -> FrameMeaning? {
        var side = isSent ? fromPhone : toPhone
        defer { if isSent { fromPhone = side } else { toPhone = side } }
        guard !side.isOther else { return nil }
        var messages: [[UInt8]] = []
        side.isOther = (try? side.stream.receive(bytes, into: &messages)) == nil
        guard !side.isOther else { return nil }
        return .messages(
            messages.map { isSent ? ChannelMessage(written: $0, ids) : ChannelMessage(notified: $0, ids) })
    }
}
