import Gate
import GateKit
import Journal
import Testing

/// Limits of quantities, and comparisons with a baseline (gate.md, sections 1.7, 2.1 to 2.6 and 10).
@Suite struct GateQuantityTests {
    private static let limit = GatePlan("limit", "Made by a test") {
        Prove(.everything, .limit(quantity: "latency", limit: .span(Lapse(nanoseconds: 1000))))
    }

    private func play(_ plan: GatePlan, baseline: Bool = false, _ run: (GateTask) -> Ending) throws -> GateOutcome {
        var player = try GatePlayer(plan, options: GateOptions(hasBaseline: baseline, today: today))
        try player.play(run)
        return player.judge.outcome()
    }

    @Test func theLargestOfFiftyNineDecides() throws {
        let good = try play(Self.limit) { .measuring(Int64(900 + $0.ordinal)) }
        #expect(good.result == .passed && good.quantities.map(\.value) == [959] && good.quantities[0].n == 59)
        let bad = try play(Self.limit) { .measuring($0.ordinal == 20 ? 1001 : 500) }
        #expect(bad.result == .failed && bad.quantities[0].decision == .failed)
    }

    @Test func moreRunsAllowForOneAbove() throws {
        let plan = GatePlan("limit", "Made by a test") {
            Prove(.everything, .limit(quantity: "latency", limit: .span(Lapse(nanoseconds: 1000)), runs: 93))
        }
        let one = try play(plan) { .measuring($0.ordinal == 20 ? 5000 : 500) }
        #expect(one.result == .passed && one.quantities[0].n == 93)
        let two = try play(plan) { .measuring([20, 30].contains($0.ordinal) ? 5000 : 500) }
        #expect(two.result == .failed)
    }

    @Test func whatNeverCameAboutIsAboveEveryLimit() throws {
        let never = try play(Self.limit) { .measuring($0.ordinal == 20 ? nil : 500) }
        #expect(never.result == .failed && never.quantities[0].never == 1)
        let missing = try play(Self.limit) { $0.ordinal == 20 ? .passed : .measuring(500) }
        #expect(missing.result == .failed, "a run without the value is not dropped")
    }

    @Test func whatIsNeverMeasuredOrInAnotherUnitIsUnproved() throws {
        #expect(try play(Self.limit) { _ in .passed }.result == .inconclusive)
        let distance = Ending(verdict: .passed, measured: [GateMeasurement("latency", 5, .millimetres)])
        #expect(try play(Self.limit) { _ in distance }.result == .inconclusive)
    }

    @Test func theSlowestValueOfARunCounts() throws {
        let values = [10, 2000, 20].map { GateMeasurement("latency", $0, .nanoseconds) }
        let outcome = try play(Self.limit) { _ in Ending(verdict: .passed, measured: values) }
        #expect(outcome.result == .failed)
    }

    @Test func aLimitAloneAllowsNoFailedRun() throws {
        let outcome = try play(Self.limit) { task in
            var ending = Ending.measuring(500)
            if task.ordinal == 20 { ending.verdict = .failed }
            return ending
        }
        #expect(outcome.result == .failed)
    }

    private static let rate = GatePlan("rate", "Made by a test") {
        Prove(.everything, .noWorseRate(margin: .percent(5), runs: 100))
    }

    @Test func bothSidesArePlayedInTurn() throws {
        var player = try GatePlayer(Self.rate, options: GateOptions(hasBaseline: true, today: today))
        #expect(try player.play { _ in .passed } == .passed)
        // The firmware played last is played first in the next round, which halves the number of writes.
        #expect(player.played.prefix(5).map(\.side) == [.candidate, .baseline, .baseline, .candidate, .candidate])
        #expect(player.played.count == 200 && player.judge.outcome().baseline.map(\.trials) == [100])
    }

    @Test func aCandidateThatFailsMoreOftenFails() throws {
        let outcome = try play(Self.rate, baseline: true) { task in
            (task.side == .candidate ? task.seed <= 8 : task.seed <= 1) ? .failed : .passed
        }
        #expect(outcome.result == .failed)
    }

    @Test func notSignificantlyWorseIsNotAsGood() throws {
        // 3 of 100 against 1 of 100: p 0.31, and the difference may be 7.5 %.
        let outcome = try play(Self.rate, baseline: true) { task in
            (task.side == .candidate ? task.seed <= 3 : task.seed <= 1) ? .failed : .passed
        }
        #expect(outcome.result == .inconclusive)
    }

    @Test func withoutABaselineNothingIsCompared() throws {
        #expect(try play(Self.rate) { _ in .passed }.result == .inconclusive)
    }

    @Test func aRigThatFailsMoreWithTheCandidateShowsNothing() throws {
        let plan = GatePlan("rate", "Made by a test") {
            Prove(.everything, .noWorseRate(margin: .percent(5), runs: 100))
            LeaveOut(atMost: .percent(20), inARow: 9)
        }
        let outcome = try play(plan, baseline: true) {
            $0.side == .candidate && $0.seed.isMultiple(of: 9) ? .gone : .passed
        }
        #expect(outcome.result == .inconclusive)
    }

    private static func quantity(_ worse: Proof.Direction) -> GatePlan {
        GatePlan("quantity", "Made by a test") {
            Prove(
                .everything,
                .noWorseQuantity(quantity: "latency", margin: .span(Lapse(nanoseconds: 50)), worse: worse, runs: 30))
        }
    }

    /// Returns values with a spread of 20, at another level on the candidate's side.
    private func shifted(by shift: Int64, _ task: GateTask) -> Ending {
        .measuring(1000 + Int64(task.seed * 7 % 20) + (task.side == .candidate ? shift : 0))
    }

    @Test(
        arguments: [
            (Proof.Direction.larger, 0, GateResult.passed), (.larger, 200, .failed), (.larger, -200, .passed),
            (.larger, 50, .inconclusive), (.smaller, 200, .passed), (.smaller, -200, .failed), (.either, 10, .passed),
            (.either, 200, .failed), (.either, -200, .failed),
        ] as [(Proof.Direction, Int64, GateResult)])
    func aQuantityIsComparedWithItsMargin(worse: Proof.Direction, shift: Int64, result: GateResult) throws {
        let outcome = try play(Self.quantity(worse), baseline: true) { shifted(by: shift, $0) }
        #expect(outcome.result == result, "\(outcome.reasons)")
        #expect(outcome.quantities[0].value == shift)
    }

    @Test func aCandidateThatOftenFindsNothingIsNotAsGood() throws {
        let outcome = try play(Self.quantity(.larger), baseline: true) { task in
            task.side == .candidate && task.seed <= 20 ? .measuring(nil) : shifted(by: 0, task)
        }
        #expect(outcome.result == .failed)
        let seldom = try play(Self.quantity(.larger), baseline: true) { task in
            task.side == .candidate && task.seed <= 1 ? .measuring(nil) : shifted(by: 0, task)
        }
        #expect(seldom.result == .inconclusive)
    }

    @Test func severalComparisonsAreAdjustedTogether() throws {
        // 5 of 100 against none: p 0.0297 alone, which three comparisons together do not fail.
        func bad(_ task: GateTask) -> Bool { task.side == .candidate && task.scenario == "a" && task.seed <= 5 }
        let alone = try play(Self.rate, baseline: true) { bad($0) ? .failed : .passed }
        #expect(alone.result == .failed)
        var three = try GatePlayer(Self.rate, ["a", "b", "c"], options: GateOptions(hasBaseline: true, today: today))
        #expect(try three.play { bad($0) ? .failed : .passed } == .inconclusive)
    }
}
