import Ground
import NearbyInteraction

/// What the bytes of one connection mean: messages of the data channel, where its first bytes are nothing else.
struct StreamConversation: Sendable {
    private let ids = MessageIdentifiers.appleSample
    private var fromPhone = Side()
    private var toPhone = Side()

    /// One direction.
    private struct Side: Sendable {
        var stream = MessageStream()
        /// Whether something came that is no message: what follows is shown as it is.
        var isOther = false
    }

    /// The messages that a piece completes; nil where the stream carries something else.
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
