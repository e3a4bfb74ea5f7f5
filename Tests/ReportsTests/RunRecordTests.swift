import Foundation
import Ground
import Journal
import Reports
import Testing

@Suite struct RunRecordTests {
    @Test func theVerdictIsAWordAndTheReasonBesideIt() throws {
        let skipped = Sample.summary(.skipped(reason: "no kit"))
        #expect(try RunRecord(json: RunRecord(skipped, of: Sample.provenance).json).summary == skipped)
        let fields = try decode(Sample.summary(.skipped(reason: "no kit"), measured: [Sample.turnAround(850)]))
        #expect(fields["format"] as? Int == 4)
        #expect(fields["verdict"] as? String == "skipped" && fields["code"] as? String == "run.skipped")
        #expect(fields["reason"] as? String == "no kit")
        #expect((fields["elapsed"] as? [String: Int])?["nanoseconds"] == 4_200_000_000)
        let amount = try #require((fields["measured"] as? [[String: Any]])?.first)
        #expect(amount["value"] as? Int == 850_000 && amount["unit"] as? String == "nanoseconds")
    }

    @Test func failuresAreInItWithTheirLines() throws {
        let fields = try decode(Sample.summary(.failed, failures: [Sample.failure]))
        let failure = try #require((fields["failures"] as? [[String: Any]])?.first)
        #expect((failure["spot"] as? [String: Any])?["line"] as? Int == 10)
    }

    @Test func theSameRunGivesTheSameBytes() throws {
        let summary = Sample.summary(.passed, measured: [Measured("frames", .count(3), limit: .count(4))])
        let bytes = RunRecord(summary, of: Sample.provenance).json
        #expect(bytes == RunRecord(summary, of: Sample.provenance).json)
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

    @Test("the rig's faults are in it, including those after the failure, and no more than can be read")
    func faults() throws {
        var faults = RigFaults()
        faults.receive(JournalEntry(.runEnded(summary: Sample.summary(.failed)), at: .start))
        for number in 1...RigFaults.most + 2 {
            let fault = JournalEvent.fault(link: .bluetooth("door"), what: "hci0 hangs (\(number))", remedy: "reset it")
            faults.receive(JournalEntry(fault, at: .start + .seconds(3)))
        }
        let fields = try decode(Sample.summary(.failed, failures: [Sample.failure]), faults)
        #expect(fields["verdict"] as? String == "failed")
        let told = try #require(fields["faults"] as? [String: Any])
        let entries = try #require(told["entries"] as? [[String: Any]])
        #expect(entries.count == RigFaults.most && entries.first?["what"] as? String == "hci0 hangs (1)")
        #expect(told["besides"] as? Int == 2)
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
        let bytes = RunRecord(
            summary, of: Sample.provenance, faults: faults, seal: Self.seal, gate: Self.gate
        ).json
        let file = Self.vectors.appending(path: "verdict-format-4.json")
        if ProcessInfo.processInfo.environment["TRAMMEL_WRITE_GOLDEN"] == "1" { try Data(bytes).write(to: file) }
        #expect(try Array(Data(contentsOf: file)) == bytes)
    }

    @Test("the journal's outcome is the same, field by field, but for what was measured later")
    func agreement() {
        let journaled = Sample.summary(.failed, failures: [Sample.failure], measured: [Sample.turnAround(850)])
        let later = journaled.measuring(Measured("processor time", .span(.milliseconds(3))))
        #expect(journaled.agrees(with: journaled) && later.agrees(with: journaled) && !journaled.agrees(with: later))
        let decoded = Sample.failure.lastFrames.map {
            FrameRecord(
                number: $0.number, instant: $0.instant, direction: $0.direction, link: $0.link, kind: "decoded",
                bytes: $0.bytes, meaning: "initialize")
        }
        let meaning = Sample.summary(
            .failed, failures: [Sample.failure.showing(decoded)], measured: [Sample.turnAround(850)])
        #expect(meaning.agrees(with: journaled))
        let others = [
            Sample.summary(.failed, failures: [Sample.failure], measured: [Sample.turnAround(851)]),
            Sample.summary(.failed, seed: 8, failures: [Sample.failure], measured: [Sample.turnAround(850)]),
            Sample.summary(.failed, failures: [], measured: [Sample.turnAround(850)]),
            Sample.summary(.passed, measured: [Sample.turnAround(850)]),
        ]
        #expect(others.allSatisfy { !$0.agrees(with: journaled) })
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

    private static let gate = GateMembership(
        record: hash("6"), ordinal: 7, plan: hash("7"),
        firmware: GateMembership.Firmware(name: "door-1.2.3.bin", sha256: hash("8")), identity: "proved", powerCycle: 2,
        unit: "D-0042")

    @Test("what the files beside it are, and of which gate it is, is read back")
    func seals() throws {
        let summary = Sample.summary(.passed)
        let bytes = RunRecord(summary, of: Sample.provenance, seal: Self.seal, gate: Self.gate).json
        let record = try RunRecord(json: bytes)
        #expect(record.seal == Self.seal && record.gate == Self.gate)
        let bare = try RunRecord(json: RunRecord(summary, of: Sample.provenance).json)
        #expect(bare.seal == nil && bare.gate == nil && bare.search == nil)
        let mark = SearchMembership(firmware: Self.gate.firmware, identity: "flashed")
        let searched = RunRecord(summary, of: Sample.provenance, seal: Self.seal, search: mark).json
        #expect(try RunRecord(json: searched).search == mark)
    }

    @Test(
        "a seal that is none makes the document none",
        arguments: [
            ("1111", "111g"), ("\"every\" : 2", "\"every\" : \"2\""), ("\"ordinal\" : 7", "\"ordinal\" : -1e99"),
            ("\"sha256\"", "\"sha255\""),
        ])
    func foreignSeals(then: String, now: String) throws {
        let document = RunRecord(
            Sample.summary(.passed), of: Sample.provenance, seal: Self.seal, gate: Self.gate)
        let text = String(decoding: document.json, as: UTF8.self)
        let changed = text.replacing(then, with: now)
        #expect(changed != text)
        #expect(throws: DecodingError.self) { try RunRecord(json: Array(changed.utf8)) }
    }

    @Test("fields that are compared with other evidence are read back")
    func readBack() throws {
        let bytes = try Data(contentsOf: Self.vectors.appending(path: "verdict-format-4.json"))
        let record = try RunRecord(json: Array(bytes))
        #expect(record.summary.scenario == "zoneWalk" && record.summary.seed == 7 && record.summary.frames == 118)
        #expect(record.json == Array(bytes))
        let other = String(decoding: bytes, as: UTF8.self).replacing(/"code" : "requirement.notMet",\n  "elapsed"/) {
            _ in
            "\"code\" : \"run.error\",\n  \"elapsed\""
        }
        #expect(throws: DecodingError.self) { try RunRecord(json: Array(other.utf8)) }
    }

    @Test("a verdict of an older or a newer format is refused with both versions", arguments: [1, 2, 3, 5])
    func otherFormats(format: Int) throws {
        #expect(throws: UnknownFormat(what: "verdict", format: format, known: 4)) {
            try RunRecord(json: Array("{\"format\" : \(format)}".utf8))
        }
    }

    private static let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/journal")

    private func decode(_ summary: RunSummary, _ faults: RigFaults = RigFaults()) throws -> [String: Any] {
        let data = Data(RunRecord(summary, of: Sample.provenance, faults: faults).json)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }
}
