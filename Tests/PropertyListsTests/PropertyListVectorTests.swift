import AppProperties
import Ground
import TestSupport
import Testing

@Suite struct PropertyListVectorTests {
    @Test func theVectorsAreThere() { #expect(PropertyListVectors.expected.count == 15) }

    @Test(arguments: PropertyListVectors.expected)
    func aFileHoldsWhatAnotherReaderFoundInIt(name: String, holds: String) throws {
        let file = try PropertyListFile(try PropertyListVectors.file(name))
        #expect(PropertyListVectors.shortened(PropertyListVectors.text(file.root)) == holds)
    }

    @Test(arguments: [
        ("info.xml.plist", PropertyListFile.Form.xml(.utf8)), ("info.bom.plist", .xml(.utf8)),
        ("info.UTF-16LE.plist", .xml(.utf16LittleEndian)), ("info.UTF-16BE.plist", .xml(.utf16BigEndian)),
        ("info.binary.plist", .binary),
    ]) func theFormIsTold(name: String, form: PropertyListFile.Form) throws {
        #expect(try PropertyListFile(try PropertyListVectors.file(name)).form == form)
    }

    /// The files that are small enough to be tried at every byte.
    static let small = PropertyListVectors.expected.map(\.name).filter {
        ((try? PropertyListVectors.file($0))?.count ?? .max) < 2_000
    }

    @Test(arguments: small) func aCutFileIsAnErrorWithItsPlace(name: String) throws {
        let bytes = try PropertyListVectors.file(name)
        let isBinary = bytes.starts(with: "bplist".utf8)
        let whole = try PropertyListFile(bytes)
        for count in 0..<bytes.count {
            let cut = Array(bytes.prefix(count))
            if let error = problem(cut) {
                #expect((0...count).contains(error.place.offset), "\(count): \(error)")
            } else {
                // After the closing plist tag there is only a line end.
                #expect(try !isBinary && count >= bytes.count - 2 && PropertyListFile(cut) == whole, "\(count)")
            }
        }
    }

    @Test(arguments: small) func aSpoiltFileIsAValueOrAnErrorWithItsPlace(name: String) throws {
        let bytes = try PropertyListVectors.file(name)
        var mutator = Mutator(seeds: [bytes])
        for place in bytes.indices {
            for spoilt in [bytes[place] ^ 1, bytes[place] ^ 0x80, 0, 0xFF] {
                var changed = bytes
                changed[place] = spoilt
                if let error = problem(changed) { #expect((0...changed.count).contains(error.place.offset)) }
            }
        }
        for _ in 0..<500 {
            let changed = mutator.next(limit: 4_000)
            if let error = problem(changed) { #expect((0...changed.count).contains(error.place.offset)) }
        }
    }

    @Test func allFormsOfOneListHaveTheSameValuesAndTheirOwnPlaces() throws {
        let xml = try PropertyListFile(try PropertyListVectors.file("info.xml.plist")).root
        let usage = try #require(xml.dictionary?["NSNearbyInteractionUsageDescription"])
        #expect(usage.place == .text(TextPosition(offset: 286, line: 8, column: 2)))
        let wide = try PropertyListFile(try PropertyListVectors.file("info.UTF-16BE.plist")).root
        let last = try #require(wide.dictionary?.members.last)
        // Offsets are in the file's own bytes, and a four-byte character is one column.
        #expect(last.keyPlace == .text(TextPosition(offset: 1_096, line: 16, column: 2)))
        #expect(last.value.place == .text(TextPosition(offset: 1_128, line: 17, column: 2)))
        let binary = try PropertyListFile(try PropertyListVectors.file("info.binary.plist")).root
        let bytes = try PropertyListVectors.file("info.binary.plist")
        guard case .byte(let place) = try #require(binary.dictionary?["UIBackgroundModes"]).place else {
            Issue.record("the binary form has bytes")
            return
        }
        #expect(bytes[place] == 0xA2)
    }
}
