/// What is written to the accessory past the app and its session: whole, cut, padded or made up.
public indirect enum RawMessage: Codable, Hashable, Sendable {
    case initialize
    /// The shareable configuration that the session generated last; one made up where it generated none.
    case shareableConfiguration
    /// Another shareable configuration, with its own session id, vector and address.
    case newShareableConfiguration
    case stop
    /// These bytes, with nothing added: the first is taken for the message's id.
    case bytes([UInt8])
    /// The first bytes of a message; what its fields say of its length stays as it is.
    case cut(RawMessage, to: Int)
    /// A message and so many zero bytes behind it.
    case padded(RawMessage, by: Int)
    /// A message with one byte, counted from 0 for its id, changed in the bits of a mask.
    case corrupted(RawMessage, byte: Int, xor: UInt8)
    /// One write for every length from 1 byte to all but one.
    case everyCut(of: RawMessage)
}

extension RawMessage {
    /// Asks for the vendor's device structure, which is its own business to answer (fact sheet 2.1).
    public static let deviceStructureRequest = RawMessage.bytes([0x20])
    /// What a vendor's Android app begins with: no accessory for Apple's phones may start by it (fact sheet 2.1).
    public static let androidInitialize = RawMessage.bytes([0xA5])
    /// A write of no bytes.
    public static let empty = RawMessage.bytes([])

    /// A message as the phone would write it, which only the phone can make.
    public enum Whole: Hashable, Sendable {
        case initialize
        case shareableConfiguration
        case newShareableConfiguration
        case stop
    }

    /// What is written for it: one message, or one for each length of `everyCut`.
    ///
    /// A cut that is longer than its message leaves it whole, and so does a byte that it does not have.
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

    /// No attribute is longer (Core Specification, Vol 3, Part F, 3.2.9).
    static let longest = 512

    private static func changed(_ bytes: [UInt8], _ byte: Int, _ mask: UInt8) -> [UInt8] {
        var bytes = bytes
        if bytes.indices.contains(byte) { bytes[byte] ^= mask }
        return bytes
    }
}
