import Gate
import GateKit
import Journal
import Statistics
import Testing

/// The runs that count, the runs that are played, and the result (gate.md, sections 1 and 10).
@Suite struct GateJudgeTests {
    @Test func fiftyNineCleanRunsPass() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { _ in .passed } == .passed)
        let outcome = player.judge.outcome()
        #expect(player.played.count == 59 && outcome.reasons == [] && outcome.scenarios[0].upperLimitIsExact)
        #expect(abs(outcome.scenarios[0].upperLimit - 0.049508) < 1e-6)
        #expect(outcome.scenarios[0].class == .passed)
    }

    @Test func theFirstFailureFails() throws {
        var player = try GatePlayer(.cleanPlan, ["a", "b"])
        #expect(try player.play { $0.ordinal == 8 ? .failed : .passed } == .failed)
        let outcome = player.judge.outcome()
        #expect(player.played.count == 8 && outcome.result.exitStatus == 1)
        #expect(outcome.scenarios.map(\.decision) == [.unproved, .failed])
        #expect(outcome.scenarios[1].class == .flaky && outcome.scenarios[1].failureKeys.map(\.count) == [1])
    }

    @Test("each proof of a scenario has the limit that holds with its own confidence, also in what it proves")
    func limitOfEachProof() throws {
        let plan = GatePlan("two", "Made by a test") {
            Prove(.everything, .clean(below: .percent(30), confidence: .percent(51)))
            Prove("a", .clean(below: .percent(50), confidence: .percent(90)))
        }
        var player = try GatePlayer(plan)
        #expect(try player.play { _ in .passed } == .passed)
        let scenario = player.judge.outcome().scenarios[0]
        #expect(scenario.trials == 4 && scenario.proofs.map(\.decision) == [.passed, .passed])
        let limits = scenario.proofs.compactMap(\.limit)
        #expect(limits.map(\.confidence) == [.percent(51), .percent(90)])
        for (limit, confidence) in zip(limits, [0.51, 0.9]) {
            let right = FailureRate(failures: 0, trials: 4).upperLimit(confidence: confidence)
            #expect(abs(limit.below - right) < 2e-9 && limit.below >= right && limit.isExact)
        }
        // The summary of several proofs is the strictest one.
        #expect(scenario.confidence == .percent(90) && scenario.upperLimit == limits.last?.below)
        let document = player.document()
        let weaker = try #require(document.proves.first { $0.contains("30 %") })
        let stricter = try #require(document.proves.first { $0.contains("50 %") })
        #expect(weaker.contains("16.34 %") && weaker.contains("51 %") && !weaker.contains("43.77 %"), "\(weaker)")
        #expect(stricter.contains("43.77 %") && stricter.contains("90 %") && !stricter.contains("16.34 %"))
    }

    @Test("two sequential proofs of one scenario have their own likelihood ratios")
    func twoSequentialProofs() throws {
        let plan = GatePlan("two", "Made by a test") {
            Prove(.everything, .sequential(good: .percent(1), bad: .percent(20)))
            Prove("a", .sequential(good: .percent(1), bad: .percent(5), userRisk: .percent(10)))
        }
        var player = try GatePlayer(plan)
        #expect(try player.play { _ in .passed } == .passed)
        let proofs = player.judge.outcome().scenarios[0].proofs
        #expect(Set(proofs.map(\.llr)).count == 2 && proofs.map(\.limit.confidence) == [.percent(95), .percent(90)])
        #expect(proofs.allSatisfy { !$0.limit.isExact })
    }

    @Test func scenariosAreInterleaved() throws {
        var player = try GatePlayer(.cleanPlan, ["a", "b", "c"])
        try player.play(most: 7) { _ in .passed }
        #expect(player.played.map(\.scenario) == ["a", "b", "c", "a", "b", "c", "a"])
        #expect(player.played.map(\.seed) == [1, 1, 1, 2, 2, 2, 3])
    }

    @Test func aGateThatKeepsGoingSeesAll() throws {
        var player = try GatePlayer(
            .cleanPlan, ["a", "b"], options: GateOptions(keepGoing: true, today: today))
        #expect(try player.play { $0.ordinal == 1 ? .failed : .passed } == .failed)
        #expect(player.judge.outcome().scenarios.map(\.trials) == [1, 59])
    }

    @Test func aSequentialPlanAcceptsWithFailures() throws {
        var player = try GatePlayer(.sequentialPlan)
        #expect(try player.play { $0.ordinal == 20 ? .failed : .passed } == .passed)
        let scenario = player.judge.outcome().scenarios[0]
        #expect(player.played.count == 113 && scenario.class == .flaky && scenario.decision == .passed)
        #expect(!scenario.upperLimitIsExact && scenario.llr != nil)
    }

    @Test func aSequentialPlanRejectsEarly() throws {
        var player = try GatePlayer(.sequentialPlan)
        #expect(try player.play { [3, 5].contains($0.ordinal) ? .failed : .passed } == .failed)
        #expect(player.played.count == 5)
    }

    @Test func theTeamsRiskIsDividedAmongTheScenarios() throws {
        // With half of the risk for each, two failures in the first five runs no longer reject.
        var player = try GatePlayer(.sequentialPlan, ["a", "b"])
        try player.play(most: 10) { ($0.scenario == "a" && [3, 5].contains($0.seed)) ? .failed : .passed }
        #expect(player.judge.outcome().scenarios[0].decision == .unproved)
    }

    @Test func aSequentialPlanThatNeverDecidesIsInconclusive() throws {
        let plan = GatePlan("wide", "Made by a test") {
            Prove(.everything, .sequential(good: .percent(5), bad: .percent(20)))
        }
        var player = try GatePlayer(plan)
        #expect(try player.play { $0.ordinal.isMultiple(of: 9) ? .failed : .passed } == .inconclusive)
        #expect(player.played.count == 150)
    }

    @Test func smokeCanFailAndNeverPass() throws {
        let plan = GatePlan("smoke", "Made by a test") { Prove(.everything, .smoke(runs: 3)) }
        var clean = try GatePlayer(plan)
        #expect(try clean.play { _ in .passed } == .inconclusive)
        #expect(clean.played.count == 3)
        var bad = try GatePlayer(plan)
        #expect(try bad.play { $0.ordinal == 3 ? .failed : .passed } == .failed)
    }

    @Test func aLeftOutRunIsReplacedAndBothLimitsAreTold() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { $0.ordinal == 30 ? .gone : .passed } == .passed)
        let scenario = player.judge.outcome().scenarios[0]
        #expect(player.played.count == 60 && scenario.trials == 59 && scenario.leftOut.map(\.ordinal) == [30])
        let worst = FailureRate(failures: 1, trials: 60).upperLimit(confidence: 0.95)
        #expect(abs(scenario.upperLimitWorstCase - worst) < 1e-8)
    }

    @Test func tooManyLeftOutRunsAreTheRigsError() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { $0.ordinal.isMultiple(of: 15) ? .gone : .passed } == .error)
        #expect(player.judge.outcome().result.exitStatus == 3)
    }

    @Test func anErrorWithoutAWitnessIsNoPass() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { $0.ordinal == 30 ? Ending(verdict: .error) : .passed } == .inconclusive)
    }

    @Test func aRunThatTimedOutCountsAsFailedUnlessTheRigIsToBlame() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { $0.ordinal == 30 ? Ending(verdict: .timedOut) : .passed } == .failed)
        var other = try GatePlayer(.cleanPlan)
        let ending = Ending(verdict: .timedOut, witness: "the machine slept")
        #expect(try other.play { $0.ordinal == 30 ? ending : .passed } == .passed)
    }

    @Test func anAbortedRunEndsTheGateUndecided() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { $0.ordinal == 58 ? Ending(verdict: .aborted) : .passed } == .inconclusive)
        #expect(player.played.count == 58)
        var failing = try GatePlayer(.cleanPlan)
        failing.atOnce = 2
        let endings = [58: Ending(verdict: .aborted), 57: .failed]
        #expect(try failing.play { endings[$0.ordinal] ?? .passed } == .failed, "a failure outweighs it")
    }

    @Test func failedOutweighsErrorOutweighsInconclusive() {
        #expect(GateResult.failed.joined(with: .error) == .failed && GateResult.error.joined(with: .failed) == .failed)
        #expect(GateResult.error.joined(with: .inconclusive) == .error)
        #expect(GateResult.passed.joined(with: .inconclusive) == .inconclusive)
        #expect(GateResult.allCases.map(\.exitStatus) == [0, 1, 3, 4])
    }

    @Test func runsWithoutAFirmwareAreARehearsal() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { _ in Ending(verdict: .passed, stage: .virtual) } == .inconclusive)
        #expect(player.judge.outcome().rehearsal && player.played.count == 59)
        var mixed = try GatePlayer(.cleanPlan)
        let rehearsal = Ending(verdict: .passed, stage: .simulated)
        #expect(try mixed.play { $0.ordinal <= 5 ? rehearsal : .passed } == .passed)
        let scenario = mixed.judge.outcome().scenarios[0]
        #expect(scenario.trials == 59 && scenario.notTrials.map(\.reason) == Array(repeating: .rehearsal, count: 5))
    }

    @Test func versionStringsAreEnoughOnlyWithTheOption() throws {
        for (accepts, result) in [(false, GateResult.inconclusive), (true, .passed)] {
            var player = try GatePlayer(.cleanPlan, options: GateOptions(acceptClaimed: accepts, today: today))
            player.identity = { _, _ in .claimed }
            #expect(try player.play { _ in .passed } == result)
        }
        let plan = GatePlan("strict", "Made by a test") {
            Prove(.everything, .clean(below: .percent(5)))
            RequireIdentity(.proved)
        }
        var flashed = try GatePlayer(plan)
        #expect(try flashed.play { _ in .passed } == .inconclusive)
    }

    @Test func runsAreSpreadOverPowerCycles() throws {
        let plan = GatePlan("spread", "Made by a test") {
            Prove(.everything, .clean(below: .percent(5)))
            SpreadOver(powerCycles: 5)
        }
        var player = try GatePlayer(plan, ["a", "b"])
        #expect(try player.play { _ in .passed } == .passed)
        #expect(player.played.count { $0.beginsPowerCycle } == 4)
        #expect(player.judge.outcome().scenarios.map(\.powerCycles) == [5, 5])
        var other = try GatePlayer(plan)
        #expect(try other.play { _ in Ending(verdict: .passed, powerCycle: 1) } == .inconclusive)
        let units = GatePlan("units", "Made by a test") {
            Prove(.everything, .clean(below: .percent(5)))
            SpreadOver(units: 2, benches: 2)
        }
        var one = try GatePlayer(units)
        #expect(try one.play { _ in .passed } == .inconclusive)
        var two = try GatePlayer(units)
        let second = Ending(verdict: .passed, unit: "unit 2", bench: "bench 2")
        #expect(try two.play { $0.ordinal.isMultiple(of: 2) ? second : .passed } == .passed)
    }

    @Test func failuresThatAssumeSomethingFailTheGateAndAreCounted() throws {
        for (isAssumed, count) in [(true, 1), (false, 0)] {
            var player = try GatePlayer(.cleanPlan)
            let ending = Ending(verdict: .failed, key: someKey, isAssumed: isAssumed)
            #expect(try player.play { $0.ordinal == 3 ? ending : .passed } == .failed)
            let scenario = try #require(player.judge.outcome().scenarios.first)
            #expect(scenario.failures == 1 && scenario.assumedFailures == count)
        }
    }

    @Test func aPersonsAnswersCountOnlyWhereThePlanAllowsThem() throws {
        let answered = Ending(verdict: .passed, byOperator: true)
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { _ in answered } == .passed)
        let plan = GatePlan("alone", "Made by a test") {
            Prove(.everything, .clean(below: .percent(5)))
            WithoutOperatorAnswers()
        }
        var other = try GatePlayer(plan)
        #expect(try other.play { _ in answered } == .inconclusive)
        #expect(other.played.count < 200, "runs that do not count do not go on for ever")
    }

    @Test func aPlanThatIsWrongIsRefused() {
        let plan = GatePlan("wrong", "Made by a test") {
            Prove(.everything, .sequential(good: .percent(5), bad: .percent(5)))
        }
        #expect(throws: PlanProblems.self) { try GateJudge(plan, scenarios: [], options: GateOptions(today: today)) }
        #expect(throws: PlanProblems.self, "two scenarios have one name") {
            try GatePlayer(.cleanPlan, ["a", "b", "a"])
        }
    }

    // MARK: Quarantine (gate.md, section 3.2)

    private func known(_ plan: GatePlan, allow: Bool = true, _ run: (GateTask) -> Ending) throws -> GatePlayer {
        var player = try GatePlayer(plan, options: GateOptions(allowQuarantine: allow, today: today))
        try player.play(run)
        return player
    }

    @Test func aKnownFailureIsPlayedToTheEndAndExcused() throws {
        let player = try known(.quarantining(someKey)) { $0.ordinal == 1 ? .failed : .passed }
        let outcome = player.judge.outcome()
        #expect(outcome.result == .passed && player.played.count == 59 && outcome.reasons.count == 1)
        #expect(outcome.scenarios[0].decision == .excused && outcome.scenarios[0].class == .flaky)
        #expect(outcome.excused.map(\.owner) == ["ana"] && outcome.excused.map(\.failures) == [1])
    }

    @Test func withoutTheOptionWhatIsExcusedIsUnproved() throws {
        let player = try known(.quarantining(), allow: false) { $0.ordinal == 1 ? .failed : .passed }
        #expect(player.judge.outcome().result == .inconclusive)
    }

    @Test func whatQuarantineNeverExcuses() throws {
        let other = try known(.quarantining("aaaaaaaaaa")) { $0.ordinal == 9 ? .failed : .passed }
        #expect(other.judge.outcome().result == .failed && other.played.count == 9, "another failure")
        let broken = try known(.quarantining()) { _ in .failed }
        #expect(broken.judge.outcome().result == .failed, "what fails always is broken")
        let slow = try known(.quarantining()) { $0.ordinal == 9 ? Ending(verdict: .timedOut) : .passed }
        #expect(slow.judge.outcome().result == .failed, "a run cut short")
        let rig = try known(.quarantining()) { $0.ordinal == 9 ? Ending(verdict: .error) : .passed }
        #expect(rig.judge.outcome().result == .inconclusive, "an error")
        let required = GatePlan("required", "Made by a test") {
            Prove(.everything, .clean(below: .percent(5)))
            Quarantine("a", failure: nil, owner: "ana", reason: "#1", from: "2026-11-20")
            NeverExcuse("a")
        }
        let never = try known(required) { $0.ordinal == 9 ? .failed : .passed }
        #expect(never.judge.outcome().result == .failed, "what is never excused")
    }

    @Test func anotherScenarioIsNotExcused() throws {
        var player = try GatePlayer(
            .quarantining(), ["a", "b"], options: GateOptions(allowQuarantine: true, today: today))
        #expect(try player.play { $0.scenario == "b" && $0.seed == 4 ? .failed : .passed } == .failed)
    }
}
