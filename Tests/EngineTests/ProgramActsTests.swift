import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// Acts of the bench's programs are judged by their evidence, and distances by what was read back.
@Suite("Acts of programs, with their evidence")
struct ProgramActsTests {
    /// Returns a bench that measures at a place that a program read back, `millimetres` away and within an error.
    private func measured(_ limit: Require, _ millimetres: Int32, readBack place: Distance?, within error: Distance)
        -> DirectorBench
    {
        var bench = DirectorBench(
            Scenario("placed", "Measures at a known place") {
                Place(.door, at: .metres(2))
                Stay(.seconds(10)) { limit }
            }, changing: { $0.movesByProgram = true })
        bench.measure(9_000, at: 500)
        if let place { bench.stage(.readBack(.position(.door, place, within: error)), at: 1_000) }
        bench.stage(.placed(.door), at: 1_000)
        for number in 0..<20 { bench.measure(millimetres, at: 1_100 + 200 * number) }
        bench.pass(to: 12_000)
        return bench
    }

    private func isUndecided(_ bench: DirectorBench) -> Bool {
        if case .error(let error) = bench.ending { error.code == "rig.undecided" } else { false }
    }

    @Test("a limit on distances is decided only outside the error of the position, on either side")
    func band() {
        let limit = Require(.bias(of: .door), within: .millimetres(100))
        func play(_ millimetres: Int32, _ error: Int32) -> DirectorBench {
            measured(limit, millimetres, readBack: .metres(2.01), within: .millimetres(error))
        }
        #expect(play(2_090, 20).ending == .complete)
        #expect(play(1_930, 20).ending == .complete)
        #expect(isUndecided(play(2_091, 20)) && isUndecided(play(2_130, 20)) && isUndecided(play(1_900, 20)))
        #expect(play(2_131, 20).failure != nil)
        #expect(play(2_110, 0).ending == .complete && play(2_111, 0).failure != nil)
        #expect(isUndecided(measured(limit, 2_000, readBack: nil, within: .zero)), "the position is unknown")
    }

    @Test("one place does not widen the spread of what is measured there")
    func spread() {
        let limit = Require(.standardDeviation(of: .door), atMost: .millimetres(10))
        #expect(measured(limit, 2_000, readBack: .metres(2), within: .millimetres(50)).ending == .complete)
    }

    @Test("steps begin when the accessories are at their first places, and a walk ends at its own arrival")
    func places() {
        var bench = DirectorBench(
            Scenario("walks", "Walks, and measures at the end") {
                Walk(toward: .door, from: .metres(4), to: .metres(2), at: .metresPerSecond(1))
                Stay(.seconds(5)) { Require(.bias(of: .door), within: .millimetres(100)) }
            }, changing: { $0.movesByProgram = true })
        #expect(bench.director.active == nil)
        bench.stage(.readBack(.position(.door, .metres(4), within: .millimetres(5))), at: 1_000)
        bench.stage(.placed(.door), at: 1_000)
        #expect(bench.director.active != nil)
        for number in 0..<8 { bench.measure(9_000, at: 1_200 + 200 * number) }
        bench.stage(.readBack(.position(.door, .metres(2.05), within: .millimetres(5))), at: 4_000)
        bench.stage(.arrived(.door), at: 4_000)
        for number in 0..<8 { bench.measure(2_100, at: 4_500 + 200 * number) }
        bench.pass(to: 12_000)
        #expect(bench.ending == .complete, "\(bench.seen ?? "")")
    }

    @Test("a zone that was not entered is no failure where the walk may have ended before it")
    func zones() {
        func walk(to place: Distance, within error: Distance) -> DirectorBench {
            var bench = DirectorBench(
                Scenario("walks", "Walks into a zone") {
                    Walk(toward: .door, from: .metres(4), to: .metres(0.5), at: .metresPerSecond(1)) {
                        Enter(.near, at: .metres(1.5), give: .metres(0.5))
                    }
                }, changing: { $0.movesByProgram = true })
            bench.stage(.placed(.door), at: 100)
            bench.measure(3_000, at: 200)
            bench.stage(.readBack(.position(.door, place, within: error)), at: 3_500)
            bench.stage(.arrived(.door), at: 3_500)
            bench.pass(to: 60_000)
            return bench
        }
        #expect(walk(to: .metres(0.5), within: .metres(0.02)).failure != nil)
        #expect(isUndecided(walk(to: .metres(1.2), within: .metres(0.7))))
    }

    @Test("power is commanded, read back or witnessed by a link that the phone did not end")
    func power() {
        let setting = RunSetting(
            scenario: Scenario("a", "b") { Stay(.seconds(1)) }, stagePatience: .zero, powerByProgram: [.door])
        func acts(_ events: (inout ProgramActs) -> Void) -> ProgramActs {
            var acts = ProgramActs()
            acts.note(.power(.door, .cycle), setting)
            events(&acts)
            acts.note(.powered(.door))
            return acts
        }
        #expect(acts { _ in }.unproven == .power(.door))
        #expect(acts { $0.note(.channel(accessory: .door, event: .lost(reason: .local))) }.unproven == .power(.door))
        #expect(acts { $0.note(.readBack(.power(.door))) }.weakest.map(\.evidence) == [.readBack])
        let seen = acts { $0.note(.channel(accessory: .door, event: .lost(reason: .supervisionTimeout))) }
        #expect(seen.unproven == nil && seen.weakest.map(\.evidence) == [.witnessed])
        var byHand = ProgramActs()
        byHand.note(.power("trunk", .cycle), setting)
        byHand.note(.powered("trunk"))
        #expect(byHand.unproven == nil && byHand.weakest.isEmpty)
    }

    @Test("a tag presented while the phone did not look is unproven unless read back or detected in time")
    func tag() {
        let setting = RunSetting(
            scenario: Scenario("a", "b") { Stay(.seconds(1)) }, stagePatience: .zero, tagsByProgram: [.doorTag])
        var acts = ProgramActs()
        acts.note(.present(.doorTag), setting)
        acts.note(.presented(.doorTag))
        #expect(acts.unproven == .tag(.doorTag))
        var readBack = acts
        readBack.note(.removed(.doorTag))
        #expect(readBack.unproven == .tag(.doorTag))
        var late = acts
        late.note(.readBack(.tag(.doorTag, isPresent: true)))
        #expect(late.unproven == nil)
    }
}
