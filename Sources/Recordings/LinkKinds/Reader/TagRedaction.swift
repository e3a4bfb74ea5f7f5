import Ground
import Links

/// Replaces a tag's number and its content; commands keep what they request.
struct TagRedaction: Sendable {
    /// The command before an answer, or before the second half of a command.
    private enum Last: Sendable {
        case none
        /// ISO 7816-4: the answer ends with a status word.
        case block
        /// COMPATIBILITY WRITE: 16 bytes of content follow, without a command code.
        case compatibilityWrite
        case other
    }

    private var last = Last.none

    static func redact(_ identity: TagIdentity, _ substitutes: inout Substitutes) -> TagIdentity {
        TagIdentity(
            uid: substitutes.bytes(for: identity.uid), atqa: identity.atqa, sak: identity.sak,
            ats: substitutes.bytes(for: identity.ats))
    }

    /// Redacts a command. Selection is kept, and so is the head of other commands, with position and length.
    mutating func command(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        guard let code = bytes.first else { return bytes }
        if case .compatibilityWrite = last {
            last = .other
            return substitutes.bytes(for: bytes)
        }
        // ISO 7816-4: class, instruction, two parameters, length; type 2 tags: code and page.
        let isBlock = bytes.count >= 4 && [0x00, 0x90].contains(code)
        last = isBlock ? .block : code == 0xA0 ? .compatibilityWrite : .other
        if isBlock, bytes[1] == 0xA4 { return bytes }
        let head = isBlock ? 5 : [0x30, 0xA0, 0xA2].contains(code) ? 2 : code == 0x3A ? 3 : 1
        return bytes.prefix(head) + substitutes.bytes(for: bytes.dropFirst(head))
    }

    /// Redacts an answer. A status word or an acknowledgement is kept; two bytes of a Type 2 tag may be a password's
    /// acknowledgement.
    mutating func answer(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        guard bytes.count > 1 else { return bytes }
        guard case .block = last else { return substitutes.bytes(for: bytes) }
        return substitutes.bytes(for: bytes.dropLast(2)) + bytes.suffix(2)
    }
}
