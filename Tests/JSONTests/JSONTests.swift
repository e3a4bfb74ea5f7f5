import Ground
import JSON
import TestSupport
import Testing

@Suite struct JSONTests {
    @Test(
        "a value has one spelling, whatever it was read from",
        arguments: [
            (#" { "b" : 1 , "a" : [ true , null , -0.5e+3 ] } "#, #"{"a":[true,null,-0.5e+3],"b":1}"#),
            (#""\u0041\u00e9\ud83d\ude00\/\n""#, "\"Aé😀/\\u000a\""), ("\"\u{202E}<\"", #""\u202e<""#), ("[]", "[]"),
            ("{}", "{}"),
            (#"{"Z":1,"a":2,"A":3,"é":4}"#, #"{"A":3,"Z":1,"a":2,"é":4}"#),
        ])
    func spelling(text: String, canonical: String) throws {
        let value = try JSONValue(json: Array(text.utf8))
        #expect(String(decoding: value.bytes, as: UTF8.self) == canonical)
        #expect(try JSONValue(json: value.bytes) == value)
    }

    @Test(
        "what is no JSON is refused at its byte",
        arguments: [
            ("", 0), ("{", 1), ("[1,]", 3), (#"{"a":1,"a":2}"#, 7), ("01", 0), ("1.", 2), ("-", 1), ("1e", 2),
            ("tru", 0),
            ("\"a", 0), ("\"\n\"", 1), (#""\x""#, 1), (#""\ud800""#, 1), (#""\udc00""#, 1), (#""\u12g4""#, 5),
            ("[1] 2", 4),
            ("{1:2}", 1), (#"{"a" 1}"#, 5), ("NaN", 0), ("\u{FEFF}{}", 0), ("+1", 0), ("[1 2]", 3),
        ])
    func refused(text: String, byte: Int) throws {
        let error = try #require(throws: DocumentError.self) { try JSONValue(json: Array(text.utf8)) }
        #expect(error.offset == byte, "\(error)")
    }

    @Test("text that is not UTF-8, and what lies too deep, are refused")
    func limits() throws {
        #expect(throws: DocumentError.self) { try JSONValue(json: [0x22, 0xC0, 0x80, 0x22]) }
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        #expect(throws: DocumentError.self) { try JSONValue(json: Array(deep.utf8)) }
        let fits = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(json: Array(fits.utf8)) }
    }

    @Test("the first name out of order is found")
    func sorted() throws {
        #expect(try JSONValue.firstUnsortedName(in: Array(#"{"a":{"b":1,"c":2},"d":3}"#.utf8)) == nil)
        #expect(try JSONValue.firstUnsortedName(in: Array(#"{"a":{"c":1,"b":2},"A":3}"#.utf8)) == 12)
    }

    @Test("hostile documents are refused, or have one spelling")
    func mutations() throws {
        var mutator = Mutator(seeds: [
            Array(#"{"_type":"https://x","subject":[{"digest":{"sha256":"8f13"},"name":"door.bin"}]}"#.utf8),
            Array(#"{"a":[1.5e-3,"\ud83d\ude00",null,true,{}]}"#.utf8),
        ])
        for _ in 0..<5_000 {
            guard let value = try? JSONValue(json: mutator.next()) else { continue }
            #expect(try JSONValue(json: value.bytes) == value)
        }
    }
}

/// Errors in files of people name the path and the line.
@Suite struct JSONFileTests {
    private struct Thing: Codable, Equatable {
        let name: String
        let sizes: [Int]
    }

    private static let file = JSONFile(of: "thing", kind: "test thing", version: 3)

    private static func read(_ text: String) throws(JSONFileError) -> Thing {
        try file.read(from: text) { (thing: Thing, _) in thing }
    }

    @Test("a file is read back, also in other spellings")
    func roundTrip() throws {
        let thing = Thing(name: "a\u{202E}b", sizes: [1, 2])
        let text = Self.file.text(of: thing)
        #expect(try Self.read(text) == thing)
        #expect(try Self.read(text.replacing("\n", with: "")) == thing)
    }

    @Test(
        "an error names its path and line",
        arguments: [
            ("\"sizes\": [1]", "\"sizes\": [\"1\"]", "thing.sizes[0]", 3), ("[1]", "[1, 2.5]", "thing.sizes[1]", 3),
            ("[1]", "[1e30]", "thing.sizes[0]", 3), ("[1]", "[2.5], \"limit\": 2.5", "", nil),
            ("\"name\"", "\"nmae\"", "thing", 3),
            ("[1]", "[1], \"colour\": 1", "thing.colour", 3), ("test thing", "test", "kind", 1),
            ("3,", "4,", "version", 2), ("[1]", "[1", "", 3), ("[1]", "[1], \"name\": \"b\"", "", 3),
        ] as [(String, String, String, Int?)])
    func places(then: String, now: String, path: String, line: Int?) throws {
        let text = """
            {"kind": "test thing",
             "version": 3,
             "thing": {"name": "a", "sizes": [1]}}
            """
        try #require(text.contains(then))
        #expect(throws: Never.self) { try Self.read(text) }
        let error = try #require(throws: JSONFileError.self) { try Self.read(text.replacing(then, with: now)) }
        #expect(error.path == path && error.line == line, "\(error.described(in: "thing.json"))")
    }
}
