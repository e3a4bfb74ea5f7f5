import ApplicationServices
import Ground

/// Replaces what an application says over a connection between a screen and an agent; what those two say stays.
struct AgentRedaction: Sendable {
    var sent = Side()
    var received = Side()

    /// One direction.
    struct Side: Sendable {
        private var stream = ControlStream()

        init() {}

        /// The next bytes as they may be shared: so many as they were.
        mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
            let isBetween = stream.isBetween && !stream.isBroken
            var messages: [ControlMessage] = []
            try? stream.receive(bytes, into: &messages)
            // A piece that begins or ends inside of a message tells nothing but how long it is.
            guard isBetween, !stream.isBroken, stream.isBetween else { return substitutes.bytes(for: bytes) }
            return messages.flatMap { message -> [UInt8] in
                guard case .data(let data) = message else { return message.encoded }
                return ControlMessage.data(substitutes.bytes(for: data)).encoded
            }
        }
    }
}
