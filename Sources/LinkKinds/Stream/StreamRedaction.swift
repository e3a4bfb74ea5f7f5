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
        private var cut = CutMessages()

        init() {}

        /// The next bytes as they may be shared: so many as they were.
        mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
            let isBetween = stream.isBetween && !isOther
            var messages: [[UInt8]] = []
            if !isOther { isOther = (try? stream.receive(bytes, into: &messages)) == nil }
            guard !isOther else { return substitutes.bytes(for: bytes) }
            // Of what begins or ends inside of a message there are its length and its kind, and zeros.
            guard isBetween, stream.isBetween else { return cut.redact(bytes) { place, _ in place == 4 } }
            return messages.flatMap { MessageStream.frame(ATTRedaction(.appleSample).replaced($0, &substitutes)) }
        }
    }
}
