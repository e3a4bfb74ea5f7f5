import Evidence
import Ground
import JSON
import OpenSSL
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
        "a malformed statement is refused",
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
        #expect(throws: DocumentError.self) { try Statement(json: Array(changed.utf8)) }
    }

    @Test("two subjects of one name, one without a hash, and none at all are refused")
    func subjects() throws {
        let subject = try Self.subject()
        #expect(throws: DocumentError.self) { try Statement(of: [subject, subject], "a:b", nil) }
        #expect(throws: DocumentError.self) { try Statement(of: [], "a:b", nil) }
        let bare = ResourceDescriptor(name: "x", digest: [:])
        #expect(throws: DocumentError.self) { try Statement(of: [bare], "a:b", nil) }
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
        #expect(throws: DocumentError.self) { try TestResult(statement) }
    }

    @Test("a statement cut anywhere is refused with its byte, and hostile ones never crash")
    func hostile() throws {
        for count in 0..<Self.vector.count {
            let error = try #require(throws: DocumentError.self) {
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
