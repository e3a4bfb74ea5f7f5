/// A SHA-256 hash of some content: 32 bytes, written as 64 lower-case hexadecimal digits.
public struct ContentHash: Hashable, Sendable {
    /// The number of bytes in a hash.
    public static let size = 32

    public let bytes: [UInt8]

    /// Creates a hash from its bytes; nil unless there are 32.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = Array(bytes)
    }

    /// Parses 64 lower-case digits; nil for anything else, because a hash has only one spelling.
    public init?(hex text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.size else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size)
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(of: digits[place]), let low = Self.value(of: digits[place + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The hash as 64 digits: `4f53cda1...`.
    public var hex: String { bytes.hex(separator: "") }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension ContentHash: CustomStringConvertible {
    public var description: String { hex }
}

extension ContentHash: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = ContentHash(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is no SHA-256 hash")
        }
        self = hash
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
