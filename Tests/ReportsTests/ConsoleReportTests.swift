import Ground
import Journal
import Reports
import Testing
import Vocabulary

@Suite struct ConsoleReportTests {
    @Test func aStepIsOneLineWithItsTimeAndWhatItMeasured() {
        let limit = Measured("connection", .span(.milliseconds(12)), limit: .span(.seconds(5)))
        #expect(
            shown([
                .runStarted(header: Sample.header), .stepStarted(step: Sample.connect),
                .stepPassed(step: Sample.connect, elapsed: .milliseconds(12), measured: [limit]),
            ]) == """
                zoneWalk on simulated, seed 7
                   0.200 s  ok       connect to door within 5.00 s [12.0 ms; connection 12.0 ms
                                     of 5.00 s]

                """)
    }

    @Test func aBlockGetsAHeadingWhenItsFirstInnerStepBegins() {
        #expect(
            shown([
                .stepStarted(step: Sample.walk), .stepStarted(step: Sample.enter),
                .stepPassed(step: Sample.enter, elapsed: .seconds(2), measured: []),
                .stepStarted(step: Sample.enter), .stepPassed(step: Sample.enter, elapsed: .seconds(1), measured: []),
                .stepPassed(step: Sample.walk, elapsed: .seconds(4), measured: []),
            ]) == """
                   0.100 s           walk toward door:
                   0.200 s  ok         enter far at 3.00 m [2.00 s]
                   0.400 s  ok         enter far at 3.00 m [1.00 s]
                   0.500 s  ok       walk toward door [4.00 s]

                """)
    }

    @Test func aFailedRunEndsWithExpectedSeenLineAndLastFrames() {
        let finding = LinkFinding(
            link: .bluetooth("door"), Finding("test.odd", .fault, "length is 3, not 4", offset: 2))
        #expect(
            shown([
                .stepStarted(step: Sample.enter),
                .stepFailed(step: Sample.enter, elapsed: .seconds(2), failure: Sample.failure),
                .runEnded(summary: Sample.summary(.failed, failures: [Sample.failure], findings: [finding])),
            ]) == """
                   0.100 s  FAILED     enter far at 3.00 m [2.00 s]: it was entered at 3.41 m
                failed    zoneWalk on simulated, seed 7: 2 of 3 steps in 4.20 s
                    expected  far entered at 3.00 m, give or take 0.30 m [walk.otherZoneChange]
                    seen      it was entered at 3.41 m
                    at        Scenarios/Zones.swift:10, 2.100 s into the run
                    last frames on bluetooth door
                      #12 1.500 s <- att 1b 0e
                      #13 1.600 s -> disconnect
                    findings
                      fault    bluetooth door: length is 3, not 4 (byte 2)

                """)
    }

    @Test func aPassedRunEndsWithWhatItMeasured() {
        #expect(
            shown([
                .runEnded(
                    summary: Sample.summary(.passed, measured: [Measured("frames", .count(7)), Sample.turnAround(850)]))
            ])
                == "passed    zoneWalk on simulated, seed 7: 2 of 3 steps in 4.20 s\n")
    }

    @Test func whatTellsOfTheRigIsForTheVerbose() {
        let step = StepRecord(number: 1, depth: 0, text: "exchange", spot: Sample.spot(line: 8))
        let figures = [Measured.turnAround, Measured.routeTime, Measured.processorTime].map {
            Measured($0, .span(.microseconds(850)))
        }
        let events: [JournalEvent] = [
            .stepPassed(step: step, elapsed: .zero, measured: figures),
            .runEnded(summary: Sample.summary(.passed, measured: figures)),
        ]
        for name in [Measured.turnAround, Measured.routeTime, Measured.processorTime] {
            #expect(!words(shown(events)).contains(name) && words(shown(events, verbose: true)).contains(name))
            let tally = RunTally([Sample.summary(.passed, measured: figures), Sample.summary(.passed)])
            #expect(!words(finished(tally)).contains(name))
            #expect(words(finished(tally, detail: .everything)).contains(name))
        }
    }

    private static func connect(_ microseconds: Int) -> Measured {
        Measured("connect", .span(.microseconds(microseconds)))
    }

    @Test func ofSeveralSpansWithOneNameTheVerdictLineHasTheMedian() {
        let measured = [
            Self.connect(9), Measured("frames", .count(7)), Self.connect(1), Self.connect(2),
        ]
        #expect(
            shown([.runEnded(summary: Sample.summary(.passed, measured: measured))])
                == "passed    zoneWalk on simulated, seed 7: 2 of 3 steps in 4.20 s, "
                + "connect 2.0 us\n          (median of 3)\n")
    }

    @Test func aRunThatIsNoPassWithoutAFailureSaysWhy() {
        let text = shown([.runEnded(summary: Sample.summary(.error, reason: "the kit was unplugged"))])
        #expect(
            text
                == "error     zoneWalk on simulated, seed 7: 2 of 3 steps in 4.20 s: the kit was\n          unplugged\n"
        )
    }

    @Test func aFailureWithoutFramesSaysSo() {
        let failure = Failure(
            code: "walk.otherZoneChange", expected: "a", seen: "b", spot: Sample.spot(line: 1), instant: .start,
            link: .kit)
        let text = shown([.runEnded(summary: Sample.summary(.failed, reason: "it did not range", failures: [failure]))])
        #expect(text.contains("in 4.20 s\n"))
        #expect(text.hasSuffix("    no frames on uwb kit\n"))
    }

    @Test func manyFindingsAreCountedAfterTheLimit() {
        let findings = (1...ConsoleReport.listLimit + 3).map { number in
            LinkFinding(link: .kit, Finding("test.odd", .note, "odd \(number)"))
        }
        let text = shown([.runEnded(summary: Sample.summary(.passed, findings: findings))])
        #expect(text.split(separator: "\n").count { $0.contains("uwb kit: odd") } == ConsoleReport.listLimit)
        #expect(text.hasSuffix("      and 3 more\n"))
    }

    @Test func equalFindingsTakeOneLine() {
        let odd = LinkFinding(link: .kit, Finding("test.odd", .note, "odd"))
        let other = LinkFinding(link: .tag, Finding("test.odd", .note, "odd"))
        let text = shown([
            .runEnded(summary: Sample.summary(.passed, findings: [odd, other] + Array(repeating: odd, count: 30)))
        ])
        #expect(text.hasSuffix("      note     uwb kit: odd (31 times)\n      note     tag: odd\n"), "\(text)")
    }

    @Test func aRigFaultIsShownAtOnceWithItsRemedy() {
        #expect(
            shown([.fault(link: .kit, what: "the kit was unplugged", remedy: "Plug it in")])
                == "   0.000 s  rig      uwb kit: the kit was unplugged. Plug it in.\n")
    }

    @Test func framesPhoneEventsDistancesAndFindingsAreForTheVerbose() {
        let events: [JournalEvent] = [
            .frame(frame: Sample.frame), .phone(event: .nearby(accessory: "door", event: .retry(attempt: 2))),
            .phone(event: .distance(accessory: "door", measured: .metres(2.97), smoothed: nil)),
            .finding(link: .reader, finding: Finding("test.odd", .warning, "no lock bytes", offset: 10)),
        ]
        #expect(shown(events).isEmpty)
        #expect(
            shown(events, verbose: true) == """
                   1.500 s  #12      bluetooth door <- att 1b 0e
                   0.100 s  phone    bluetooth door: retry: attempt 3
                   0.200 s  range    door 2.97 m
                   0.300 s  finding  nfc reader: warning: no lock bytes (byte 10)

                """)
    }

    /// The beginning of a line that no entry inside another one may produce.
    private nonisolated(unsafe) static let heads = #/(\\u|failed|1 |2 |not passed|with ).*/#

    @Test(arguments: ["\u{1B}[2J", "\u{202E}", "\n", "\r", "\u{7}", "\u{9B}31m", "\u{2028}"])
    func nothingFromOutsideReachesTheTerminalUnescaped(hostile: String) {
        let step = StepRecord(number: 1, depth: 0, text: hostile, spot: Sample.spot(line: 1))
        let link = LinkID.bluetooth(AccessoryName(hostile))
        let failure = Failure(
            code: "walk.otherZoneChange", expected: hostile, seen: hostile, spot: SourceSpot(file: hostile, line: 1),
            instant: .start, link: link,
            lastFrames: [
                FrameRecord(
                    number: 1, instant: .start, direction: .inbound, link: link, kind: hostile, meaning: hostile)
            ])
        let finding = Finding("test.odd", .fault, hostile)
        let summary = RunSummary(
            scenario: hostile, spot: SourceSpot(file: hostile, line: 1), rig: hostile, seed: 1, verdict: .failed,
            reason: hostile, failures: [failure], findings: [LinkFinding(link: link, finding)],
            measured: [Measured(hostile, .count(1))])
        let events: [JournalEvent] = [
            .runStarted(header: RunHeader(scenario: hostile, rig: hostile, seed: 1)), .stepStarted(step: step),
            .stepPassed(step: step, elapsed: .zero, measured: [Measured(hostile, .count(1))]),
            .stepFailed(step: step, elapsed: .zero, failure: failure), .frame(frame: failure.lastFrames[0]),
            .phone(event: .distance(accessory: AccessoryName(hostile), measured: .zero, smoothed: nil)),
            .finding(link: link, finding: finding),
            .fault(link: link, what: hostile, remedy: hostile), .runEnded(summary: summary),
        ]
        let output = MemoryOutput()
        let report = ConsoleReport(to: output, terminal: .plain, isVerbose: true)
        for event in events { report.receive(JournalEntry(event, at: .start)) }
        let provenance = Provenance(
            program: hostile, host: hostile, system: hostile, date: hostile, rig: hostile, kind: hostile, parts: [],
            overrides: [hostile])
        report.finish(RunTally([summary, summary]), of: provenance)
        let text = output.text
        let scalars = text.replacing("\n", with: "").unicodeScalars
        let lines = text.split(separator: "\n")
        #expect(!scalars.contains { $0.properties.generalCategory == .control || hostile.unicodeScalars.first == $0 })
        #expect(lines.allSatisfy { $0.hasPrefix(" ") || $0.wholeMatch(of: Self.heads) != nil }, "forged:\n\(text)")
    }
}
