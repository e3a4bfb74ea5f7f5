extension [UInt8] {
    /// Appends an integer, least significant byte first.
    @inlinable public mutating func append<Value: FixedWidthInteger>(little value: Value) {
        for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> Value(shift)))  // takes the lowest byte on purpose
        }
    }

    /// Appends an integer, most significant byte first.
    @inlinable public mutating func append<Value: FixedWidthInteger>(big value: Value) {
        for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> Value(shift)))  // takes the lowest byte on purpose
        }
    }

    /// Parses bytes from hexadecimal digits with any white space between them; nil if the text is invalid.
    public init?(hex text: some StringProtocol) {
        var bytes: [UInt8] = []
        var high: UInt8?
        for character in text where !character.isWhitespace {
            guard let digit = character.hexDigitValue else { return nil }
            let value = UInt8(digit)
            if let upper = high {
                bytes.append(upper << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
        self = bytes
    }
}

extension Sequence<UInt8> {
    /// Two lower-case digits for each byte, with a space between bytes: `01 0a ff`.
    public var hex: String { hex(separator: " ") }

    public func hex(separator: String) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }
        var text: [UInt8] = []
        text.reserveCapacity(underestimatedCount * (2 + separator.utf8.count))
        for byte in self {
            if !text.isEmpty { text += separator.utf8 }
            text.append(digit(byte >> 4))
            text.append(digit(byte & 0x0F))
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Collection<UInt8> {
    /// The first `limit` bytes in hexadecimal, with the total number if there are more: `01 0a ... (16000 bytes)`.
    public func hex(atMost limit: Int) -> String {
        count <= limit ? hex : "\(prefix(limit).hex) ... (\(count) bytes)"
    }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// The value in hexadecimal with all its leading zeros: `0x00ff`.
    public var hexadecimal: String {
        let digits = String(self, radix: 16)
        return "0x" + String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

/// The 64-bit FNV-1a hash: the same on every machine and in every run, and not cryptographic.
public struct FNV1a: Hashable, Sendable {
    @usableFromInline var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable public var value: UInt64 { hash }

    @inlinable public init() {}

    /// Creates the hash of these bytes alone.
    @inlinable public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    }
}
