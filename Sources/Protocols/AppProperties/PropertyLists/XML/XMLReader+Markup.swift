import Ground

/// Tags, and the text and markup between them.
extension XMLReader {
    /// Reads the tag that begins at the next byte.
    mutating func tag() throws(PropertyListError) -> Tag {
        let start = position
        guard position < bytes.count else { throw failure(.cut, "the file ends here, within plist", at: position) }
        guard bytes[position] == UInt8(ascii: "<") else {
            throw failure(.markup, "there is text where a tag is expected", at: position)
        }
        position += 1
        let isEnd = take("/")
        let name = bytes[position...].prefix(while: XMLSource.isNameByte)
        position += name.count
        guard let element = Element(name) else {
            guard position < bytes.count else { throw failure(.cut, "the file ends within a tag", at: start) }
            throw failure(name.isEmpty ? .markup : .element, Self.complaint(aboutTag: name), at: start)
        }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: ">"):
                return Tag(element: element, start: start, isEnd: isEnd, isEmpty: false)
            case UInt8(ascii: "/") where !isEnd && take(">"):
                return Tag(element: element, start: start, isEnd: isEnd, isEmpty: true)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while position < bytes.count, bytes[position] != byte { position += 1 }
                position += position < bytes.count ? 1 : 0
            case UInt8(ascii: "<"):
                throw failure(.markup, "a tag begins within another", at: position - 1)
            default: break
            }
        }
        throw failure(.cut, "the file ends within a tag", at: start)
    }

    /// Skips white space, comments and processing instructions, and before the first element a document type too.
    mutating func skipMisc(allowsType: Bool = false) throws(PropertyListError) {
        while true {
            while position < bytes.count, XMLSource.isSpace(bytes[position]) { position += 1 }
            if try skipMarkup() { continue }
            guard has("<!DOCTYPE") else { return }
            guard allowsType else {
                throw failure(.markup, "a document type stands before the first element only", at: position)
            }
            try skipType()
        }
    }

    /// Skips a comment or a processing instruction; returns false if there is none.
    private mutating func skipMarkup() throws(PropertyListError) -> Bool {
        if has("<!--") {
            try skip(behind: "-->", of: "comment", from: 4)
        } else if has("<?") {
            try skip(behind: "?>", of: "processing instruction", from: 2)
        } else {
            return false
        }
        return true
    }

    private mutating func skip(behind end: StaticString, of what: String, from length: Int) throws(PropertyListError) {
        let start = position
        position += length
        while position < bytes.count {
            if has(end) {
                position += end.utf8CodeUnitCount
                return
            }
            position += 1
        }
        throw failure(.cut, "the file ends within a \(what)", at: start)
    }

    private mutating func skipType() throws(PropertyListError) {
        let start = position
        position += "<!DOCTYPE".utf8.count
        var quote: UInt8?
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return
            } else if byte == UInt8(ascii: "[") {
                throw failure(
                    .entity, "a document type with declarations is refused: entities are not expanded",
                    at: start)
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
        }
        throw failure(.cut, "the file ends within the document type", at: start)
    }

    /// Reads the text of an element and its end tag; line ends become line feeds.
    mutating func text(in tag: Tag) throws(PropertyListError) -> [UInt8] {
        var text: [UInt8] = []
        guard !tag.isEmpty else { return text }
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "<"):
                if try skipMarkup() { continue }
                if try takeCharacterData(into: &text) { continue }
                let end = try self.tag()
                guard end.isEnd else {
                    throw failure(.element, "\(tag.element.rawValue) holds text and no elements", at: end.start)
                }
                try close(tag.element, with: end)
                return text
            case UInt8(ascii: "&"): text += try entity()
            default: try takeCharacter(byte, into: &text)
            }
        }
        throw failure(.cut, "the file ends within \(tag.element.rawValue)", at: tag.start)
    }

    /// Reads `<![CDATA[...]]>`; returns false if there is none.
    private mutating func takeCharacterData(into text: inout [UInt8]) throws(PropertyListError) -> Bool {
        guard has("<![CDATA[") else { return false }
        let start = position
        position += "<![CDATA[".utf8.count
        while position < bytes.count {
            if has("]]>") {
                position += 3
                return true
            }
            try takeCharacter(bytes[position], into: &text)
        }
        throw failure(.cut, "the file ends within a CDATA section", at: start)
    }

    private mutating func takeCharacter(_ byte: UInt8, into text: inout [UInt8]) throws(PropertyListError) {
        switch byte {
        case 0x0D:
            text.append(0x0A)
            position += position + 1 < bytes.count && bytes[position + 1] == 0x0A ? 2 : 1
        case 0x20..., 0x09, 0x0A:
            text.append(byte)
            position += 1
        default: throw failure(.markup, "XML cannot hold the control character \(byte.hexadecimal)", at: position)
        }
    }

    /// Reads and resolves `&amp;`, `&#65;` or `&#x41;`.
    private mutating func entity() throws(PropertyListError) -> [UInt8] {
        let start = position
        let name = bytes[(position + 1)...].prefix(40).prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "<") }
        position += 1 + name.count
        guard take(";") else {
            let isCut = position == bytes.count
            throw failure(isCut ? .cut : .entity, "an & begins an entity, and its semicolon is missing", at: start)
        }
        switch String(decoding: name, as: UTF8.self) {
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "amp": return [UInt8(ascii: "&")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        case let text:
            guard text.utf8.first == UInt8(ascii: "#") else {
                throw failure(.entity, "the entity \(text.shown()) is none of the five of XML", at: start)
            }
            guard let scalar = Self.scalar(number: text.dropFirst()) else {
                throw failure(.entity, "\(text.shown()) is the number of no character that XML has", at: start)
            }
            return Array(String(Character(scalar)).utf8)
        }
    }

    private static func scalar(number: Substring) -> Unicode.Scalar? {
        let isHex = number.first == "x"
        let digits = isHex ? number.dropFirst() : number
        guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: isHex ? 16 : 10),
            value >= 0x20 || value == 0x09 || value == 0x0A || value == 0x0D, value & 0xFFFE != 0xFFFE
        else { return nil }
        return Unicode.Scalar(value)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private func has(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[position..<position + count].elementsEqual($0) }
    }

    private static func complaint(aboutTag name: ArraySlice<UInt8>) -> String {
        guard !name.isEmpty else { return "behind a < stands the name of an element" }
        let said = String(decoding: name.prefix(60), as: UTF8.self)
        return "a property list has no element \(said.shown())"
            + suggestion(for: said, in: Element.allCases.map(\.rawValue))
    }
}

extension XMLReader.Element {
    fileprivate init?(_ name: ArraySlice<UInt8>) {
        guard name.count <= 7 else { return nil }
        self.init(rawValue: String(decoding: name, as: UTF8.self))
    }
}
