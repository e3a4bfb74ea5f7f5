import ApplicationServices
import Ground

/// Replaces what an application says over a connection between a screen and an agent, and of what those two say the
/// service's name, tokens and what stands for the parameters.
struct AgentRedaction: Sendable {
    var sent = Side()
    var received = Side()

    /// One direction.
    struct Side: Sendable {
        private var stream = ControlStream()
        private var cut = CutMessages()

        init() {}

        /// The next bytes as they may be shared: so many as they were.
        mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
            let isBetween = stream.isBetween && !stream.isBroken
            var messages: [ControlMessage] = []
            try? stream.receive(bytes, into: &messages)
            guard !stream.isBroken else { return substitutes.bytes(for: bytes) }
            // Of what begins or ends inside of a message there is what can be shown, and zeros.
            guard isBetween, stream.isBetween else { return cut.redact(bytes, isShown: Self.isShown) }
            return messages.flatMap { Self.replaced($0, &substitutes) }
        }

        /// Length, version and kind stand before what a message says.
        private static let head = 6
        private static let tokenSize = 8
        private static let hashSize = 4

        /// Whether a byte of a message tells no secret: its frame, the platform, and all of a message without more.
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
