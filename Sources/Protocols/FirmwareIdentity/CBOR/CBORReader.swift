public import Ground

/// Decodes one CBOR value from untrusted bytes, within limits for depth, length and number of values.
public struct CBORReader: Sendable {
    public static let depthLimit = 8
    /// The maximum number of values in a message, including keys.
    public static let valueLimit = 1_024

    private var reader: ByteReader
    private var count = 0

    private init(_ bytes: ArraySlice<UInt8>, origin: Int) { reader = ByteReader(bytes, origin: origin) }

    /// Decodes `bytes` as exactly one value.
    ///
    /// Throws, with the offset relative to `origin`, for invalid or truncated CBOR, kinds that the management
    /// protocol does not use, duplicate keys, and bytes after the value.
    public static func read(_ bytes: ArraySlice<UInt8>, origin: Int = 0) throws(Malformed) -> CBORValue {
        var reader = CBORReader(bytes, origin: origin)
        let value = try reader.value(depth: 0)
        try reader.reader.finish("the value")
        return value
    }

    /// Decodes `bytes` as exactly one value.
    public static func read(_ bytes: [UInt8]) throws(Malformed) -> CBORValue { try read(bytes[...]) }

    private mutating func value(depth: Int) throws(Malformed) -> CBORValue {
        let place = reader.offset
        guard depth <= Self.depthLimit else { throw Malformed(at: place, "more than \(Self.depthLimit) levels") }
        count += 1
        guard count <= Self.valueLimit else { throw Malformed(at: place, "more than \(Self.valueLimit) values") }
        let first = try reader.u8("a value")
        let (major, low) = (first >> 5, first & 31)
        switch major {
        case 0: return .unsigned(try argument(low, place))
        case 1: return .negative(try argument(low, place))
        case 2: return .bytes(try string(2, low, place))
        case 3:
            guard let text = String(strictUTF8: try string(3, low, place)) else {
                throw Malformed(at: place, "the text is no UTF-8")
            }
            return .text(text)
        case 4: return .array(try array(low, place, depth))
        case 5: return .map(try map(low, place, depth))
        case 7 where low == 20: return .bool(false)
        case 7 where low == 21: return .bool(true)
        default: throw Malformed(at: place, "\(first.hexadecimal) begins a value that the protocol does not use")
        }
    }

    private mutating func argument(_ low: UInt8, _ place: Int) throws(Malformed) -> UInt64 {
        switch low {
        case ..<24: UInt64(low)
        case 24: UInt64(try reader.u8("a number"))
        case 25: UInt64(try reader.big("a number") as UInt16)
        case 26: UInt64(try reader.big("a number") as UInt32)
        case 27: try reader.big("a number")
        default: throw Malformed(at: place, "a number of no known length")
        }
    }

    private mutating func length(_ low: UInt8, _ place: Int, _ what: StaticString) throws(Malformed) -> Int {
        let length = try argument(low, place)
        // Every value takes at least one byte, so a count greater than the remaining bytes is rejected up front.
        guard let length = Int(exactly: length), length <= reader.remaining else {
            throw Malformed(at: place, "\(what) has \(length) of them, and \(reader.remaining) bytes are left")
        }
        return length
    }

    private mutating func string(_ major: UInt8, _ low: UInt8, _ place: Int) throws(Malformed) -> [UInt8] {
        guard low == 31 else { return try reader.take(try length(low, place, "a string"), "a string") }
        var whole: [UInt8] = []
        while !takesBreak() {
            let piece = reader.offset
            let first = try reader.u8("a piece of a string")
            guard first >> 5 == major, first & 31 != 31 else {
                throw Malformed(at: piece, "a piece of a string is one of the same kind, with its length")
            }
            whole += try reader.take(try length(first & 31, piece, "a string"), "a string")
        }
        return whole
    }

    private mutating func array(_ low: UInt8, _ place: Int, _ depth: Int) throws(Malformed) -> [CBORValue] {
        var values: [CBORValue] = []
        if low == 31 {
            while !takesBreak() { values.append(try value(depth: depth + 1)) }
        } else {
            for _ in 0..<(try length(low, place, "an array")) { values.append(try value(depth: depth + 1)) }
        }
        return values
    }

    private mutating func map(_ low: UInt8, _ place: Int, _ depth: Int) throws(Malformed) -> [CBOREntry] {
        var entries: [CBOREntry] = []
        var keys: Set<CBORValue> = []
        if low == 31 {
            while !takesBreak() { entries.append(try entry(depth, &keys)) }
        } else {
            for _ in 0..<(try length(low, place, "a map")) { entries.append(try entry(depth, &keys)) }
        }
        return entries
    }

    private mutating func entry(_ depth: Int, _ keys: inout Set<CBORValue>) throws(Malformed) -> CBOREntry {
        let place = reader.offset
        let key = try value(depth: depth + 1)
        guard keys.insert(key).inserted else { throw Malformed(at: place, "a key comes twice") }
        return CBOREntry(key, try value(depth: depth + 1))
    }

    /// Consumes the break that ends an indefinite length; at the end of the bytes, reading the next value throws.
    private mutating func takesBreak() -> Bool {
        guard reader.next == 0xFF else { return false }
        _ = reader.rest(1)
        return true
    }
}

extension ByteReader {
    /// Consumes bytes that were already examined.
    fileprivate mutating func rest(_ count: Int) -> ArraySlice<UInt8> { (try? slice(count, "a byte")) ?? [] }
}
