/// Parses JSON strictly according to RFC 8259, with a nesting limit.
///
/// The text must be valid UTF-8 and `\u` escapes must form complete characters: an unpaired surrogate is rejected
/// because no string can represent it. The caller removes a leading byte order mark.
struct JSONReader {
    private let bytes: [UInt8]
    private var position: Int

    /// Parses the single value of a text from `start` on; only white space may follow it.
    static func read(_ bytes: [UInt8], from start: Int = 0) throws(JSONProblem) -> JSONNode {
        if let place = firstInvalidUTF8(in: bytes, from: start) {
            throw JSONProblem(kind: .notUTF8, meaning: "this is not UTF-8", offset: place)
        }
        var reader = JSONReader(bytes: bytes, position: start)
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.next == nil else { throw reader.problem("something follows the end of the JSON text") }
        return node
    }

    private init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func problem(_ meaning: String, at offset: Int? = nil) -> JSONProblem {
        JSONProblem(kind: .notJSON, meaning: meaning, offset: offset ?? position)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func value(depth: Int) throws(JSONProblem) -> JSONNode {
        skipSpace()
        let start = position
        guard let byte = next else { throw problem("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < JSONNode.depthLimit else {
                throw JSONProblem(
                    kind: .tooDeep, meaning: "objects and arrays are nested deeper than \(JSONNode.depthLimit)",
                    offset: start)
            }
            position += 1
            let inside: JSONNode.Value =
                byte == UInt8(ascii: "{") ? .object(try members(depth + 1)) : .array(try elements(depth + 1))
            return JSONNode(value: inside, offset: start)
        case UInt8(ascii: "\""): return JSONNode(value: .string(try string()), offset: start)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), 0x30...0x39: return JSONNode(value: .number(try number()), offset: start)
        default: throw problem("\(Self.shown(byte)) begins no JSON value")
        }
    }

    private mutating func elements(_ depth: Int) throws(JSONProblem) -> [JSONNode] {
        var nodes: [JSONNode] = []
        skipSpace()
        if next == UInt8(ascii: "]") {
            position += 1
            return nodes
        }
        while true {
            nodes.append(try value(depth: depth))
            skipSpace()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"):
                position += 1
                return nodes
            default: throw problem("a comma or ] is expected after an element of an array")
            }
        }
    }

    private mutating func members(_ depth: Int) throws(JSONProblem) -> [JSONMember] {
        var found: [(name: String, offset: Int, node: JSONNode)] = []
        skipSpace()
        if next == UInt8(ascii: "}") {
            position += 1
            return []
        }
        while true {
            skipSpace()
            let offset = position
            guard next == UInt8(ascii: "\"") else { throw problem("the name of a member, in quotes, is expected") }
            let name = try string()
            skipSpace()
            guard next == UInt8(ascii: ":") else { throw problem("a colon is expected after a member's name") }
            position += 1
            found.append((name, offset, try value(depth: depth)))
            skipSpace()
            switch next {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"):
                position += 1
                return Self.marked(found)
            default: throw problem("a comma or } is expected after a member of an object")
            }
        }
    }

    /// Marks repeated names. They are compared by bytes, because Swift considers some strings with different bytes
    /// equal.
    private static func marked(_ found: [(name: String, offset: Int, node: JSONNode)]) -> [JSONMember] {
        var later: [[UInt8]: Bool] = [:]
        var members: [JSONMember] = []
        for (name, offset, node) in found.reversed() {
            let isRepeated = later.updateValue(true, forKey: Array(name.utf8)) != nil
            members.append(JSONMember(name: name, nameOffset: offset, node: node, isRepeated: isRepeated))
        }
        return members.reversed()
    }

    private mutating func word(_ word: StaticString, _ value: JSONNode.Value) throws(JSONProblem) -> JSONNode {
        let start = position
        for wanted in "\(word)".utf8 {
            guard next == wanted else { throw problem("this begins like \(word) and is not", at: start) }
            position += 1
        }
        return JSONNode(value: value, offset: start)
    }

    private mutating func number() throws(JSONProblem) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        if let byte = next, (0x30...0x39).contains(byte) { throw problem("a number has no leading zeros", at: start) }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONProblem) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw problem("a digit is expected in a number") }
    }

    private static func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? String(Character(Unicode.Scalar(byte))) : "the byte 0x" + String(byte, radix: 16)
    }
}

extension JSONReader {
    private mutating func string() throws(JSONProblem) -> String {
        let opening = position
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw problem("a control character in a string must be escaped")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw problem("the string does not end", at: opening)
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONProblem) {
        let start = position
        position += 1
        guard let letter = next else { throw problem("the text ends within an escape") }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(letter)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += try unicodeEscape(from: start)
        default: throw problem("\\\(Self.shown(letter)) is no escape of JSON", at: start)
        }
    }

    /// Parses the character of `\uXXXX`, or of two of them that form a surrogate pair.
    private mutating func unicodeEscape(from start: Int) throws(JSONProblem) -> [UInt8] {
        let first = try fourDigits()
        var value = UInt32(first)
        if (0xD800...0xDBFF).contains(first) {
            guard next == UInt8(ascii: "\\"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "u")
            else { throw problem("half of a surrogate pair stands alone", at: start) }
            position += 2
            let second = try fourDigits()
            guard (0xDC00...0xDFFF).contains(second) else {
                throw problem("half of a surrogate pair stands alone", at: start)
            }
            value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw problem("half of a surrogate pair stands alone", at: start)
        }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func fourDigits() throws(JSONProblem) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("four hexadecimal digits are expected after \\u")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    /// Returns the offset of the first byte that is not well-formed UTF-8 (RFC 3629), or nil if there is none.
    private static func firstInvalidUTF8(in bytes: [UInt8], from start: Int) -> Int? {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span.extracting(start...))
            return nil
        } catch {
            return start + error.byteOffsets.lowerBound
        }
    }
}
