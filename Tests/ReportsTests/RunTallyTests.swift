import Ground
import Journal
import Reports
import Testing

@Suite struct RunTallyTests {
    static let verdicts: [Verdict] = [.passed, .failed, .error, .timedOut, .skipped(reason: "no kit"), .aborted]

    @Test func noRunAtAllIsNotAPass() { #expect(RunTally().exitStatus == .nothingShown) }

    @Test(
        arguments: zip(verdicts, [CommandStatus.passed, .failed, .rigWrong, .rigWrong, .nothingShown, .nothingShown]))
    func oneVerdictAlone(verdict: Verdict, status: CommandStatus) {
        #expect(RunTally([Sample.summary(verdict)]).exitStatus == status)
        #expect(RunTally(Array(repeating: Sample.summary(verdict), count: 3)).exitStatus == status)
    }

    /// Every subset of the six verdicts, in both orders, compared with the rule written independently.
    @Test func everyMixOfVerdicts() {
        for mask in 0..<64 {
            let chosen = Self.verdicts.indices.filter { mask & 1 << $0 != 0 }.map { Self.verdicts[$0] }
            var expected: Int32 = 4
            if mask & 0b000001 != 0 { expected = 0 }
            if mask & 0b100000 != 0 { expected = 4 }
            if mask & 0b001100 != 0 { expected = 3 }
            if mask & 0b000010 != 0 { expected = 1 }
            #expect(RunTally(chosen.map { Sample.summary($0) }).exitStatus.rawValue == expected, "\(chosen)")
            #expect(RunTally(chosen.reversed().map { Sample.summary($0) }).exitStatus.rawValue == expected, "\(chosen)")
        }
    }

    @Test func aSpreadHasLeastMiddleAndGreatest() {
        #expect(SpanStatistics([]) == nil)
        let odd = SpanStatistics([.milliseconds(3), .milliseconds(1), .milliseconds(2)])
        #expect(odd?.least == .milliseconds(1) && odd?.median == .milliseconds(2) && odd?.greatest == .milliseconds(3))
        #expect(SpanStatistics([.milliseconds(4), .milliseconds(1)])?.median == .microseconds(2500))
        #expect(
            SpanStatistics([Lapse(nanoseconds: .max), Lapse(nanoseconds: .max)])?.median == Lapse(nanoseconds: .max))
    }

    @Test func theSpreadLooksAtOneNameAndAtSpansAlone() {
        let others = [Measured("frames", .count(9)), Measured("turn-around", .count(1)), Sample.turnAround(5)]
        let tally = RunTally([Sample.summary(.passed, measured: others), Sample.summary(.passed)])
        #expect(tally.spread(of: "turn-around")?.count == 1)
        #expect(tally.spread(of: "walk") == nil)
    }

    @Test("A span with a count of n weighs as much as n spans, on the console and in the summary")
    func counted() {
        func span(_ microseconds: Int, times: Int?) -> Measured {
            Measured("connect", .span(.microseconds(microseconds)), times: times)
        }
        let long = Sample.summary(.passed, measured: [span(1, times: 4_000), span(9, times: 3_000)])
        let spread = RunTally([long, Sample.summary(.passed, measured: [span(20, times: nil)])]).spread(
            of: "connect")
        #expect(spread?.count == 7_001 && spread?.median == .microseconds(1) && spread?.greatest == .microseconds(20))
        let even = Sample.summary(.passed, measured: [span(1, times: 2), span(3, times: 2)])
        #expect(RunTally([even]).spread(of: "connect")?.median == .microseconds(2))
        let output = MemoryOutput()
        ConsoleReport(to: output, terminal: .plain).receive(
            JournalEntry(.runEnded(summary: Sample.summary(.passed, measured: [span(5, times: 73_000)])), at: .start))
        #expect(output.text.contains("connect 5.0 us\n          (73000 samples)"), "\(output.text)")
    }

    @Test func theSummaryCountsVerdictsAndNamesThoseNotPassedAgain() {
        var tally = RunTally()
        for microseconds in [700, 900, 800] {
            tally.count(Sample.summary(.passed, measured: [Sample.turnAround(microseconds)]))
        }
        tally.count(Sample.summary(.failed, seed: 8, failures: [Sample.failure]))
        tally.count(Sample.summary(.skipped(reason: "the rig has no UWB kit"), scenario: "fullFlow"))
        let output = MemoryOutput()
        ConsoleReport(to: output, terminal: .plain).finish(tally, of: Sample.provenance)
        #expect(
            output.text == """

                5 runs: 3 passed, 1 failed, 1 skipped; 21.00 s of rig time
                not passed, by meaning:
                  failed    expected far entered at 3.00 m, give or take 0.30 m; seen: it was
                            entered at 3.41 m
                              zoneWalk with seed 8 (Scenarios/Zones.swift:10)
                1 skipped: the rig has no UWB kit
                with trammel 1.2 on bench7, 2026-11-22T18:33:55Z, rig simulated with --port
                     uwb=none

                """)
    }

    @Test("The rig's own time for routes is in the summary like other spans")
    func routeTimes() {
        let runs = [150, 350, 250].map { microseconds in
            let measured = Measured(Measured.routeTime, .span(.microseconds(microseconds)))
            return Sample.summary(.passed, measured: [measured])
        }
        let text = finished(RunTally(runs), detail: .everything)
        #expect(text.contains("route: own time: 150.0 us least, 250.0 us median, 350.0 us greatest, of 3\n"))
    }

    @Test func aLongListOfRunsNotPassedIsCountedAfterTheLimit() {
        let output = MemoryOutput()
        let runs = (0...ConsoleReport.listLimit).map { place in
            Sample.summary(.failed, failures: [Sample.failure(meaning: "meaning \(place)")])
        }
        ConsoleReport(to: output, terminal: .plain).finish(RunTally(runs), of: Sample.provenance)
        #expect(
            output.text.contains("\n  and 13 runs of 13 other meanings\n"), "\(output.text)")
    }

    @Test func aSingleRunNeedsNoSummaryAndNoRunSaysSo() {
        let output = MemoryOutput()
        let report = ConsoleReport(to: output, terminal: .plain)
        report.finish(RunTally([Sample.summary(.passed)]), of: Sample.provenance)
        let place = Paragraph.lines("with ", "\(Sample.provenance)").joined(separator: "\n") + "\n"
        #expect(output.text == place)
        report.finish(RunTally(), of: Sample.provenance)
        #expect(output.text == "\(place)nothing was played\n\(place)")
    }
}
