import Ground
import Links

/// Replaces a tag's number and everything that it holds; commands keep what they ask for.
struct TagRedaction: Sendable {
    static func redact(_ identity: TagIdentity, _ substitutes: inout Substitutes) -> TagIdentity {
        TagIdentity(
            uid: substitutes.bytes(for: identity.uid), atqa: identity.atqa, sak: identity.sak,
            ats: substitutes.bytes(for: identity.ats))
    }

    /// Short commands and selecting stay; of other commands the head stays, which says where and how much.
    static func command(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        if bytes.count <= 2 || bytes.starts(with: [0x00, 0xA4]) { return bytes }
        // ISO 7816-4: class, instruction, two parameters, length; type 2 tags: code and page.
        let isBlock = bytes.count >= 5 && [0x00, 0x90].contains(bytes[0])
        let head = isBlock ? 5 : bytes[0] == 0xA2 ? 2 : bytes[0] == 0x3A ? 3 : 1
        return bytes.prefix(head) + substitutes.bytes(for: bytes.dropFirst(head))
    }

    /// A status word or an acknowledgement stays.
    static func answer(_ bytes: [UInt8], _ substitutes: inout Substitutes) -> [UInt8] {
        if bytes.count <= 2 { return bytes }
        let tail = bytes.suffix(2) == [0x90, 0x00] ? 2 : 0
        return substitutes.bytes(for: bytes.dropLast(tail)) + bytes.suffix(tail)
    }
}
