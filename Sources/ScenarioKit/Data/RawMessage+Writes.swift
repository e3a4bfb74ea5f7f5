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
