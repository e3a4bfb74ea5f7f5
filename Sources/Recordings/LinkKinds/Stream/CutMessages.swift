import Ground

/// Length-prefixed messages (32 bits), of which a piece of a stream has only parts.
struct CutMessages: Sendable {
    /// The number of leading bytes remembered of a message: they decide which of its bytes may be shown.
    private static let mostRemembered = 8

    private var head: [UInt8] = []
    private var offset = 0
    private var length = 0

    /// Returns the next bytes with hidden ones replaced by zeros.
    ///
    /// `isShown` receives a byte's position in its message, and the message's first bytes including this one.
    mutating func redact(_ bytes: [UInt8], isShown: (_ place: Int, _ head: [UInt8]) -> Bool) -> [UInt8] {
        bytes.map { byte in
            if head.count < Self.mostRemembered { head.append(byte) }
            if offset < 4 { length |= Int(byte) << (8 * offset) }
            let shown = offset < 4 || isShown(offset, head) ? byte : 0
            offset += 1
            if offset >= 4, offset >= 4 + length { self = CutMessages() }
            return shown
        }
    }
}
