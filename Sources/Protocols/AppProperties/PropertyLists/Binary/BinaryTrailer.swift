import Ground

/// The last 32 bytes of a binary property list: the widths of its numbers, and the location of its offset table.
struct BinaryTrailer {
    static let length = 32
    /// The length of `bplist00`.
    static let headerLength = 8

    let offsetWidth: Int
    let referenceWidth: Int
    let objectCount: Int
    let top: Int
    /// The offset of the offset table, which is the end of the objects.
    let table: Int

    /// Validates header and trailer against the file and each other, as Core Foundation does.
    init(_ bytes: [UInt8]) throws(PropertyListError) {
        let version = bytes.dropFirst(6).prefix(2)
        guard bytes.count >= Self.headerLength + 1 + 1 + Self.length else {
            throw Self.wrong("the file is cut: the shortest binary property list has 42 bytes", at: bytes.count)
        }
        guard version.elementsEqual("00".utf8) else {
            let said = String(decoding: version, as: UTF8.self).escapedForDisplay
            throw PropertyListError(
                .version, "binary property lists of the version 00 are read, and this is \(said)", at: .byte(6))
        }
        let start = bytes.count - Self.length
        offsetWidth = Int(bytes[start + 6])
        referenceWidth = Int(bytes[start + 7])
        for (width, place, what) in [(offsetWidth, 6, "an offset"), (referenceWidth, 7, "a reference")] {
            guard (1...8).contains(width) else {
                throw Self.wrong("\(what) has 1 to 8 bytes, and the trailer says \(width)", at: start + place)
            }
        }
        guard let count = bytes.number(at: start + 8, width: 8), count > 0 else {
            throw Self.wrong("the trailer says that there are no objects, or more than can be", at: start + 8)
        }
        guard let top = bytes.number(at: start + 16, width: 8), top < count else {
            throw Self.wrong("the trailer's top object is none of the file's", at: start + 16)
        }
        guard let table = bytes.number(at: start + 24, width: 8), table > Self.headerLength, table < start else {
            throw Self.wrong("the trailer's offset table lies outside the file's objects", at: start + 24)
        }
        let (length, isTooMuch) = count.multipliedReportingOverflow(by: offsetWidth)
        guard !isTooMuch, length == start - table else {
            throw Self.wrong(
                "an offset table of \(count) objects does not fit between byte \(table) and the trailer", at: start + 8)
        }
        guard Self.fits(table - 1, in: offsetWidth), Self.fits(count - 1, in: referenceWidth) else {
            throw Self.wrong("the trailer's widths are too small for the file's offsets or references", at: start + 6)
        }
        (self.objectCount, self.top, self.table) = (count, top, table)
    }

    private static func fits(_ value: Int, in width: Int) -> Bool { width >= 8 || value >> (8 * width) == 0 }

    private static func wrong(_ meaning: String, at offset: Int) -> PropertyListError {
        PropertyListError(.trailer, meaning, at: .byte(offset))
    }
}

extension [UInt8] {
    /// Returns an unsigned big-endian number of 1 to 8 bytes, which must exist, or nil if it exceeds the range of
    /// offsets.
    func number(at start: Int, width: Int) -> Int? {
        var value: UInt64 = 0
        for index in start..<start + width { value = value << 8 | UInt64(self[index]) }
        return Int(exactly: value)
    }
}
