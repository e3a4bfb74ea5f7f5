import Diagnosis
import Ground
import Journal
import Testing
import Vocabulary

@Suite struct PatternTests {
    private static func summary(_ verdict: Verdict, code: FailureCode? = nil, link: LinkID? = nil) -> RunSummary {
        let spot = SourceSpot(file: "s.swift", line: 1)
        let failures = code.map { [Failure(code: $0, expected: "", seen: "", spot: spot, instant: .start, link: link)] }
        return RunSummary(
            scenario: "s", spot: spot, rig: "r", seed: 1, verdict: verdict, failures: failures ?? [],
            findings: [LinkFinding(link: .bluetooth("door"), Finding("message.empty", .fault, "it is empty"))])
    }

    @Test("accessory and kit are witnesses, the reader and the stage are not")
    func witnesses() {
        for link: LinkID? in [.bluetooth("door"), .kit, .console("door"), nil] {
            let run = Observation(Self.summary(.failed, code: "session.rangesNot", link: link))
            #expect(run.outcome == .failed("session.rangesNot") && run.findings == ["message.empty"])
        }
        for link in [LinkID.reader, .stage] {
            let run = Observation(Self.summary(.failed, code: "session.rangesNot", link: link))
            #expect(run.outcome == .silent && run.findings.isEmpty)
        }
    }

    @Test("a run without a verdict on the accessory says nothing, and neither does a failure beside a rig's fault")
    func silent() {
        for verdict: Verdict in [.error, .timedOut, .aborted, .skipped(reason: "no kit")] {
            #expect(Observation(Self.summary(verdict)).outcome == .silent)
        }
        #expect(Observation(Self.summary(.passed), hadRigFault: true).outcome == .passed)
        #expect(Observation(Self.summary(.failed, code: "a.b"), hadRigFault: true).outcome == .silent)
        #expect(Observation(Self.summary(.failed)).outcome == .failed(FailureSign(Failure.uncoded)))
    }

    @Test("a pass without its measurements says nothing")
    func withoutKit() {
        let spot = SourceSpot(file: "s.swift", line: 1)
        let finding = LinkFinding(link: .kit, Finding(.withoutKit, .note, "not judged"))
        let runs = [Verdict.passed, .failed].map { verdict in
            Observation(
                RunSummary(scenario: "s", spot: spot, rig: "r", seed: 1, verdict: verdict, findings: [finding]))
        }
        #expect(runs[0].outcome == .silent && runs[1].outcome == .failed(FailureSign(Failure.uncoded)))
        #expect(runs.map(\.findings) == [[], []])
    }

    @Test("runs of one scenario are counted together")
    func counts() throws {
        let pattern = SuitePattern([
            Observation("a", .passed), Observation("b", .passed), Observation("a", .failed("x.y")),
            Observation("a", .failed("x.z")), Observation("a", .failed("x.y")), Observation("c", .silent),
        ])
        #expect(pattern.rows.map(\.scenario) == ["a", "b"] && pattern.silentRuns == 1)
        let row = try #require(pattern.rows.first)
        #expect(row.passes == 1 && row.runs == 4 && row.failures.map(\.count) == [2, 1])
        #expect(pattern.failed.map(\.scenario) == ["a"])
    }
}
