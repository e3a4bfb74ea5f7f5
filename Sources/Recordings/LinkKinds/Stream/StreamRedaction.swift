import Ground
import NearbyInteraction

/// Replaces the content of a connection's bytes; a message keeps its length, and a whole message its known fields.
struct StreamRedaction: Sendable {
    var sent = Side()
    var received = Side()

    /// One direction.
    struct Side: Sendable {
        private var stream = MessageStream()
        private var isOther = false
        private var cut = CutMessages()

        init() {}

        /// Returns the next bytes in shareable form, with the same length.
        mutating func redact(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
            let isBetween = stream.isBetween && !isOther
            var messages: [[UInt8]] = []
            if !isOther { isOther = (try? stream.receive(bytes, into: &messages)) == nil }
            guard !isOther else { return substitutes.bytes(for: bytes) }
            // Data that begins or ends inside a message keeps length and kind; the rest becomes zeros.
            guard isBetween, stream.isBetween else { return cut.redact(bytes) { place, _ in place == 4 } }
            return messages.flatMap { MessageStream.frame(ATTRedaction(.appleSample).replaced($0, &substitutes)) }
        }
    }
}
