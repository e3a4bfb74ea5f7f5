import Foundation
import Ground
import Journal
import Reports
import TestSupport
import Testing

/// The formats for other programs, each checked by an independent reader.
@Suite struct ReportFormTests {
    /// Names that could break some format.
    static let hostile: [String] = [
        "zoneWalk", "::add-mask::x", "]]>", "<script>", "a\u{0}b", "|<`\n## x", "ok 1 # TO" + "DO", "\\# SKIP", "...",
        "'",
        "Bail out!", "", String(decoding: [0xED, 0xA0, 0x80, 0x41] as [UInt8], as: UTF8.self), "\u{FFFF}\u{202E}",
        String(repeating: "x", count: 100_000),
    ]

    /// Returns every verdict, several times, with this name everywhere.
    static func tally(_ name: String) -> RunTally {
        var tally = RunTally()
        let failure = Failure(
            code: "walk.otherZoneChange", expected: name, seen: name, meaning: name,
            spot: SourceSpot(file: "Scenarios/\(name).swift", line: 3), instant: .start,
            link: .bluetooth(AccessoryName(name)))
        for round in 0..<2 {
            for verdict in [Verdict.passed, .failed, .error, .timedOut, .aborted, .skipped(reason: name)] {
                let summary = RunSummary(
                    scenario: "\(name) \(verdict.kind.rawValue)", spot: failure.spot, rig: name, seed: 7,
                    verdict: round == 0 && verdict == .failed ? .passed : verdict,
                    reason: verdict == .passed ? nil : name,
                    failures: round == 1 && verdict == .failed ? [failure] : [],
                    elapsed: .milliseconds(1_250))
                tally.count(summary, evidence: ["\(name)/verdict.json"])
            }
        }
        tally.coverage = RunCoverage(
            asked: name, scenarios: 99, leftOut: [.init(name, because: name)], requirement: .all)
        return tally
    }

    /// Writes a report to a temporary file for a reader.
    private func reading<Result>(
        _ form: ReportForm, _ tally: RunTally, _ told: [Int: RunStory] = [:], _ read: (String) throws -> Result
    ) throws -> Result {
        let scratch = try Scratch()
        let bytes = form.bytes(of: tally, Sample.provenance, evidence: "results", told: told)
        try Scratch.write(bytes, to: scratch("report"))
        return try withExtendedLifetime(scratch) { try read(scratch("report")) }
    }

    private func prove(_ tally: RunTally) throws -> Bool { try reading(.tap, tally) { try OtherProgram.prove($0) } }

    @Test(arguments: hostile) func everyFormIsValid(name: String) throws {
        let tally = Self.tally(name)
        try reading(.junit, tally) { try OtherProgram.xmllint($0, schema: "junit-emitted.xsd") }
        try reading(.ctrf, tally) { try OtherProgram.validate($0, schema: "ctrf-emitted.schema.json") }
        try reading(.otel, tally) { try OtherProgram.validate($0, schema: "otlp-emitted.schema.json") }
        try reading(.codeQuality, tally) { try OtherProgram.validate($0, schema: "code-quality-emitted.schema.json") }
        #expect(try prove(tally) == false)
        for form in ReportForm.allCases {
            let bytes = form.bytes(of: tally, Sample.provenance)
            #expect(bytes == form.bytes(of: tally, Sample.provenance) && bytes.count < 10_000_000)
            #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
        }
    }

    @Test func aPassIsAPassToAllReaders() throws {
        let tally = RunTally([
            Sample.summary(.passed), Sample.summary(.passed),
            Sample.summary(.skipped(reason: "no kit"), scenario: "tap"),
        ])
        #expect(try prove(tally))
        let document = try ctrf(tally)
        #expect(document.summary == ["passed": 1, "failed": 0, "skipped": 1, "other": 0, "pending": 0, "tests": 2])
        #expect(WorkflowAnnotations(ReportContent(tally, of: Sample.provenance)).commands == [])
        #expect(ReportForm.codeQuality.bytes(of: tally, Sample.provenance) == Array("[\n\n]\n".utf8))
    }

    /// A result that is not a pass must not look like one to a reader of the lines alone.
    @Test(arguments: [
        [], [Verdict.skipped(reason: "no kit")], [.aborted], [.error], [.timedOut], [.passed, .failed],
        [.failed, .passed],
        [.passed, .aborted],
    ]) func nothingElseIsAPass(verdicts: [Verdict]) throws {
        let tally = RunTally(verdicts.map { Sample.summary($0) })
        #expect(try prove(tally) == false)
        #expect(!WorkflowAnnotations(ReportContent(tally, of: Sample.provenance)).commands.isEmpty)
    }

    @Test func severalRunsAreOneTestThatFailedWhenOneDid() throws {
        let failed = Sample.summary(.failed, failures: [Sample.failure])
        let tally = RunTally([Sample.summary(.passed), failed, Sample.summary(.passed), failed])
        let test = try #require(try ctrf(tally).tests.first)
        #expect(test["status"] as? String == "failed" && test["rawStatus"] as? String == "flaky")
        #expect(test["retries"] as? Int == 3 && test["flaky"] == nil && test["duration"] as? Int == 16_800)
        let attempts = try #require(test["retryAttempts"] as? [[String: Any]])
        #expect(attempts.map { $0["status"] as? String } == ["passed", "failed", "passed", "failed"])
        #expect((test["message"] as? String)?.hasPrefix("failed in 2 of 4 runs: ") == true)
        let content = ReportContent(tally, of: Sample.provenance)
        #expect(content.findings.map(\.title) == ["zoneWalk failed in 2 of 4 runs"])
        #expect(content.start == 1_795_372_435_000)
    }

    @Test func aRigThatPreventedEverythingBailsOut() throws {
        let tally = RunTally([Sample.summary(.error, reason: "the kit is gone"), Sample.summary(.aborted)])
        let text = String(decoding: ReportForm.tap.bytes(of: tally, Sample.provenance), as: UTF8.self)
        #expect(text.hasSuffix("\nBail out! the kit is gone\n"))
        #expect(
            !String(decoding: ReportForm.tap.bytes(of: Self.tally("x"), Sample.provenance), as: UTF8.self).contains(
                "Bail"))
    }

    @Test func spansTellStepsAndTheLastFrames() throws {
        var story = RunStory()
        story.receive(
            JournalEntry(.provenance(provenance: Sample.provenance.begun(at: "2026-11-22T18:34:00Z")), at: .start))
        story.receive(JournalEntry(.stepStarted(step: Sample.connect), at: .start))
        story.receive(
            JournalEntry(
                .stepPassed(step: Sample.connect, elapsed: .seconds(1), measured: []), at: .start + .seconds(1)))
        story.receive(JournalEntry(.stepStarted(step: Sample.walk), at: .start + .seconds(1)))
        for _ in 0..<1_000 { story.receive(JournalEntry(.frame(frame: Sample.frame), at: .start + .seconds(1))) }
        story.receive(
            JournalEntry(
                .stepFailed(step: Sample.walk, elapsed: .seconds(1), failure: Sample.failure), at: .start + .seconds(2))
        )
        let failed = Sample.summary(.failed, failures: [Sample.failure])
        story.receive(JournalEntry(.runEnded(summary: failed), at: .start + .seconds(2)))
        #expect(story.frames.count == RunStory.mostFrames && story.droppedFrames == 1_000 - RunStory.mostFrames)
        let tally = RunTally([failed, Sample.summary(.passed)])
        try reading(.otel, tally, [0: story]) { try OtherProgram.validate($0, schema: "otlp-emitted.schema.json") }
        let spans = try self.spans(tally, [0: story])
        #expect(
            spans.map { $0["name"] as? String } == [
                "trammel run", "zoneWalk with seed 7", "connect to door within 5.00 s", "walk toward door",
                "zoneWalk with seed 7",
            ])
        #expect(Set(spans.compactMap { $0["spanId"] as? String }).count == 5)
        let parents = spans.map { $0["parentSpanId"] as? String }
        #expect(
            parents[0] == nil && parents[1] == spans[0]["spanId"] as? String
                && parents[2] == spans[1]["spanId"] as? String)
        #expect(spans[1]["startTimeUnixNano"] as? String == "1795372440000000000")
        #expect(spans[3]["endTimeUnixNano"] as? String == "1795372442000000000")
        #expect((spans[3]["status"] as? [String: Any])?["code"] as? Int == 2 && spans[2]["status"] == nil)
    }

    @Test func codeQualityKeepsItsFingerprintFromRunToRun() throws {
        func prints(_ seen: String, line: Int, seed: UInt64) throws -> [String] {
            let failure = Failure(
                code: "walk.otherZoneChange", expected: "far entered", seen: seen,
                spot: SourceSpot(file: "Scenarios/Zones.swift", line: line), instant: .start)
            let tally = RunTally([Sample.summary(.failed, seed: seed, failures: [failure])])
            let bytes = ReportForm.codeQuality.bytes(of: tally, Sample.provenance)
            let issues = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
            return issues.compactMap { $0["fingerprint"] as? String }
        }
        let one = try prints("entered at 3.41 m by 0x1f", line: 10, seed: 7)
        #expect(one.count == 1)
        #expect(try prints("entered at 2.07 m by 0xa2", line: 12, seed: 8) == one)
        #expect(try prints("left at 2.07 m by 0xa2", line: 12, seed: 8) != one)
    }

    private func ctrf(_ tally: RunTally) throws -> (summary: [String: Int], tests: [[String: Any]]) {
        let bytes = ReportForm.ctrf.bytes(of: tally, Sample.provenance)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let results = try #require(root["results"] as? [String: Any])
        var summary = try #require(results["summary"] as? [String: Int])
        (summary["start"], summary["stop"]) = (nil, nil)
        return (summary, try #require(results["tests"] as? [[String: Any]]))
    }

    private func spans(_ tally: RunTally, _ told: [Int: RunStory]) throws -> [[String: Any]] {
        let bytes = ReportForm.otel.bytes(of: tally, Sample.provenance, told: told)
        let root = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let resources = try #require(root["resourceSpans"] as? [[String: Any]])
        let scopes = try #require(resources.first?["scopeSpans"] as? [[String: Any]])
        return try #require(scopes.first?["spans"] as? [[String: Any]])
    }
}
