import Attestation
import Ground
import TestSupport
import Testing

/// Statements and their meaning, checked against the vector of gate.md, section 5.2.
@Suite struct StatementTests {
    static let vector = Array(
        (#"{"_type":"https://in-toto.io/Statement/v1","predicate":{"configuration":[{"digest":{"sha256":"#
            + #""0000000000000000000000000000000000000000000000000000000000000000"},"name":"plan"}],"failedTests":[],"#
            + #""passedTests":["fullFlow"],"result":"PASSED","warnedTests":[]},"predicateType":"#
            + #""https://in-toto.io/attestation/test-result/v0.1","subject":[{"digest":{"sha256":"#
            + #""8f13352035d7a6c88e2474d03365d9a1871fbb0dbed385eaa0151aa21e37822e"},"name":"door-1.2.3.bin"}]}"#).utf8)

    private static func hash(_ hex: String) throws -> ContentHash { try #require(ContentHash(hex: hex)) }

    private static func subject() throws -> ResourceDescriptor {
        ResourceDescriptor(
            "door-1.2.3.bin", try hash("8f13352035d7a6c88e2474d03365d9a1871fbb0dbed385eaa0151aa21e37822e"))
    }

    private static func result(warned: [String] = []) throws -> TestResult {
        let plan = ResourceDescriptor("plan", try hash(String(repeating: "0", count: 64)))
        return TestResult(passed: ["fullFlow"], warned: warned, configuration: [plan])
    }

    @Test("a test result is the sheet's statement, byte for byte")
    func vectorBytes() throws {
        let statement = try Statement(of: [Self.subject()], TestResult.type, Self.result().value)
        #expect(statement.json == Self.vector && statement.json.count == 448)
        #expect(
            ContentHash.of(statement.json).hex == "fd4d118f3afcc8f37df29c92e7c91f9058d0c5680735e57860c70b1a5eeb122f")
        let read = try Statement(json: statement.json)
        #expect(read == statement)
        #expect(try TestResult(read) == Self.result())
    }

    @Test("with a test that has a warning the whole has one")
    func warned() throws {
        let value = try Self.result(warned: ["zoneWalk"])
        let statement = try Statement(of: [Self.subject()], TestResult.type, value.value)
        #expect(value.result == .warned)
        #expect(try TestResult(Statement(json: statement.json)) == value)
    }

    @Test("unknown fields are passed over, and annotations kept")
    func tolerance() throws {
        let text = String(decoding: Self.vector, as: UTF8.self)
            .replacing(#"{"_type""#, with: #"{"new":{"a":[1]},"_type""#)
            .replacing(#""name":"door"#, with: #""annotations":{"level":"proved"},"mediaType":"x","name":"door"#)
            .replacing(#""result""#, with: #""other":null,"result""#)
        let statement = try Statement(json: Array(text.utf8))
        #expect(statement.subject.first?.annotations?["level"] == .text("proved"))
        #expect(try TestResult(statement).result == .passed)
    }

    @Test(
        "what is no statement is refused",
        arguments: [
            ("https://in-toto.io/Statement/v1", "https://in-toto.io/Statement/v2"),
            (#""subject":["#, #""subject":[],"x":["#), ("8f13", "8F13"), ("8f13", "8f1"),
            (#""predicateType":"https://"#, #""predicateType":"#), (#""predicate":{"#, #""predicate":[],"x":{"#),
            (#""_type""#, #""type""#), (#"{"digest":{"sha256":"8f"#, #"{"digest":{"sha256":"zz"#),
        ])
    func refused(then: String, now: String) throws {
        let text = String(decoding: Self.vector, as: UTF8.self)
        let changed = text.replacing(then, with: now)
        #expect(changed != text)
        #expect(throws: AttestationError.self) { try Statement(json: Array(changed.utf8)) }
    }

    @Test("two subjects of one name, one without a hash, and none at all are refused")
    func subjects() throws {
        let subject = try Self.subject()
        #expect(throws: AttestationError.self) { try Statement(of: [subject, subject], "a:b", nil) }
        #expect(throws: AttestationError.self) { try Statement(of: [], "a:b", nil) }
        let bare = ResourceDescriptor(name: "x", digest: [:])
        #expect(throws: AttestationError.self) { try Statement(of: [bare], "a:b", nil) }
    }

    @Test(
        "a result that is none of three, and names that are no texts, are refused",
        arguments: [
            ("PASSED", "passed"), ("PASSED", "SKIPPED"), (#"["fullFlow"]"#, #"[1]"#), (#""result":"PASSED","#, ""),
            (#""configuration":[{"digest""#, #""configuration":[{"x""#),
        ])
    func refusedResults(then: String, now: String) throws {
        let changed = String(decoding: Self.vector, as: UTF8.self).replacing(then, with: now)
        let statement = try Statement(json: Array(changed.utf8))
        #expect(throws: AttestationError.self) { try TestResult(statement) }
    }

    @Test("a statement cut anywhere is refused with its byte, and hostile ones never crash")
    func hostile() throws {
        for count in 0..<Self.vector.count {
            let error = try #require(throws: AttestationError.self) {
                try Statement(json: Array(Self.vector[..<count]))
            }
            #expect(error.offset != nil, "\(count): \(error)")
        }
        var mutator = Mutator(seeds: [Self.vector])
        for _ in 0..<3_000 {
            let input = mutator.next(limit: 2_000)
            guard let statement = try? Statement(json: input) else { continue }
            #expect(try Statement(json: statement.json) == statement)
            _ = try? TestResult(statement)
            _ = try? GateClaim(statement)
        }
    }

    @Test("a claim is bound to one document, and says how another differs")
    func claim() throws {
        let document = Array(
            #"{"bench":{},"doesNotProve":[],"plan":{"hash":"x"},"proves":["a"],"result":"passed"}"#.utf8)
        let claim = try GateClaim(of: document, record: .of("record"), warned: false)
        let statement = try Statement(of: [Self.subject()], GateClaim.defaultType, claim.value)
        let read = try GateClaim(Statement(json: statement.json))
        #expect(read == claim)
        #expect(try read.differences(from: document).isEmpty)
        let other = String(decoding: document, as: UTF8.self).replacing(#"["a"]"#, with: #"["b"]"#)
        #expect(try read.differences(from: Array(other.utf8)).count == 2)
        let missing = String(decoding: document, as: UTF8.self).replacing(#""plan":{"hash":"x"},"#, with: "")
        #expect(try read.differences(from: Array(missing.utf8)).count == 2)
    }
}

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
            ("", 0), ("{", 1), ("[1,]", 3), (#"{"a":1,"a":2}"#, 7), ("01", 1), ("1.", 2), ("-", 1), ("1e", 2),
            ("tru", 0),
            ("\"a", 2), ("\"\n\"", 1), (#""\x""#, 1), (#""\ud800""#, 1), (#""\udc00""#, 1), (#""\u12g4""#, 1),
            ("[1] 2", 4),
            ("{1:2}", 1), (#"{"a" 1}"#, 5), ("NaN", 0), ("\u{FEFF}{}", 0), ("+1", 0), ("[1 2]", 3),
        ])
    func refused(text: String, byte: Int) throws {
        let error = try #require(throws: AttestationError.self) { try JSONValue(json: Array(text.utf8)) }
        #expect(error.offset == byte, "\(error)")
    }

    @Test("text that is not UTF-8, and what lies too deep, are refused")
    func limits() throws {
        #expect(throws: AttestationError.self) { try JSONValue(json: [0x22, 0xC0, 0x80, 0x22]) }
        let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        #expect(throws: AttestationError.self) { try JSONValue(json: Array(deep.utf8)) }
        let fits = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(json: Array(fits.utf8)) }
        #expect(throws: AttestationError.self) { try JSONValue(json: Array(String(repeating: "1", count: 65).utf8)) }
    }

    @Test("the first name out of order is found")
    func sorted() throws {
        #expect(try JSONValue.firstUnsortedName(in: Array(#"{"a":{"b":1,"c":2},"d":3}"#.utf8)) == nil)
        #expect(try JSONValue.firstUnsortedName(in: Array(#"{"a":{"c":1,"b":2},"A":3}"#.utf8)) == 12)
    }

    @Test("hostile documents are refused, or have one spelling")
    func mutations() throws {
        var mutator = Mutator(seeds: [
            StatementTests.vector, Array(#"{"a":[1.5e-3,"\ud83d\ude00",null,true,{}]}"#.utf8),
        ])
        for _ in 0..<5_000 {
            guard let value = try? JSONValue(json: mutator.next()) else { continue }
            #expect(try JSONValue(json: value.bytes) == value)
        }
    }
}
