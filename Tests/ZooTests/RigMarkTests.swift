import Ground
import Journal
import Links
import Testing

@testable import Zoo

@Suite("Marks for runs on a faulty rig") struct RigMarkTests {
    private func summary(_ verdict: Verdict, _ error: RunError? = nil) -> RunSummary {
        let spot = SourceSpot(file: "Scenarios/Sample.swift", line: 1)
        let failure = Failure(
            code: "exchange.noConfiguration", expected: "an answer", seen: "nothing", spot: spot, instant: .start)
        return RunSummary(
            scenario: "a", spot: spot, rig: "simulated", seed: 1, verdict: verdict, error: error,
            failures: verdict == .failed ? [failure] : [])
    }

    private func mark(
        _ verdict: Verdict, _ error: RunError? = nil, for fault: BenchFault = .kitUnplugged, isTouched: Bool = true
    ) -> RigSighting.Mark {
        RigSighting.mark(of: summary(verdict, error), for: fault, isTouched: isTouched)
    }

    @Test("An error names a fault by its code and by its part; another part's, or another code, is a wrong name")
    func naming() {
        #expect(mark(.error, RunError("rig.fault", on: .kit, "gone")) == .named)
        #expect(mark(.error, RunError("rig.fault", on: .reader, "gone")) == .misnamed)
        #expect(mark(.error, RunError("rig.fault", "gone")) == .misnamed)
        #expect(mark(.error, RunError("rig.undecided", on: .kit, "gone")) == .misnamed)
        #expect(mark(.error, RunError("rig.fault", on: .kit, "gone"), isTouched: false) == .misnamed)
        #expect(mark(.timedOut) == .misnamed && mark(.aborted) == .misnamed)
        #expect(mark(.error, RunError("rig.undecided", "late"), for: .programStopped) == .named)
        #expect(mark(.error, RunError("rig.undecided", on: .kit, "late"), for: .programStopped) == .misnamed)
    }

    @Test("A failed run blames the accessory, whatever it says")
    func blame() {
        for fault in BenchFault.allCases { #expect(mark(.failed, for: fault) == .blamed) }
    }

    @Test("The worst moment is what a result comes to, and only what keeps the promise is whole")
    func worst() {
        let passed = RigSighting(.passed, summary(.passed), at: .start)
        let named = RigSighting(.named, summary(.error), at: .start)
        let lucky = RigSighting(.wronglyPassed, summary(.passed), at: .start + .seconds(1), missing: "something")
        #expect(RigResult(.kitHangs, [passed, named]).mark == .named)
        #expect(RigResult(.kitHangs, [named, lucky, passed]).worst == lucky)
        #expect(RigResult(.kitHangs, [named, lucky]).isBroken && !RigResult(.kitHangs, [named]).isBroken)
        // A fault that loses nothing must not be named.
        #expect(RigResult(.kitRepeatsRounds, [named]).isBroken && !RigResult(.readerAborts, [named]).isBroken)
        let alone = RigMatrix(
            scenarios: ["a"], sound: [summary(.passed)], probes: [1], rows: [[RigResult(.kitHangs, [passed])]])
        #expect(alone.unnamed == [.kitHangs] && !alone.isComplete)
        let blind = RigMatrix(
            scenarios: ["a"], sound: [summary(.passed)], probes: [0], rows: [[RigResult(.kitHangs, [named])]])
        #expect(!blind.isComplete, "a scenario that nothing fails shows nothing")
        let whole = RigMatrix(
            scenarios: ["a"], sound: [summary(.passed)], probes: [1], rows: [[RigResult(.kitHangs, [named])]])
        #expect(whole.isComplete)
    }
}
