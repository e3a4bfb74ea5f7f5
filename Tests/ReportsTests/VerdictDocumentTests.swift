import Foundation
import Ground
import Journal
import Reports
import Testing

@Suite struct VerdictDocumentTests {
    @Test func theVerdictIsAWordAndTheReasonBesideIt() throws {
        let fields = try decode(Sample.summary(.skipped(reason: "no kit"), measured: [Sample.turnAround(850)]))
        #expect(fields["format"] as? Int == 3)
        #expect(fields["verdict"] as? String == "skipped" && fields["code"] as? String == "run.skipped")
        #expect((fields["words"] as? [String: String])?["reason"] == "no kit")
        #expect(fields["elapsedNanoseconds"] as? Int == 4_200_000_000)
        let amount = try #require((fields["measured"] as? [[String: Any]])?.first)
        #expect(amount["nanoseconds"] as? Int == 850_000)
    }

    @Test func failuresAreInItWithTheirLines() throws {
        let fields = try decode(Sample.summary(.failed, failures: [Sample.failure]))
        let failure = try #require((fields["failures"] as? [[String: Any]])?.first)
        #expect((failure["spot"] as? [String: Any])?["line"] as? Int == 10)
    }

    @Test func theSameRunGivesTheSameBytes() throws {
        let summary = Sample.summary(.passed, measured: [Measured("frames", .count(3), limit: .count(4))])
        let bytes = try VerdictDocument(summary, of: Sample.provenance).json()
        #expect(try bytes == VerdictDocument(summary, of: Sample.provenance).json())
        #expect(bytes.last == 0x0A)
    }

    @Test func theRigAsItWasUsedTheDateTheProgramAndTheHostAreInIt() throws {
        let fields = try decode(Sample.summary(.passed))
        let provenance = try #require(fields["provenance"] as? [String: Any])
        #expect(provenance["program"] as? String == "trammel 1.2" && provenance["host"] as? String == "bench7")
        #expect(provenance["date"] as? String == "2026-11-22T18:33:55Z" && provenance["rig"] as? String == "simulated")
        #expect(provenance["parts"] as? [[String: String]] == [["role": "uwb", "port": "none"]])
        #expect(provenance["overrides"] as? [String] == ["--port uwb=none"])
    }

    @Test("the rig's faults are in it, those after the failure too, and no more than can be read")
    func faults() throws {
        var faults = RigFaults()
        faults.receive(JournalEntry(.runEnded(summary: Sample.summary(.failed)), at: .start))
        for number in 1...RigFaults.most + 2 {
            let fault = JournalEvent.fault(link: .bluetooth("door"), what: "hci0 hangs (\(number))", remedy: "reset it")
            faults.receive(JournalEntry(fault, at: .start + .seconds(3)))
        }
        let fields = try decode(Sample.summary(.failed, failures: [Sample.failure]), faults)
        #expect(fields["verdict"] as? String == "failed")
        let told = try #require(fields["faults"] as? [[String: Any]])
        #expect(told.count == RigFaults.most)
        #expect((told.first?["words"] as? [String: String])?["what"] == "hci0 hangs (1)")
        #expect(fields["faultsBesides"] as? Int == 2)
    }

    /// Run the tests with TRAMMEL_WRITE_GOLDEN=1 after an intended change.
    @Test func aVerdictWithEverythingIsTheGoldenOne() throws {
        let failure = Failure(
            code: "requirement.notMet", expected: "a latency of 500 ms at most", seen: "612 ms",
            measured: Measured("latency", .span(.milliseconds(612)), limit: .span(.milliseconds(500))),
            meaning: "it is slow", spot: Sample.spot(line: 10), instant: .start + .milliseconds(2100),
            link: .bluetooth("door"), lastFrames: [Sample.frame])
        let finding = LinkFinding(link: .kit, Finding("uci.framing", .warning, "bytes are missing", offset: 4))
        let summary = Sample.summary(
            .failed, failures: [failure], findings: [finding],
            measured: [Sample.turnAround(850), Measured("frames", .count(118), times: 2)])
        var faults = RigFaults()
        let fault = JournalEvent.fault(link: .reader, what: "it is gone", remedy: "Plug it in")
        faults.receive(JournalEntry(fault, at: .start + .seconds(3)))
        let bytes = try VerdictDocument(
            summary, of: Sample.provenance, faults: faults, seal: Self.seal, gate: Self.gate
        ).json()
        let file = Self.vectors.appending(path: "verdict-format-3.json")
        if ProcessInfo.processInfo.environment["TRAMMEL_WRITE_GOLDEN"] == "1" { try Data(bytes).write(to: file) }
        #expect(try Array(Data(contentsOf: file)) == bytes)
    }

    private static func hash(_ digit: String) -> ContentHash {
        guard let hash = ContentHash(hex: String(repeating: digit, count: 64)) else {
            preconditionFailure("64 digits are a hash")
        }
        return hash
    }

    private static let seal = RunSeal(
        manifest: hash("1"), journal: RunSeal.Lines(lines: 3, chain: hash("2"), every: 2, marks: [hash("3")]),
        scenario: hash("4"), rig: hash("5"))

    private static let gate = GateMark(
        record: hash("6"), ordinal: 7, plan: hash("7"),
        firmware: GateMark.Firmware(name: "door-1.2.3.bin", sha256: hash("8")), identity: "proved", powerCycle: 2,
        unit: "D-0042")

    @Test("what the files beside it are, and of which gate it is, is read back")
    func seals() throws {
        let summary = Sample.summary(.passed)
        let bytes = try VerdictDocument(summary, of: Sample.provenance, seal: Self.seal, gate: Self.gate).json()
        let reading = try VerdictReading(json: bytes)
        #expect(reading.seal == Self.seal && reading.gate == Self.gate)
        let bare = try VerdictReading(json: VerdictDocument(summary, of: Sample.provenance).json())
        #expect(bare.seal == nil && bare.gate == nil && bare.search == nil)
        let mark = SearchMark(firmware: Self.gate.firmware, identity: "flashed")
        let searched = try VerdictDocument(summary, of: Sample.provenance, seal: Self.seal, search: mark).json()
        #expect(try VerdictReading(json: searched).search == mark)
    }

    @Test(
        "a seal that is none makes the document none",
        arguments: [
            ("1111", "111g"), ("\"every\" : 2", "\"every\" : \"2\""), ("\"ordinal\" : 7", "\"ordinal\" : -1e99"),
            ("\"sha256\"", "\"sha255\""),
        ])
    func foreignSeals(then: String, now: String) throws {
        let document = VerdictDocument(
            Sample.summary(.passed), of: Sample.provenance, seal: Self.seal, gate: Self.gate)
        let text = String(decoding: try document.json(), as: UTF8.self)
        let changed = text.replacing(then, with: now)
        #expect(changed != text)
        #expect(throws: DecodingError.self) { try VerdictReading(json: Array(changed.utf8)) }
    }

    @Test("what is compared with other evidence is read back")
    func readBack() throws {
        let bytes = try Data(contentsOf: Self.vectors.appending(path: "verdict-format-3.json"))
        let reading = try VerdictReading(json: Array(bytes))
        #expect(reading.scenario == "zoneWalk" && reading.rig == "simulated" && reading.seed == 7)
        #expect(reading.verdict == .failed && reading.frames == 118)
        #expect(reading.reason?.isEmpty == false)
    }

    @Test("a verdict of an older or a newer format is refused with both versions", arguments: [1, 2, 4])
    func otherFormats(format: Int) throws {
        #expect(throws: UnknownFormat(what: "verdict", format: format, known: 3)) {
            try VerdictReading(json: Array("{\"format\" : \(format)}".utf8))
        }
    }

    private static let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/journal")

    private func decode(_ summary: RunSummary, _ faults: RigFaults = RigFaults()) throws -> [String: Any] {
        let data = Data(try VerdictDocument(summary, of: Sample.provenance, faults: faults).json())
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
