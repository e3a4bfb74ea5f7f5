import Crypto
import Ground

/// A SHA-256 hash, of which the history makes many.
public struct HistoryHash: Hashable, Comparable, Sendable {
    public let bytes: [UInt8]

    /// The hash of some bytes.
    public init(of content: [UInt8]) { bytes = Array(SHA256.hash(data: content)) }

    /// Takes 32 bytes; nil for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Takes 64 hexadecimal digits; nil for any other text.
    public init?(hex: String) {
        let digits = hex.utf8.compactMap { $0 < 0x80 ? Character(Unicode.Scalar($0)).hexDigitValue : nil }
        guard hex.utf8.count == 64, digits.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    public var hex: String { bytes.hex(separator: "") }

    public static func < (one: HistoryHash, other: HistoryHash) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }
}
