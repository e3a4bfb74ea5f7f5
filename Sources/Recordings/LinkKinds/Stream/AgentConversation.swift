import ApplicationServices
import Ground

/// Decodes the bytes between a screen and a companion's agent: control messages, until something else arrives.
struct AgentConversation: Sendable {
    private var fromPhone = Side()
    private var toPhone = Side()

    /// One direction.
    private struct Side: Sendable {
        var stream = ControlStream()
        /// Whether something other than a message arrived, after which bytes are shown unchanged.
        var isOther = false
    }

    /// Returns the messages that a piece completes; nil once something other than a message arrived.
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
    /// The longest payload that is shown as text.
    private static let longestText = 64

    /// Returns the message in one line; an application's bytes are shown unchanged, and a whole frame also by its
    /// type and text.
    func words(_ style: inout MeaningStyle) -> String {
        let bytes: [UInt8]
        switch self {
        case .granted(let token): return "granted(\(style.token(token)))"
        case .connect(let token, _): return "connect(\(style.token(token)))"
        case .data(let data): bytes = data
        case .invite, .prompting, .denied, .notInstalled, .noListener, .parked, .hello, .aborted, .busy, .refused:
            return description
        }
        var reader = ByteReader(bytes)
        guard let type = try? reader.u32("the type"), let length = try? reader.u32("the length"),
            Int(length) == reader.remaining, reader.remaining <= Self.longestText,
            let text = String(validating: reader.rest(), as: UTF8.self)
        else { return "data \(bytes.shown())" }
        return "data \(bytes.shown()): type \(type), \"\(text.escapedForDisplay)\""
    }
}
