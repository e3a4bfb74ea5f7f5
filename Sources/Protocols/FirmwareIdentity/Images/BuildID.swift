public import Ground

/// The build id that a linker writes into an ELF file: identical for identical sources, tools, paths and flags.
///
/// A note of type 3 with the name `GNU`, in a program header of type 4 or a section of type 7. gate.md,
/// section 6.5.
public enum BuildID {
    /// The maximum number of headers of each kind to examine.
    public static let headerLimit = 1_024
    /// The maximum length in bytes. Linkers write 8, 16 or 20 bytes.
    public static let longest = 64

    public static func isELF(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]) }

    /// Returns the build id of an ELF file of 32 or 64 bits and either byte order, or nil if it has none.
    public static func read(elf bytes: [UInt8]) throws(Malformed) -> [UInt8]? {
        let file = try ELFFile(bytes)
        for range in try file.notes() {
            if let id = try read(notes: bytes[range], origin: range.lowerBound, isBig: file.isBig) { return id }
        }
        return nil
    }

    /// Returns the build id among the notes of a section, or nil if it is absent.
    public static func read(notes: [UInt8]) throws(Malformed) -> [UInt8]? {
        try read(notes: notes[...], origin: 0, isBig: false)
    }

    private static func read(notes: ArraySlice<UInt8>, origin: Int, isBig: Bool) throws(Malformed) -> [UInt8]? {
        var reader = ByteReader(notes, origin: origin)
        while reader.remaining >= 12 {
            let place = reader.offset
            let nameLength = Int(try reader.word(isBig, "a note's name length"))
            let length = Int(try reader.word(isBig, "a note's length"))
            let type = try reader.word(isBig, "a note's type")
            let name = try reader.slice(nameLength, "a note's name")
            _ = try? reader.slice(-nameLength & 3, "a note's padding")
            let value = try reader.take(length, "a note")
            _ = try? reader.slice(-length & 3, "a note's padding")
            guard type == 3, name.elementsEqual([0x47, 0x4E, 0x55, 0]) else { continue }
            guard (1...longest).contains(length) else {
                throw Malformed(at: place + 4, "a build id of \(length) bytes: it has 1 to \(longest)")
            }
            return value
        }
        return nil
    }
}

/// The parts of an ELF file's header that lead to its notes.
private struct ELFFile {
    let isBig: Bool
    private let is64: Bool
    private let bytes: [UInt8]
    private let programs: Table
    private let sections: Table

    private struct Table {
        let offset: UInt64
        let size: Int
        let count: Int
    }

    init(_ bytes: [UInt8]) throws(Malformed) {
        guard BuildID.isELF(bytes) else { throw Malformed(at: 0, "an ELF file begins with 7f 45 4c 46") }
        var reader = ByteReader(bytes)
        _ = try reader.slice(4, "the magic")
        let width = try reader.u8("the class")
        guard width == 1 || width == 2 else { throw Malformed(at: 4, "class \(width) is neither 32 nor 64 bits") }
        let order = try reader.u8("the byte order")
        guard order == 1 || order == 2 else { throw Malformed(at: 5, "byte order \(order) is neither little nor big") }
        (self.bytes, is64, isBig) = (bytes, width == 2, order == 2)
        _ = try reader.slice(10 + 8, "the header")
        _ = try reader.address(is64, isBig, "the entry point")
        let programOffset = try reader.address(is64, isBig, "the program headers' offset")
        let sectionOffset = try reader.address(is64, isBig, "the section headers' offset")
        _ = try reader.slice(6, "the flags")
        programs = Table(
            offset: programOffset, size: Int(try reader.half(isBig, "a program header's size")),
            count: Int(try reader.half(isBig, "the number of program headers")))
        sections = Table(
            offset: sectionOffset, size: Int(try reader.half(isBig, "a section header's size")),
            count: Int(try reader.half(isBig, "the number of section headers")))
    }

    /// Returns the file ranges of notes. Those of program headers come first, because they survive stripping.
    func notes() throws(Malformed) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for index in 0..<min(programs.count, BuildID.headerLimit) {
            var reader = try entry(index, of: programs, "a program header")
            guard try reader.word(isBig, "a program header's type") == 4 else { continue }
            if is64 { _ = try reader.word(isBig, "a program header's flags") }
            let offset = try reader.address(is64, isBig, "a segment's offset")
            _ = try reader.address(is64, isBig, "a segment's address")
            _ = try reader.address(is64, isBig, "a segment's address")
            ranges.append(try range(offset, try reader.address(is64, isBig, "a segment's size"), reader.offset))
        }
        for index in 0..<min(sections.count, BuildID.headerLimit) {
            var reader = try entry(index, of: sections, "a section header")
            _ = try reader.word(isBig, "a section's name")
            guard try reader.word(isBig, "a section's type") == 7 else { continue }
            _ = try reader.address(is64, isBig, "a section's flags")
            _ = try reader.address(is64, isBig, "a section's address")
            let offset = try reader.address(is64, isBig, "a section's offset")
            ranges.append(try range(offset, try reader.address(is64, isBig, "a section's size"), reader.offset))
        }
        return ranges
    }

    private func entry(_ index: Int, of table: Table, _ what: StaticString) throws(Malformed) -> ByteReader {
        guard let first = Int(exactly: table.offset), first <= bytes.count else {
            throw Malformed(at: 0, "\(what) would lie behind the end of the file")
        }
        let place = first + index * table.size
        guard place + table.size <= bytes.count else {
            throw Malformed(at: place, "\(what) reaches past the end of the file")
        }
        return ByteReader(bytes[place..<place + table.size], origin: place)
    }

    private func range(_ offset: UInt64, _ size: UInt64, _ place: Int) throws(Malformed) -> Range<Int> {
        guard let first = Int(exactly: offset), let length = Int(exactly: size), first <= bytes.count,
            length <= bytes.count - first
        else { throw Malformed(at: place, "notes reach past the end of the file") }
        return first..<first + length
    }
}

extension ByteReader {
    fileprivate mutating func half(_ isBig: Bool, _ what: StaticString) throws(Malformed) -> UInt16 {
        isBig ? try big(what) : try little(what)
    }

    fileprivate mutating func word(_ isBig: Bool, _ what: StaticString) throws(Malformed) -> UInt32 {
        isBig ? try big(what) : try little(what)
    }

    fileprivate mutating func address(
        _ is64: Bool, _ isBig: Bool, _ what: StaticString
    ) throws(Malformed) -> UInt64 {
        guard !is64 else { return isBig ? try big(what) : try little(what) }
        return UInt64(try word(isBig, what))
    }
}
