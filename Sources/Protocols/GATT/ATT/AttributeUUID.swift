public import Ground

/// The type of an attribute, a service or a characteristic: a UUID of 16 or 128 bits.
///
/// A short UUID equals the 128-bit UUID formed with the Bluetooth base. The original form is preserved because the
/// two differ on the wire.
public struct AttributeUUID: Sendable {
    /// Whether the UUID has the 16-bit form.
    public let isShort: Bool
    private let high: UInt64
    private let low: UInt64

    private static let baseHigh: UInt64 = 0x0000_0000_0000_1000
    private static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

    /// Creates a 16-bit UUID, as assigned by the Bluetooth SIG.
    public init(_ value: UInt16) {
        self.init(isShort: true, high: Self.baseHigh | UInt64(value) << 32, low: Self.baseLow)
    }

    private init(isShort: Bool, high: UInt64, low: UInt64) {
        self.isShort = isShort
        self.high = high
        self.low = low
    }

    /// Parses four digits, 32 digits, or 32 digits with dashes after 8, 12, 16 and 20; returns nil for other text.
    public init?(_ text: String) {
        var (high, low, digits, dashes) = (UInt64(0), UInt64(0), 0, 0)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "-") {
                guard dashes < Self.dashes.count, digits == Self.dashes[dashes] else { return nil }
                dashes += 1
                continue
            }
            guard digits < 32, let digit = Self.digit(byte) else { return nil }
            (high, low) = (high << 4 | low >> 60, low << 4 | digit)
            digits += 1
        }
        switch (digits, dashes) {
        case (4, 0): self.init(UInt16(truncatingIfNeeded: low))  // four digits
        case (32, 0), (32, Self.dashes.count): self.init(isShort: false, high: high, low: low)
        default: return nil
        }
    }

    /// The digit positions that a dash precedes.
    private static let dashes = [8, 12, 16, 20]

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// Decodes 2 or 16 bytes, least significant first.
    public init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        switch bytes.count {
        case 2: self.init(try reader.u16("a UUID"))
        case 16:
            let low: UInt64 = try reader.u64("a UUID")
            self.init(isShort: false, high: try reader.u64("a UUID"), low: low)
        default: throw Malformed(at: 0, "a UUID has 2 or 16 bytes, not \(bytes.count)")
        }
    }

    /// The 16-bit value if the UUID has the Bluetooth base, in either form.
    public var assigned: UInt16? {
        guard low == Self.baseLow, high & ~0x0000_FFFF_0000_0000 == Self.baseHigh else { return nil }
        return UInt16(truncatingIfNeeded: high >> 32)  // the other bits were compared with the base
    }

    /// 2 or 16 bytes, least significant first.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        if isShort, let assigned {
            bytes.append(little: assigned)
        } else {
            bytes.append(little: low)
            bytes.append(little: high)
        }
        return bytes
    }
}

extension AttributeUUID: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.high == right.high && left.low == right.low }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(high)
        hasher.combine(low)
    }
}

extension AttributeUUID: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: UInt16) { self.init(value) }
}

extension AttributeUUID: CustomStringConvertible {
    /// The UUID in upper case: `180A`, or `6E400001-B5A3-F393-E0A9-E50E24DCCA9E`.
    public var description: String {
        let digits = Array(encoded.reversed().hex(separator: "").uppercased())
        guard !isShort else { return String(digits) }
        let ends = [8, 12, 16, 20, 32]
        return zip([0] + ends, ends).map { String(digits[$0..<$1]) }.joined(separator: "-")
    }
}

extension AttributeUUID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let uuid = AttributeUUID(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(text.escapedForDisplay) is not a UUID of 4 or 32 digits")
        }
        self = uuid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
