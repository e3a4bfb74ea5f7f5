import Ground
import Journal
import Reports
import Testing

/// A likely cause is stated first, and only at the failures that it explains.
@Suite struct LikelyCauseTests {
    private static let cause = LikelyCause(
        "the accessory swaps bytes -- twice", confidence: "it explains 1 of 4 failed scenarios",
        explains: [.init("a", "test.a", seen: "test.a"), .init("b", "test.a", seen: "test.a")], among: ["a", "b", "d"],
        rivals: ["other"],
        remarks: ["a ranking, not a proof"], experiment: ["to distinguish it from another:", "    trammel run z"],
        command: "trammel diagnose 'my runs'")

    private static func failed(_ scenario: String, _ code: FailureCode, on link: LinkID? = nil) -> RunSummary {
        let failure = Failure(
            code: code, expected: "x", seen: "y", spot: Sample.spot(line: 1), instant: .start, link: link)
        return Sample.summary(.failed, scenario: scenario, failures: [failure])
    }

    /// Only the first run is explained: the second failed in another way, in the third the rig had a fault, the zoo
    /// does not play the scenario of the fourth, the fifth fits otherwise, and the sixth is witnessed by the reader.
    private static let tally = {
        var tally = RunTally()
        tally.count(failed("a", "test.a"))
        tally.count(failed("a", "test.b"))
        tally.count(failed("b", "test.a"), hadRigFault: true)
        tally.count(failed("c", "test.a"))
        tally.count(failed("d", "test.a"))
        tally.count(failed("a", "test.a", on: .reader))
        tally.count(Sample.summary(.passed, scenario: "e"))
        tally.cause = cause
        return tally
    }()

    private static let sign = "likely cause: the accessory swaps bytes"
    private static let brief = "likely cause, not proved: the accessory swaps bytes -- twice, or other"

    @Test("the failure that is shown has the cause's own code, or else the most frequent one")
    func best() throws {
        let codes: [FailureCode] = ["test.rare", "test.often", "test.often", "test.sign"]
        let names = ["a", "b", "c", "d"]
        let marks = Set(zip(names, codes).map { LikelyCause.Mark($0, $1, seen: $1) })
        for (signs, expected) in [(["test.sign"], 3), (["test.other"], 1), ([], 1)] as [([FailureCode], Int)] {
            var tally = RunTally(zip(names, codes).map { Self.failed($0, $1) })
            let cause = LikelyCause("w", confidence: "c", explains: marks, among: Set(names), signs: signs)
            tally.cause = cause
            #expect(cause.best(of: tally.summaries) == expected)
            let text = finished(tally, detail: .summary)
            #expect(text.contains("    expected  x [\(codes[expected])]"), "\(text)")
            let findings = ReportContent(tally, of: Sample.provenance).findings
            #expect(findings.first?.code == codes[expected].rawValue)
        }
    }

    @Test(arguments: [ReportDetail.summary, .failures, .progress, .runs])
    func theConsoleStatesItFirst(detail: ReportDetail) throws {
        let lines = finished(Self.tally, detail: detail).split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("7 runs: 1 passed, 6 failed; ") && lines[1].hasPrefix(Self.sign), "\(lines)")
        #expect(lines.contains("explained by it: a"), "\(lines)")
        let faulty = try #require(lines.firstIndex(of: "failed while the rig had a fault, so nothing is attributed:"))
        let unknown = try #require(lines.firstIndex(of: "failed in scenarios that the zoo does not play:"))
        #expect(lines[faulty..<unknown].joined().contains(" b (Scenarios/Zones.swift:1)"), "\(lines)")
        let rest = try #require(lines.firstIndex(of: "not explained by it:"))
        #expect(lines[unknown..<rest].joined().contains(" c (Scenarios/Zones.swift:1)"), "\(lines)")
        let experiment = try #require(lines.firstIndex(of: "    trammel run z"))
        #expect(rest < experiment && lines[experiment + 1] == "more: trammel diagnose 'my runs'")
        let shown = lines[rest..<experiment].joined(separator: "\n")
        #expect(shown.contains("d (Scenarios/Zones.swift:1)") && shown.contains("a (Scenarios/Zones.swift:1)"))
        // A failure in full, where none was shown before.
        #expect(
            lines.contains { $0.hasPrefix("    expected  x [test.a]") } == (detail == .summary || detail == .progress))
    }

    @Test func onlyWhatItExplainsNamesIt() {
        let content = ReportContent(Self.tally, of: Sample.provenance)
        #expect(content.remarks.first?.hasPrefix(Self.sign) == true)
        let named = content.cases.flatMap(\.attempts).filter { $0.message?.hasSuffix(Self.brief) == true }
        #expect(named.count == 1, "\(content.cases)")
        // A finding of several failures is explained only if all of them are.
        #expect(content.findings.allSatisfy { finding in !finding.lines.contains { $0.contains("likely") } })
        let alone = RunTally([Self.failed("a", "test.a"), Self.failed("b", "test.a")])
        var explained = alone
        explained.cause = Self.cause
        let findings = ReportContent(explained, of: Sample.provenance).findings
        #expect(findings.count == 1 && findings[0].lines.last == Self.brief, "\(findings)")
    }

    @Test func jUnitHasItAboveItsSuitesAndAtTheFailure() {
        let text = JUnitReport(Self.tally, of: Sample.provenance).text
        let lines = text.split(separator: "\n")
        #expect(lines[2].hasPrefix("  <!-- \(Self.sign) - twice; ") && lines[2].hasSuffix(", not a proof -->"))
        #expect(!lines[2].dropFirst(6).dropLast(3).contains("--"))
        #expect(lines.count { $0.contains("<failure ") && $0.contains(Self.brief) } == 1, "\(text)")
        // The details of a failure begin with its line.
        #expect(text.contains(">\nScenarios/Zones.swift:1: "), "\(text)")
    }

    @Test func tapHasItBeforeItsPlan() {
        let lines = TAPReport(ReportContent(Self.tally, of: Sample.provenance)).text.split(separator: "\n")
        #expect(lines[2].hasPrefix("# \(Self.sign)") && lines.contains { $0.hasPrefix("1..") }, "\(lines)")
    }
}
