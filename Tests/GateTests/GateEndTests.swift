import Gate
import GateKit
import Journal
import Testing

/// A gate that a person ends, and runs that are missing or have disappeared.
@Suite struct GateEndTests {
    private static let aborted = Ending(verdict: .aborted)

    @Test func aFailureStandsThoughAPersonEndedTheGate() throws {
        var player = try GatePlayer(.cleanPlan, ["a", "b"], options: GateOptions(keepGoing: true, today: today))
        let endings = [2: Ending.failed, 5: Self.aborted]
        #expect(try player.play(most: 5) { endings[$0.ordinal] ?? .passed } == .failed)
        let outcome = player.judge.outcome()
        #expect(outcome.scenarios.map(\.failures) == [0, 1] && outcome.scenarios.map(\.trials) == [0, 1])
        #expect(outcome.scenarios.map(\.decision) == [.unproved, .failed])
        #expect(player.document().contradictions == [])
    }

    @Test func whatAPersonEndsIsNoFaultOfTheRig() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play(most: 5) { $0.ordinal == 5 ? Self.aborted : .passed } == .inconclusive)
        let outcome = player.judge.outcome()
        #expect(outcome.scenarios[0].trials == 0 && outcome.scenarios[0].notTrials.count == 4)
        #expect(outcome.reasons.first?.contains("4 runs") == true, "why nothing counts: \(outcome.reasons)")
        var many = try GatePlayer(.cleanPlan)
        many.atOnce = 4
        #expect(try many.play(most: 4) { _ in Self.aborted } == .inconclusive)
        var rigs = try GatePlayer(.cleanPlan)
        #expect(try rigs.play { _ in .gone } == .error, "the rig's own errors still are")
    }

    @Test func aRateIsNotJudgedByItsFailuresAlone() throws {
        // Without a reading at the end, one failure in twenty is no reason to reject a plan that allows for it.
        var player = try GatePlayer(.sequentialPlan)
        #expect(try player.play(most: 20) { $0.ordinal == 9 ? .failed : .passed } == .inconclusive)
        #expect(player.judge.outcome().scenarios[0].trials == 0)
        // A rejection based on all runs does not need that reading.
        var bad = try GatePlayer(.sequentialPlan)
        #expect(try bad.play(most: 5) { [3, 5].contains($0.ordinal) ? .failed : .passed } == .failed)
        #expect(bad.judge.outcome().scenarios[0].trials == 5)
    }

    @Test func aRunThatIsTakenBackWasNeverStarted() throws {
        var player = try GatePlayer(.cleanPlan)
        try player.play(most: 2) { _ in .passed }
        guard case .play(let task) = player.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
        #expect(throws: GateRefusal.neverStarted(ordinal: 2)) { try player.tell { try $0.takeBack(2) } }
        try player.tell { try $0.takeBack(task.ordinal) }
        #expect(!player.judge.outcome().reasons.contains { $0.contains("run 3") })
        #expect(throws: GateRefusal.neverStarted(ordinal: 3)) { try player.tell { try $0.takeBack(3) } }
        guard case .play(let again) = player.judgeNext() else { return #expect(Bool(false), "a run is wanted") }
        #expect(again == task)
    }

    @Test func aRunWhoseEvidenceIsGoneIsLost() throws {
        var player = try GatePlayer(.cleanPlan)
        #expect(try player.play { _ in .passed } == .passed)
        try player.tell { try $0.withdraw(7) }
        #expect(throws: GateRefusal.neverStarted(ordinal: 7)) { try player.tell { try $0.withdraw(7) } }
        let outcome = player.judge.outcome()
        #expect(outcome.result == .inconclusive && outcome.scenarios[0].trials == 58 && outcome.lost == 1)
        let document = player.document()
        #expect(document.contradictions == [])
        #expect(document.proves.contains { $0.contains("59 runs started") }, "the lost one too: \(document.proves)")
    }

    @Test func aBenchThatMakesItsAccessoriesRehearsesBeforeTheFirstRun() throws {
        let made = try GatePlayer(.cleanPlan, options: GateOptions(isMade: true, today: today))
        #expect(made.judge.outcome().rehearsal)
        #expect(try !GatePlayer(.cleanPlan).judge.outcome().rehearsal)
    }
}
