import Ground

/// The text of an XML file in UTF-8, and the mapping of its offsets to locations in the file.
struct XMLSource {
    let bytes: [UInt8]
    /// The offset of the text, after a byte order mark.
    let start: Int
    let encoding: PropertyListFile.Encoding

    /// Decodes UTF-8, and UTF-16 with a byte order mark; any other encoding is an error.
    init(_ file: [UInt8]) throws(PropertyListError) {
        if file.starts(with: [0xFF, 0xFE, 0, 0]) || file.starts(with: [0, 0, 0xFE, 0xFF]) {
            throw Self.wrong("the file is in UTF-32; UTF-8 and UTF-16 are read", at: .byte(0))
        }
        if file.starts(with: [0x3C, 0]) || file.starts(with: [0, 0x3C]) {
            throw Self.wrong("the file is in UTF-16 without a byte order mark in front", at: .byte(0))
        }
        if file.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16BigEndian
            (bytes, start) = (try Self.decode(file, encoding), 0)
        } else if file.starts(with: [0xFF, 0xFE]) {
            encoding = .utf16LittleEndian
            (bytes, start) = (try Self.decode(file, encoding), 0)
        } else {
            encoding = .utf8
            (bytes, start) = (file, file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        }
        try checkDeclaration()
        if encoding == .utf8, let invalid = Self.firstInvalid(bytes) {
            throw Self.wrong("this is not UTF-8", at: place(of: invalid))
        }
    }

    /// Returns the location in the file of a byte of the text.
    func place(of offset: Int) -> PropertyListPlace {
        var counter = PlaceCounter(self)
        return counter.place(of: offset, in: bytes)
    }

    /// Returns whether the byte is XML white space.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    /// Returns whether a name may contain the byte, including letters outside ASCII.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
    }

    private static func wrong(_ meaning: String, at place: PropertyListPlace) -> PropertyListError {
        PropertyListError(.encoding, meaning, at: place)
    }

    private static func decode(
        _ file: [UInt8], _ encoding: PropertyListFile.Encoding
    ) throws(PropertyListError) -> [UInt8] {
        guard file.count.isMultiple(of: 2) else {
            throw wrong("the file is in UTF-16 and ends within a character", at: .byte(file.count - 1))
        }
        let units = stride(from: 2, to: file.count, by: 2).map { place in
            let (first, second) = (UInt16(file[place]), UInt16(file[place + 1]))
            return encoding == .utf16BigEndian ? first << 8 | second : second << 8 | first
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw wrong("half of a UTF-16 pair stands alone", at: .byte(2 + 2 * (loneSurrogate(in: units) ?? 0)))
        }
        return Array(text.utf8)
    }

    /// Returns the index of the first unpaired surrogate.
    static func loneSurrogate(in units: [UInt16]) -> Int? {
        var place = 0
        while place < units.count {
            if UTF16.isLeadSurrogate(units[place]), place + 1 < units.count, UTF16.isTrailSurrogate(units[place + 1]) {
                place += 2
            } else if UTF16.isSurrogate(units[place]) {
                return place
            } else {
                place += 1
            }
        }
        return nil
    }

    private static func firstInvalid(_ bytes: [UInt8]) -> Int? {
        guard !bytes[...].isUTF8 else { return nil }
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var place = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { place += UTF8.width(scalar) }
        return min(place, bytes.count)
    }

    /// Checks that the encoding in the XML declaration matches the bytes.
    private func checkDeclaration() throws(PropertyListError) {
        let text = bytes[start...]
        guard text.starts(with: "<?xml".utf8), text.dropFirst(5).first.map(Self.isSpace) ?? false else { return }
        let declaration = text.prefix(1_000).prefix { $0 != UInt8(ascii: ">") }
        let word = Array("encoding".utf8)
        guard let found = declaration.indices.first(where: { declaration[$0...].starts(with: word) }) else { return }
        let behind = declaration[(found + word.count)...].drop { Self.isSpace($0) }
        guard behind.first == UInt8(ascii: "=") else { return }
        let value = behind.dropFirst().drop { Self.isSpace($0) }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return }
        let name = value.dropFirst().prefix { $0 != quote }
        let said = String(decoding: name, as: UTF8.self)
        let known =
            switch said.lowercased() {
            case "utf-8", "utf8": encoding == .utf8
            case "us-ascii", "ascii": encoding == .utf8 && bytes.allSatisfy { $0 < 0x80 }
            case "utf-16": encoding != .utf8
            case "utf-16be": encoding == .utf16BigEndian
            case "utf-16le": encoding == .utf16LittleEndian
            default: false
            }
        guard !known else { return }
        throw Self.wrong(
            "the file says that its encoding is \(said.shown()), and it is read as \(encoding.rawValue)",
            at: place(of: name.startIndex))
    }
}

/// Tracks line, column and file offset from location to location, moving forward only.
struct PlaceCounter {
    private var offset: Int
    private var fileOffset: Int
    private var line = 1
    private var column = 1
    private let isUTF16: Bool

    init(_ source: XMLSource) {
        isUTF16 = source.encoding != .utf8
        offset = source.start
        fileOffset = isUTF16 ? 2 : source.start
    }

    /// Returns the location of a byte of the text, which must not precede the previous one.
    mutating func place(of target: Int, in bytes: [UInt8]) -> PropertyListPlace {
        let end = min(target, bytes.count)
        while offset < end {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            fileOffset += isUTF16 ? Self.widthInUTF16(byte) : 1
            offset += 1
        }
        return .text(TextPosition(offset: fileOffset, line: line, column: column))
    }

    /// Returns the number of UTF-16 bytes of a character from its first UTF-8 byte, and 0 for continuation bytes.
    private static func widthInUTF16(_ byte: UInt8) -> Int {
        switch byte {
        case ..<0x80: 2
        case ..<0xC0: 0
        case ..<0xF0: 2
        default: 4
        }
    }
}
