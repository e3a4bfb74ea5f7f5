import ApplicationServices
import Ground

/// What the bytes between a screen and a companion's agent mean: control messages, until something comes that is none.
struct AgentConversation: Sendable {
    private var fromPhone = Side()
    private var toPhone = Side()

    /// One direction.
    private struct Side: Sendable {
        var stream = ControlStream()
        /// Whether something came that is no message: what follows is shown as it is.
        var isOther = false
    }

    /// The messages that a piece completes; nil behind what is none.
    mutating func receive(_ bytes: [UInt8], fromPhone isSent: Bool) -> FrameMeaning? {
        var side = isSent ? fromPhone : toPhone
        defer { if isSent { fromPhone = side } else { toPhone = side } }
        guard !side.isOther else { return nil }
        var messages: [ControlMessage] = []
        do throws(Malformed) {
            try side.stream.receive(bytes, into: &messages)
            return .control(messages)
        } catch {
            side.isOther = true
            return .malformed(isSent ? "an agent's message" : "a screen's message", error, bytes)
        }
    }
}

extension ControlMessage {
    /// In one line; an application's bytes are shown as they are.
    var words: String { if case .data(let bytes) = self { "data \(bytes.shown())" } else { description } }
}
