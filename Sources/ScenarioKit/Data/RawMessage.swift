/// A message written to the accessory without the app and its session: whole, cut, padded or made up.
public indirect enum RawMessage: Codable, Hashable, Sendable {
    case initialize
    /// The last shareable configuration the session generated, or a made-up one if it generated none.
    case shareableConfiguration
    /// Another shareable configuration, with a different session id, vector and address.
    case newShareableConfiguration
    case stop
    /// Exactly these bytes; the first is the message's id.
    case bytes([UInt8])
    /// The first bytes of a message. Its length fields are unchanged.
    case cut(RawMessage, to: Int)
    /// A message followed by a number of zero bytes.
    case padded(RawMessage, by: Int)
    /// A message with the bits of a mask flipped in one byte, counted from 0 for its id.
    case corrupted(RawMessage, byte: Int, xor: UInt8)
    /// One write for every length from 1 byte to all but one.
    case everyCut(of: RawMessage)
}

extension RawMessage {
    /// A request for the vendor's device structure, which an accessory may answer as it likes (nearby-interaction.md
    /// 2.1).
    public static let deviceStructureRequest = RawMessage.bytes([0x20])
    /// The first message of a vendor's Android app, which must not start an accessory for Apple's phones
    /// (nearby-interaction.md 2.1).
    public static let androidInitialize = RawMessage.bytes([0xA5])
    /// An app's message that it entered or left a zone: see `AccessoryPart.zoneMessages`.
    public static func zone(_ number: UInt8, isInside: Bool) -> RawMessage {
        .bytes([zoneMessage, number, isInside ? 1 : 0])
    }

    private static let zoneMessage: UInt8 = 0x30
    /// The id of an accessory's answer to a zone message.
    static let zoneAnswer: UInt8 = 0x31

    var isOfZone: Bool {
        if case .bytes(let bytes) = self { bytes.count == 3 && bytes[0] == Self.zoneMessage } else { false }
    }

    /// A write of no bytes.
    public static let empty = RawMessage.bytes([])

    /// A message as the phone would write it, which only the phone can create.
    public enum Whole: Hashable, Sendable {
        case initialize
        case shareableConfiguration
        case newShareableConfiguration
        case stop
    }

    /// Returns the bytes to write: one message, or one for each length of `everyCut`.
    ///
    /// A cut longer than its message leaves it whole, and a change to a byte beyond its end has no effect.
    public func writes(_ whole: (Whole) -> [UInt8]) -> [[UInt8]] {
        switch self {
        case .initialize: [whole(.initialize)]
        case .shareableConfiguration: [whole(.shareableConfiguration)]
        case .newShareableConfiguration: [whole(.newShareableConfiguration)]
        case .stop: [whole(.stop)]
        case .bytes(let bytes): [bytes]
        case .cut(let message, let length):
            message.writes(whole).map { Array($0.prefix(max(length, 0))) }
        case .padded(let message, let count):
            message.writes(whole).map { $0 + [UInt8](repeating: 0, count: min(max(count, 0), Self.longest)) }
        case .corrupted(let message, let byte, let mask):
            message.writes(whole).map { Self.changed($0, byte, mask) }
        case .everyCut(let message):
            message.writes(whole).flatMap { bytes in (1..<max(bytes.count, 1)).map { Array(bytes.prefix($0)) } }
        }
    }

    /// The greatest length of an attribute (Core Specification, Vol 3, Part F, 3.2.9).
    static let longest = 512

    private static func changed(_ bytes: [UInt8], _ byte: Int, _ mask: UInt8) -> [UInt8] {
        var bytes = bytes
        if bytes.indices.contains(byte) { bytes[byte] ^= mask }
        return bytes
    }
}
