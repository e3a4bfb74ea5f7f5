import Ground

/// Messages behind their length, 32 bits, of which a piece of a stream has only parts.
struct CutMessages: Sendable {
    /// How much of the beginning of a message is remembered: what decides which of its bytes may be shown.
    private static let mostRemembered = 8

    private var head: [UInt8] = []
    private var offset = 0
    private var length = 0

    /// The next bytes with zeros in the place of those that are not to be shown.
    ///
    /// `isShown` gets the place of a byte in its message, and the first bytes of that, this one included.
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
