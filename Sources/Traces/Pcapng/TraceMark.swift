public import Ground

/// An event of a run other than a frame, as a custom block of a trace.
///
/// The block's data, whatever the byte order of the file: the four bytes `TRML`, a version (16 bits, 1), 16 zero
/// bits, the instant (64 bits, nanoseconds since 1970), the length of the text (32 bits), all little endian, then the
/// text in UTF-8 and zeros up to a multiple of four. The text's first line is the kind, each further line is
/// `key=value`; in both a backslash is written `\\`, a line feed `\n`, and in keys an equals sign `\e`.
///
/// Unregistered: Trammel has no private enterprise number. The blocks carry 32473, the number for examples in
/// documents (RFC 5612), and `TRML` distinguishes them from other examples.
public struct TraceMark: Hashable, Sendable {
    /// A key and its value.
    public struct Field: Hashable, Sendable {
        public let key: String
        public let value: String

        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The number for examples, because Trammel has no registered one.
    public static let owner: UInt32 = 32_473
    static let magic: [UInt8] = Array("TRML".utf8)
    static let version: UInt16 = 1

    public let instant: WallInstant
    /// The kind of event in one word: `step`, `zone`, `verdict`.
    public let kind: String
    /// The mark's fields, in the order in which they were written.
    public let fields: [Field]

    public init(_ kind: String, at instant: WallInstant, _ fields: [Field] = []) {
        self.instant = instant
        self.kind = kind
        self.fields = fields
    }

    /// The mark as a block, which other programs may copy with the packets.
    public var block: PcapngCustom {
        var text = Self.escaped(kind)
        for field in fields { text += "\n" + Self.escaped(field.key, isKey: true) + "=" + Self.escaped(field.value) }
        var data = Self.magic
        data.append(little: Self.version)
        data.append(little: UInt16(0))
        data.append(little: UInt64(bitPattern: instant.nanoseconds))
        data.append(little: UInt32(clamping: text.utf8.count))
        data.append(contentsOf: text.utf8)
        for _ in 0..<padding(data.count) { data.append(0) }
        return PcapngCustom(owner: Self.owner, mayBeCopied: true, data: data)
    }

    /// Reads a block; nil if it belongs to other software. Offsets in errors count from the block's data.
    public init?(_ block: PcapngCustom) throws(Malformed) {
        guard block.owner == Self.owner, block.data.starts(with: Self.magic) else { return nil }
        var reader = ByteReader(block.data)
        _ = try reader.take(4, "a mark's name")
        let version = try reader.u16("a mark's version")
        guard version == Self.version else { throw Malformed(at: 4, "a mark of version \(version) is not known") }
        _ = try reader.u16("a mark's reserved bits")
        instant = WallInstant(nanoseconds: Int64(bitPattern: try reader.u64("a mark's instant")))
        let length = Int(try reader.u32("a mark's length"))
        let start = reader.offset
        guard let text = String(strictUTF8: try reader.take(length, "a mark's text")) else {
            throw Malformed(at: start, "a mark's text is not UTF-8")
        }
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
        kind = try Self.unescaped(lines.popFirst() ?? ""[...].utf8, start)
        var fields: [Field] = []
        for line in lines {
            guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else {
                throw Malformed(at: start, "a mark's field is not key=value")
            }
            let key = try Self.unescaped(line[..<sign], start)
            fields.append(Field(key, try Self.unescaped(line[line.index(after: sign)...], start)))
        }
        self.fields = fields
    }

    private static func escaped(_ text: String, isKey: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "=" where isKey: result += "\\e"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func unescaped(_ text: Substring.UTF8View, _ place: Int) throws(Malformed) -> String {
        var result: [UInt8] = []
        var isEscape = false
        for byte in text {
            switch (isEscape, byte) {
            case (true, UInt8(ascii: "n")): result.append(UInt8(ascii: "\n"))
            case (true, UInt8(ascii: "e")): result.append(UInt8(ascii: "="))
            case (true, UInt8(ascii: "\\")): result.append(byte)
            case (true, _): throw Malformed(at: place, "a mark's text has an unknown escape")
            case (false, UInt8(ascii: "\\")): break
            case (false, _): result.append(byte)
            }
            isEscape = !isEscape && byte == UInt8(ascii: "\\")
        }
        guard !isEscape else { throw Malformed(at: place, "a mark's text ends inside an escape") }
        return String(decoding: result, as: UTF8.self)
    }
}
