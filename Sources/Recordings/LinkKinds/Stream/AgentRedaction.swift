import ApplicationServices
import Ground

/// Replaces an application's data on a connection between a screen and an agent and, in their control messages, the
/// service's name, the tokens and the digests of the parameters.
struct AgentRedaction: Sendable {
    var sent = Side()
    var received = Side()

    /// One direction.
    struct Side: Sendable {
        private var stream = ControlStream()
        private var cut = CutMessages()

        init() {}

        /// Returns the next bytes in shareable form, with the same length.
        mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
            let isBetween = stream.isBetween && !stream.isBroken
            var messages: [ControlMessage] = []
            try? stream.receive(bytes, into: &messages)
            guard !stream.isBroken else { return substitutes.bytes(for: bytes) }
            // Data that begins or ends inside a message keeps its public bytes; the rest becomes zeros.
            guard isBetween, stream.isBetween else { return cut.redact(bytes, isShown: Self.isShown) }
            return messages.flatMap { Self.replaced($0, &substitutes) }
        }

        /// Length, version and kind come before a message's content.
        private static let head = 6
        private static let tokenSize = 8
        private static let hashSize = 4

        /// Returns whether a byte of a message is public: its frame, the platform, and all of a message without other
        /// content.
        private static func isShown(_ place: Int, _ head: [UInt8]) -> Bool {
            guard place >= Self.head, head.count >= Self.head else { return true }
            switch ControlMessage.Kind(rawValue: head[Self.head - 1]) {
            case .invite:
                guard place > Self.head, head.count > Self.head else { return true }
                return place == Self.head + 1 + Int(head[Self.head])
            case .data, .granted, .connect, nil: return false
            case .prompting, .denied, .notInstalled, .noListener, .parked, .hello, .aborted, .busy, .refused:
                return true
            }
        }

        private static func replaced(_ message: ControlMessage, _ substitutes: inout Substitutes) -> [UInt8] {
            var bytes = message.encoded
            func replace(_ range: Range<Int>) {
                bytes.replaceSubrange(range, with: substitutes.bytes(for: bytes[range]))
            }
            func replaceHashes() {
                let first = bytes.count - ParametersDigest.size
                for place in stride(from: first, to: bytes.count, by: hashSize) {
                    replace(place..<place + hashSize)
                }
            }
            switch message {
            case .data: replace(head..<bytes.count)
            case .granted: replace(head..<head + tokenSize)
            case .connect:
                replace(head..<head + tokenSize)
                replaceHashes()
            case .invite(let service, _, _):
                let name = Array(substitutes.text(for: service.rawValue).utf8)
                bytes.replaceSubrange(head + 1..<head + 1 + name.count, with: name)
                replaceHashes()
            case .prompting, .denied, .notInstalled, .noListener, .parked, .hello, .aborted, .busy, .refused: break
            }
            return bytes
        }
    }
}
