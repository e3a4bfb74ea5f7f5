import Ground

/// Reads one JSON document (RFC 8259) strictly: each error names its byte.
///
/// A duplicate name is an error, and so is anything after the document.
struct JSONReader {
    /// The maximum depth of nested lists and objects.
    static let mostDepth = 64

    private let bytes: [UInt8]
    private var place = 0
    /// The offset of the first name that is out of order; nil if all names are sorted.
    private(set) var firstUnsorted: Int?
    /// The path of the value whose offset is wanted, and the path of the reader's position.
    private let wanted: [String]
    private var way: [String] = []
    /// The offset of the last value on that path, or of the name before it; nil if there is none.
    private(set) var found: Int?

    init(_ bytes: [UInt8], lookingFor wanted: [String] = []) { (self.bytes, self.wanted) = (bytes, wanted) }

    /// Returns the document's value, which only white space may surround.
    mutating func read() throws(AttestationError) -> JSONValue {
        let value = try value(depth: 0)
        skipSpace()
        guard place == bytes.count else { throw mistake("there is something behind the document") }
        return value
    }

    private mutating func value(depth: Int) throws(AttestationError) -> JSONValue {
        guard depth < Self.mostDepth else { throw mistake("lists and objects lie too deep in each other") }
        skipSpace()
        guard let byte = next else { throw mistake("a value is missing: the document was cut off") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw mistake("no value begins with \(byte.hexadecimal)")
        }
    }

    private mutating func object(depth: Int) throws(AttestationError) -> JSONValue {
        place += 1
        var fields: [String: JSONValue] = [:]
        var last: String?
        skipSpace()
        if take("}") { return .object(fields) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw mistake("a name is missing") }
            let start = place
            let name = try text()
            guard fields[name] == nil else {
                throw AttestationError("the name '\(name.shown())' is there twice", offset: start)
            }
            if let last, !last.utf8.lexicographicallyPrecedes(name.utf8) { firstUnsorted = firstUnsorted ?? start }
            last = name
            skipSpace()
            guard take(":") else { throw mistake("a colon is missing behind a name") }
            enter(name, at: start)
            fields[name] = try value(depth: depth + 1)
            leave()
            skipSpace()
        } while take(",")
        guard take("}") else { throw mistake("an object has no end") }
        return .object(fields)
    }

    private mutating func list(depth: Int) throws(AttestationError) -> JSONValue {
        place += 1
        var items: [JSONValue] = []
        skipSpace()
        if take("]") { return .list(items) }
        repeat {
            skipSpace()
            enter("[\(items.count)]", at: place)
            items.append(try value(depth: depth + 1))
            leave()
            skipSpace()
        } while take(",")
        guard take("]") else { throw mistake("a list has no end") }
        return .list(items)
    }

    private mutating func enter(_ part: String, at start: Int) {
        guard !wanted.isEmpty else { return }
        way.append(part)
        if wanted.starts(with: way) { found = start }
    }

    private mutating func leave() { if !wanted.isEmpty { way.removeLast() } }

    // MARK: Texts

    private mutating func text() throws(AttestationError) -> String {
        place += 1
        let start = place
        var content: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                guard let text = String(strictUTF8: content) else {
                    throw AttestationError("a text is not UTF-8", offset: start)
                }
                return text
            case UInt8(ascii: "\\"): content += try escape()
            case 0..<0x20: throw mistake("a text holds a control character")
            default:
                content.append(byte)
                place += 1
            }
        }
        throw mistake("a text has no end")
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 0x08,
        UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func escape() throws(AttestationError) -> [UInt8] {
        let start = place
        place += 1
        guard let byte = next else { throw mistake("an escape has no end") }
        place += 1
        if let plain = Self.escapes[byte] { return [plain] }
        guard byte == UInt8(ascii: "u") else { throw AttestationError("there is no such escape", offset: start) }
        var value = UInt32(try unit(from: start))
        if (0xD800..<0xDC00).contains(value) {
            guard take("\\"), take("u") else { throw AttestationError("half of a character", offset: start) }
            let low = UInt32(try unit(from: start))
            guard (0xDC00..<0xE000).contains(low) else { throw AttestationError("half of a character", offset: start) }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw AttestationError("half of a character", offset: start) }
        return Array(String(scalar).utf8)
    }

    private mutating func unit(from start: Int) throws(AttestationError) -> UInt16 {
        guard bytes.count - place >= 4 else { throw AttestationError("an escape has no end", offset: start) }
        let digits = bytes[place..<place + 4]
        guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw AttestationError("an escape has other than four hexadecimal digits", offset: start) }
        place += 4
        return unit
    }

    // MARK: Numbers and words

    private mutating func number() throws(AttestationError) -> JSONValue {
        let start = place
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        guard place - start <= 64 else { throw AttestationError("a number has too many digits", offset: start) }
        return .number(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func digits() throws(AttestationError) {
        let start = place
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { place += 1 }
        guard place > start else { throw mistake("a digit is missing in a number") }
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(AttestationError) -> JSONValue {
        guard bytes[place...].starts(with: word.utf8) else { throw mistake("there is no such word") }
        place += word.utf8.count
        return value
    }

    // MARK: Bytes

    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let next, UInt32(next) == character.value else { return false }
        place += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { place += 1 }
    }

    private func mistake(_ what: String) -> AttestationError { AttestationError(what, offset: place) }
}

extension JSONValue {
    /// Reads a document; an error names its byte.
    public init(json: [UInt8]) throws(AttestationError) {
        var reader = JSONReader(json)
        self = try reader.read()
    }

    /// Returns the offset of a document's first name that is not in byte order; nil if all names are sorted.
    public static func firstUnsortedName(in json: [UInt8]) throws(AttestationError) -> Int? {
        var reader = JSONReader(json)
        _ = try reader.read()
        return reader.firstUnsorted
    }

    /// Returns the offset of the value at a path, or of its name: one name per part, and `[2]` for the third item of a
    /// list.
    ///
    /// If the path leads nowhere, the result is the offset of the last part that exists, or nil.
    public static func place(of way: [String], in json: [UInt8]) throws(AttestationError) -> Int? {
        var reader = JSONReader(json, lookingFor: way)
        _ = try reader.read()
        return reader.found
    }
}
