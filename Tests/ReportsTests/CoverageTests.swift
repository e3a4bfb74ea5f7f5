import Ground
import Journal
import Reports
import Testing

/// Scenarios that were not played are reported, and are an error if they are required.
@Suite struct CoverageTests {
    private static func tally(
        _ verdicts: [Verdict], of scenarios: Int, leftOut reasons: [String] = [], asked: String? = nil,
        _ requirement: RunCoverage.Requirement? = nil
    ) -> RunTally {
        var tally = RunTally(
            verdicts.enumerated().map { Sample.summary($0.element, scenario: "scenario\($0.offset)") })
        tally.coverage = RunCoverage(
            asked: asked, scenarios: scenarios,
            leftOut: reasons.enumerated().map { .init("left\($0.offset)", because: $0.element) },
            requirement: requirement)
        return tally
    }

    @Test func whatWasLeftOutIsCountedByReasonTheMostFrequentOneFirst() {
        let reasons = ["the rig has no kit", "the rig has no motion", "the rig has no motion"]
        let text = finished(Self.tally([.passed, .passed, .passed], of: 6, leftOut: reasons))
        #expect(text.contains("\n2 left out: the rig has no motion\n1 left out: the rig has no kit\n"), "\(text)")
        // Also after a single run, whose verdict was shown.
        let one = finished(Self.tally([.passed], of: 2, leftOut: ["the rig has no motion"]))
        #expect(one.hasPrefix("1 left out: the rig has no motion\n"), "\(one)")
        let none = finished(Self.tally([], of: 1, leftOut: ["the rig has no motion"]))
        #expect(none.hasPrefix("nothing was played\n1 left out: the rig has no motion\n"), "\(none)")
    }

    @Test func manyReasonsAreCountedAfterTheFirstOnes() {
        let text = finished(Self.tally([.passed, .passed], of: 42, leftOut: (1...40).map { "reason \($0)" }))
        #expect(text.contains("\n32 left out for 32 other reasons\n"), "\(text)")
        #expect(text.split(separator: "\n").count < 20)
    }

    @Test func lessThanIsRequiredIsAnErrorUnlessAScenarioFailed() {
        for (verdicts, requirement, status) in [
            ([.passed, .passed], .all, .passed), ([.passed, .skipped(reason: "no kit")], .all, .rigWrong),
            ([.passed], .all, .rigWrong), ([.passed, .skipped(reason: "no kit")], nil, .passed),
            ([.passed, .skipped(reason: "no kit")], .atLeast(scenarios: 1), .passed),
            ([.passed, .skipped(reason: "no kit")], .atLeast(scenarios: 2), .rigWrong),
            ([.failed, .skipped(reason: "no kit")], .atLeast(scenarios: 2), .failed),
            ([], .atLeast(scenarios: 1), .rigWrong),
            ([.skipped(reason: "a"), .skipped(reason: "b")], .atLeast(scenarios: 1), .rigWrong),
            ([.aborted, .passed], .atLeast(scenarios: 2), .rigWrong),
        ] as [([Verdict], RunCoverage.Requirement?, CommandStatus)] {
            let tally = Self.tally(verdicts, of: 2, requirement)
            #expect(tally.exitStatus == status, "\(verdicts) \(String(describing: requirement))")
            #expect(finished(tally).contains("\nerror: ") == (status == .rigWrong || status == .failed))
        }
    }

    @Test func aPassWithoutItsMeasurementsIsNotCountedAsJudgedAndIsMarkedInEveryForm() {
        let finding = LinkFinding(link: .kit, Finding(.withoutKit, .note, "not judged without a UWB kit: ranging"))
        var tally = RunTally([Sample.summary(.passed, findings: [finding])])
        tally.coverage = RunCoverage(scenarios: 1)
        #expect(tally.exitStatus == .passed)
        for form in [ReportForm.junit, .ctrf, .tap] {
            let text = String(decoding: form.bytes(of: tally, Sample.provenance), as: UTF8.self)
            #expect(text.contains("not judged"), "\(form): \(text)")
        }
        tally.coverage = RunCoverage(scenarios: 1, requirement: .all)
        #expect(tally.exitStatus == .rigWrong)
    }

    @Test func whatNoVerdictTellsIsSaidInEveryForm() {
        var tally = RunTally([Sample.summary(.passed)])
        let sentence = RunCoverage.systemOfScreens
        tally.coverage = RunCoverage(scenarios: 1, unjudged: [sentence])
        #expect(words(finished(tally)).hasSuffix(sentence))
        #expect(tally.exitStatus == .passed)
        for form in [ReportForm.junit, .ctrf, .tap] {
            let text = String(decoding: form.bytes(of: tally, Sample.provenance), as: UTF8.self)
            #expect(text.contains("picker, prompts and transport"), "\(form)")
        }
    }

    /// Three rounds of one scenario count as one scenario.
    @Test func aRequirementCountsScenariosAndNotRuns() {
        var tally = RunTally(Array(repeating: Sample.summary(.passed), count: 3))
        tally.coverage = RunCoverage(scenarios: 2, requirement: .atLeast(scenarios: 2))
        #expect(tally.exitStatus == .rigWrong)
    }

    @Test func aSuiteThatWasMostlySkippedSaysSoInTheLastLine() {
        let skipped = Array(repeating: Verdict.skipped(reason: "the rig has no kit"), count: 4)
        let mostly = finished(Self.tally([.passed] + skipped, of: 5, asked: "the suite conformance"))
        let line = "only 1 of the 5 scenarios in the suite conformance was played, so a pass shows little"
        #expect(words(mostly).hasSuffix(line), "\(mostly)")
        let half = finished(Self.tally([.passed, .passed] + skipped.prefix(2), of: 4, asked: "the suite conformance"))
        #expect(!half.contains("only "))
    }
}
