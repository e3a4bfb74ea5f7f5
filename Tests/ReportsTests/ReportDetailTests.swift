import Ground
import Journal
import Reports
import Testing

/// The amount of console output for few and for many runs.
@Suite struct ReportDetailTests {
    private static let passed: [JournalEvent] = [
        .runStarted(header: Sample.header), .stepStarted(step: Sample.connect),
        .stepPassed(step: Sample.connect, elapsed: .milliseconds(12), measured: []),
        .runEnded(summary: Sample.summary(.passed)),
    ]
    private static let failed: [JournalEvent] = [
        .runStarted(header: Sample.header), .stepStarted(step: Sample.connect),
        .stepFailed(step: Sample.connect, elapsed: .zero, failure: Sample.failure),
        .runEnded(summary: Sample.summary(.failed, failures: [Sample.failure])),
    ]

    @Test func oneRunHasItsStepsFewHaveALineAndManyAreCounted() {
        #expect(
            [0, 1, 2, 20, 21, 156].map { ReportDetail(forRuns: $0) } == [
                .steps, .steps, .runs, .runs, .progress, .progress,
            ])
        #expect(shown(Self.passed, detail: .steps).split(separator: "\n").count == 3)
        #expect(shown(Self.passed, detail: .runs, runs: 5).split(separator: "\n").count == 1)
        #expect(shown(Self.passed, detail: .progress, runs: 156).isEmpty)
    }

    @Test func aHundredAndFiftySixRunsThatPassTakeAtMostSixtyLines() {
        let events = Array(repeating: Self.passed, count: 156).flatMap { $0 }
        let text =
            shown(events, detail: .progress, runs: 156)
            + finished(RunTally(Array(repeating: Sample.summary(.passed), count: 156)), detail: .progress)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 60 && lines.count > 10 && text.contains("\n78/156: 78 passed\n"), "\(text)")
    }

    @Test func aTerminalShowsHowFarItCameInPlace() {
        let output = MemoryOutput()
        let terminal = TerminalTraits(isLive: true, hasColours: false)
        let report = ConsoleReport(to: output, terminal: terminal, detail: .progress, runs: 156)
        for event in Self.passed { report.receive(JournalEntry(event, at: .start)) }
        report.expect("12 s")
        report.receive(JournalEntry(.runStarted(header: Sample.header), at: .start))
        #expect(output.text.hasSuffix("1/156, 12 s left zoneWalk") && !output.text.contains("\n"))
    }

    @Test func whoWantsFailuresAloneGetsThemAndWhoWantsQuietTheEnd() {
        let both = Self.passed + Self.failed
        let failures = shown(both, detail: .failures, runs: 2)
        #expect(failures.hasPrefix("failed    zoneWalk") && failures.contains("    expected  far entered"))
        #expect(!failures.contains("passed") && !failures.contains(" ok "))
        #expect(shown(both, detail: .summary, runs: 2).isEmpty)
        let tally = RunTally([Sample.summary(.passed)])
        #expect(finished(tally, detail: .summary).hasPrefix("\n1 run: 1 passed; "))
        #expect(finished(tally, detail: .failures).hasPrefix("\n1 run: 1 passed; "))
    }

    @Test func findingsThatWereNotShownAreCounted() {
        let warning = LinkFinding(link: .tag, Finding("test.odd", .warning, "odd"))
        let runs = Array(repeating: Sample.summary(.passed, findings: [warning, warning]), count: 30)
        let text = finished(RunTally(runs), detail: .progress)
        #expect(text.contains("\n60 warnings in runs that passed: --verbose shows them\n"), "\(text)")
    }

    /// Long words, long names, every kind of entry.
    @Test(arguments: [ReportDetail.summary, .failures, .progress, .runs, .steps, .everything])
    func noLineIsWiderThan80Columns(detail: ReportDetail) {
        let long = String(repeating: "a word and averyverylongword", count: 12)
        let frame = FrameRecord(
            number: 1, instant: .start, direction: .inbound, link: .kit, kind: "uci",
            bytes: Array(repeating: 0xAB, count: 90))
        let failure = Failure(
            code: "walk.otherZoneChange", expected: long, seen: long, meaning: long,
            spot: SourceSpot(file: "Scenarios/\(long).swift", line: 1),
            instant: .start, link: .kit, lastFrames: [frame])
        let step = StepRecord(number: 1, depth: 12, text: long, spot: Sample.spot(line: 1))
        let summary = Sample.summary(
            .failed, scenario: String(repeating: "x", count: 90), reason: long, failures: [failure],
            findings: [LinkFinding(link: .tag, Finding("test.odd", .warning, long))])
        let events: [JournalEvent] = [
            .runStarted(header: RunHeader(scenario: long, rig: long, seed: 1)), .stepStarted(step: step),
            .frame(frame: frame),
            .stepFailed(step: step, elapsed: .zero, failure: failure), .fault(link: nil, what: long, remedy: long),
            .finding(link: .tag, finding: Finding("test.odd", .note, long)),
            .runEnded(summary: summary), .runEnded(summary: Sample.summary(.error, reason: long)),
        ]
        var tally = RunTally([summary, Sample.summary(.skipped(reason: long)), Sample.summary(.error, reason: long)])
        tally.coverage = RunCoverage(
            asked: long, scenarios: 90, leftOut: [.init("a", because: long)], requirement: .all)
        let text = shown(events, detail: detail, runs: 30) + finished(tally, detail: detail)
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
}
