import Ground

/// A CBOR value as the management protocol uses it: RFC 8949 without tags, floats, null and undefined.
public indirect enum CBORValue: Hashable, Sendable {
    case unsigned(UInt64)
    /// The value is -1 minus this.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// Entries in encoded order, without duplicate keys.
    case map([CBOREntry])
    case bool(Bool)

    /// The value for a text key of a map; nil for other values.
    public subscript(key: String) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == .text(key) }?.value
    }

    public var unsigned: UInt64? { if case .unsigned(let value) = self { value } else { nil } }
    public var text: String? { if case .text(let value) = self { value } else { nil } }
    public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [CBORValue]? { if case .array(let values) = self { values } else { nil } }

    /// The integer of either sign; nil for other values or on overflow.
    public var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        case .bytes, .text, .array, .map, .bool: nil
        }
    }

    /// Creates a map with text keys.
    public static func object(_ entries: KeyValuePairs<String, CBORValue>) -> CBORValue {
        .map(entries.map { CBOREntry(.text($0.key), $0.value) })
    }
}

/// A key and its value in a map.
public struct CBOREntry: Hashable, Sendable {
    public let key: CBORValue
    public let value: CBORValue

    public init(_ key: CBORValue, _ value: CBORValue) { (self.key, self.value) = (key, value) }
}

/// The encoding of the lengths of arrays and maps.
public enum CBORLengths: String, Hashable, Sendable, CaseIterable {
    /// A count in front.
    case definite
    /// A break after the last value, as small encoders write it.
    case indefinite
}

extension CBORValue {
    /// Returns the value in its shortest form, with the given encoding of lengths.
    public func encoded(_ lengths: CBORLengths = .definite) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, lengths)
        return bytes
    }

    private func append(to bytes: inout [UInt8], _ lengths: CBORLengths) {
        switch self {
        case .unsigned(let value): Self.head(0, value, &bytes)
        case .negative(let value): Self.head(1, value, &bytes)
        case .bytes(let value):
            Self.head(2, UInt64(value.count), &bytes)
            bytes += value
        case .text(let value):
            Self.head(3, UInt64(value.utf8.count), &bytes)
            bytes += value.utf8
        case .array(let values): Self.many(4, values, values.count, to: &bytes, lengths)
        case .map(let entries):
            Self.many(5, entries.flatMap { [$0.key, $0.value] }, entries.count, to: &bytes, lengths)
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        }
    }

    private static func many(
        _ major: UInt8, _ values: [CBORValue], _ count: Int, to bytes: inout [UInt8], _ lengths: CBORLengths
    ) {
        switch lengths {
        case .definite: head(major, UInt64(count), &bytes)
        case .indefinite: bytes.append(major << 5 | 31)
        }
        for value in values { value.append(to: &bytes, lengths) }
        if lengths == .indefinite { bytes.append(0xFF) }
    }

    private static func head(_ major: UInt8, _ value: UInt64, _ bytes: inout [UInt8]) {
        switch value {
        case ..<24: bytes.append(major << 5 | UInt8(value))
        case ...0xFF:
            bytes.append(major << 5 | 24)
            bytes.append(UInt8(value))
        case ...0xFFFF:
            bytes.append(major << 5 | 25)
            bytes.append(big: UInt16(truncatingIfNeeded: value))  // no longer than this
        case ...0xFFFF_FFFF:
            bytes.append(major << 5 | 26)
            bytes.append(big: UInt32(truncatingIfNeeded: value))  // no longer than this
        default:
            bytes.append(major << 5 | 27)
            bytes.append(big: value)
        }
    }
}
