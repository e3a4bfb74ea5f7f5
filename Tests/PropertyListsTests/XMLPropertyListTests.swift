import AppProperties
import Ground
import Testing

@Suite struct XMLPropertyListTests {
    @Test(
        "a mistake is reported with its kind and its place",
        arguments: [
            ("", .empty, 1, 1),
            ("  ", .otherFormat, 1, 3),
            ("hello", .otherFormat, 1, 1),
            ("{\"a\": 1}", .otherFormat, 1, 1),
            ("\n{ a = b; }", .otherFormat, 2, 1),
            ("<plist><dict>", .cut, 1, 14),
            ("<plist><string>a", .cut, 1, 8),
            ("<plist><string", .cut, 1, 8),
            ("<plist><!-- ", .cut, 1, 8),
            ("<html></html>", .element, 1, 1),
            ("<dict></dict>", .element, 1, 1),
            (xml("\n<Dict/>"), .element, 2, 1),
            (xml("<string><b/></string>"), .element, 1, 30),
            (xml(""), .structure, 1, 22),
            ("<plist/>", .structure, 1, 1),
            (xml("<true/><true/>"), .structure, 1, 29),
            (xml("<dict><key>a</key></dict>"), .structure, 1, 28),
            (xml("<dict><string>a</string></dict>"), .structure, 1, 28),
            (xml("<dict><key>a</key><key>b</key></dict>"), .structure, 1, 28),
            (xml("<array>a</array>"), .markup, 1, 29),
            (xml("<array></dict>"), .markup, 1, 29),
            (xml("<true/>") + "<plist>", .markup, 1, 37),
            (xml("<string>\u{1}</string>"), .markup, 1, 30),
            (xml("<string>&a;</string>"), .entity, 1, 30),
            (xml("<string>&#0;</string>"), .entity, 1, 30),
            (xml("<string>&#xFFFFFFFFFF;</string>"), .entity, 1, 30),
            (xml("<string>&#xFFFE;</string>"), .entity, 1, 30),
            (xml("<string>&#xD800;</string>"), .entity, 1, 30),
            (xml("<string>a & b</string>"), .entity, 1, 32),
            ("<!DOCTYPE plist [<!ENTITY a \"a\">]>" + xml("<true/>"), .entity, 1, 1),
            (xml("<integer></integer>"), .content, 1, 22),
            (xml("<integer>1.5</integer>"), .content, 1, 22),
            (xml("<integer>18446744073709551616</integer>"), .content, 1, 22),
            (xml("<integer>--1</integer>"), .content, 1, 22),
            (xml("<real>1,5</real>"), .content, 1, 22),
            (xml("<date>2026-02-29T00:00:00Z</date>"), .content, 1, 22),
            (xml("<date>2026-01-01</date>"), .content, 1, 22),
            (xml("<data>YQ=</data>"), .content, 1, 22),
            (xml("<data>Y*==</data>"), .content, 1, 22),
            (xml("<true>a</true>"), .content, 1, 22),
            ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + xml("<true/>"), .encoding, 1, 31),
            ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + xml("<true/>"), .encoding, 1, 31),
        ] as [(String, PropertyListError.Kind, Int, Int)])
    func problems(text: String, kind: PropertyListError.Kind, line: Int, column: Int) throws {
        let error = try #require(problem(Array(text.utf8)))
        #expect(error.kind == kind, "\(error)")
        guard case .text(let place) = error.place else {
            #expect(kind == .empty)
            return
        }
        #expect(place.line == line && place.column == column, "\(error)")
        #expect(place == TextPosition(offset: place.offset, in: Array(text.utf8)))
    }

    @Test(
        "encodings other than UTF-8 and UTF-16 are refused",
        arguments: [
            ([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], 0), ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x3C], 0),
            ([0x3C, 0, 0x70, 0], 0), ([0, 0x3C, 0, 0x70], 0), ([0xFE, 0xFF, 0, 0x3C, 0], 4),
            ([0xFE, 0xFF, 0, 0x3C, 0xD8, 0, 0, 0x3C], 4), ([0x3C, 0x70, 0xE9, 0x3C], 2),
        ] as [([UInt8], Int)])
    func encodings(bytes: [UInt8], offset: Int) throws {
        let error = try #require(problem(bytes))
        #expect(error.kind == .encoding && error.place.offset == offset, "\(error)")
    }

    @Test(
        "all that XML allows is read",
        arguments: [
            ("<string>a&lt;&amp;&#65;&#x1F600;</string>", "a<&A😀"), ("<string><![CDATA[<&]]>b</string>", "<&b"),
            ("<string>a<!-- no -->b<?no?></string>", "ab"), ("<string>a\r\nb\rc</string>", "a\nb\nc"),
            ("<string\n/>", ""), ("<string a=\">\">b</string >", "b"), ("<!-- c --> <string>]]></string> ", "]]>"),
        ]) func texts(text: String, holds: String) throws
    {
        #expect(try list(xml(text)).string == holds)
    }

    @Test(
        "numbers, dates and data are read in all their forms",
        arguments: [
            ("<integer> +7\n</integer>", "i7"), ("<integer>-0x10</integer>", "i-16"),
            ("<integer>-9223372036854775808</integer>", "i-9223372036854775808"), ("<integer>007</integer>", "i7"),
            ("<real>1e400</real>", "r7ff0000000000000"), ("<real>-.5</real>", "rbfe0000000000000"),
            ("<real>nan</real>", "r7ff8000000000000"), ("<data> Y Q\n=\t= </data>", "x61"), ("<data/>", "x"),
            ("<date>2001-01-01T00:00:01Z</date>", "d3ff0000000000000"), ("<true></true>", "true"),
        ]) func scalars(text: String, holds: String) throws
    {
        #expect(PropertyListVectors.text(try list(xml(text))) == holds)
    }

    @Test func prologAndDocumentTypeArePassedOver() throws {
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- a -->
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            \(xml("<true/>"))
            <!-- the end -->

            """
        #expect(try list(text).value == .boolean(true))
    }

    @Test func aColumnIsACharacterWhateverItsBytes() throws {
        let root = try list(xml("<dict><key>é😀</key><true/></dict>"))
        #expect(root.dictionary?["é😀"]?.place == .text(TextPosition(offset: 44, line: 1, column: 41)))
    }

    @Test func ofEqualKeysTheLastCountsAndTheOthersAreMarked() throws {
        let root = try list(xml("<dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict>"))
        let dictionary = try #require(root.dictionary)
        #expect(dictionary.members.map(\.isRepeated) == [true, false, false])
        #expect(dictionary["a"]?.value == .boolean(false))
        // Keys that look alike but have different bytes are different.
        let accents = try list(xml("<dict><key>\u{E9}</key><true/><key>e\u{301}</key><true/></dict>"))
        #expect(accents.dictionary?.members.map(\.isRepeated) == [false, false])
    }

    @Test func nestingHasALimitAndNoStackOverflows() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                xml(String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)).utf8)
        }
        #expect(problem(nested(128)) == nil)
        let error = try #require(problem(nested(129)))
        #expect(error.kind == .tooDeep && error.place.offset == 21 + 128 * 7)
        #expect(problem(nested(50_000))?.kind == .tooDeep)
    }

    @Test func sizeAndCountHaveLimits() throws {
        let text = Array(xml("<array>" + String(repeating: "<true/>", count: 9) + "</array>").utf8)
        #expect(problem(text, limits: .init(size: text.count, values: 10)) == nil)
        #expect(problem(text, limits: .init(size: text.count, values: 9))?.kind == .tooManyValues)
        #expect(problem(text, limits: .init(size: text.count - 1))?.kind == .tooLarge)
        #expect(throws: PropertyListError.self) { try PropertyListFile(text, size: 10_000_000) }
        #expect(problem(Array(repeating: UInt8(ascii: "<"), count: 10_000_000))?.place == .byte(1 << 20))
    }
}
