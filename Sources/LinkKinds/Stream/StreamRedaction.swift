import Ground
import NearbyInteraction

/// Replaces what a connection's bytes hold; a message's length stays, and of a whole message its known fields.
struct StreamRedaction: Sendable {
    var sent = Side()
    var received = Side()

    /// One direction.
    struct Side: Sendable {
        private var stream = MessageStream()
        private var isOther = false

        init() {}

        /// The next bytes as they may be shared: so many as they were.
        mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
            let isBetween = stream.isBetween && !isOther
            var messages: [[UInt8]] = []
            if !isOther { isOther = (try? stream.receive(bytes, into: &messages)) == nil }
            // A piece that begins or ends inside of a message tells nothing but how long it is.
            guard isBetween, !isOther, stream.isBetween else { return substitutes.bytes(for: bytes) }
            return messages.flatMap { MessageStream.frame(ATTRedaction(.appleSample).replaced($0, &substitutes)) }
        }
    }
}
