import Ground
import Journal
import Links
import Phone
import RigKit
import Rigs
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

    @Test("a person's places are as exact as the rig says, and are waited for")
    func byHand() {
        func play(_ error: Distance, reports: Bool = true) -> DirectorBench {
            var bench = DirectorBench(
                Scenario("placed", "Measures at a place") {
                    Place(.door, at: .metres(2))
                    Stay(.seconds(10)) { Require(.bias(of: .door), within: .millimetres(100)) }
                }, changing: { $0.errorByHand = error })
            bench.measure(9_000, at: 500)
            guard reports else { return bench }
            bench.stage(.readBack(.position(.door, .metres(2), within: error)), at: 1_000)
            bench.stage(.placed(.door), at: 1_000)
            for number in 0..<20 { bench.measure(2_060, at: 1_100 + 200 * number) }
            bench.pass(to: 12_000)
            return bench
        }
        #expect(play(.millimetres(40)).ending == .complete && isUndecided(play(.millimetres(41))))
        let waiting = play(.millimetres(40), reports: false)
        #expect(waiting.director.stepsPassed == 0 && waiting.ending == nil, "it is not placed yet")
    }

    @Test("an accessory that is never put at its first place is the error of the rig, by name")
    func neverPlaced() {
        let scenario = Scenario("walks", "Walks toward two accessories") {
            Walk(toward: .door, from: .metres(4), to: .metres(2), at: .metresPerSecond(1))
            Walk(toward: "trunk", from: .metres(3), to: .metres(2), at: .metresPerSecond(1))
        }
        var bench = DirectorBench(scenario, changing: { $0.errorByHand = .metres(0.3) })
        bench.stage(.placed(.door), at: 1_000)
        bench.pass(to: 9_999)
        #expect(bench.ending == nil, "two places take twice the patience")
        bench.pass(to: 10_000)
        guard case .error(let error)? = bench.ending else {
            Issue.record("\(String(describing: bench.ending))")
            return
        }
        #expect(error.code == "rig.stage" && error.reason.description.contains("trunk"), "\(error)")
    }

    @Test("a scenario whose limit a person cannot decide is skipped, unless its run was recorded before that")
    func undecidable() throws {
        let rig = try Rig.deskBench.replacing(["door.power=none"])
        func scenario(_ limit: Distance) -> Scenario {
            Scenario("placed", "Measures at a place") {
                Place(.door, at: .metres(2))
                Stay(.seconds(10)) { Require(.bias(of: .door), within: limit) }
            }
        }
        #expect(ScenarioRun.reasonToSkip(scenario(.millimetres(299)), on: rig) != nil)
        #expect(ScenarioRun.reasonToSkip(scenario(.millimetres(300)), on: rig) == nil)
        let exact = try rig.replacing("motion=hand+-0.02")
        #expect(ScenarioRun.reasonToSkip(scenario(.millimetres(20)), on: exact) == nil)
        #expect(ScenarioRun(scenario: scenario(.zero), rig: rig, seed: 1, reportingPlaces: false).errorByHand == nil)
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

    @Test("a zone that a walk does not name is no failure while it is unknown how far the program has gone")
    func unnamedZone() {
        func walk(_ error: Distance?) -> DirectorBench {
            var bench = DirectorBench(
                Scenario("walks", "Walks, but not as far as the zone") {
                    Walk(toward: .door, from: .metres(5), to: .metres(3.5), at: .metresPerSecond(1))
                }, changing: { $0.movesByProgram = true })
            bench.stage(.placed(.door), at: 100)
            if let error { bench.stage(.readBack(.position(.door, .metres(3.5), within: error)), at: 2_000) }
            bench.hear(.zone(accessory: .door, change: ZoneChange(.entered, "far", at: .metres(3))), at: 2_000)
            return bench
        }
        #expect(isUndecided(walk(nil)))
        // It enters at 3.2 m at the latest, and may have gone 10 cm and twice the error too far.
        #expect(walk(.millimetres(100)).failure?.code == "walk.unexpectedZoneChange")
        #expect(isUndecided(walk(.millimetres(101))))
    }

    @Test("nothing that depends on the place of an accessory is decided if the program did not read it back")
    func unknownPlace() {
        func play(readBack: Bool, movesByProgram: Bool = true, _ check: Expect) -> DirectorBench {
            var bench = DirectorBench(
                Scenario("placed", "Checks zones at a place") {
                    Place(.door, at: .metres(2))
                    Stay(.seconds(2)) { check }
                }, changing: { $0.movesByProgram = movesByProgram })
            if readBack { bench.stage(.readBack(.position(.door, .metres(2), within: .millimetres(10))), at: 100) }
            if movesByProgram { bench.stage(.placed(.door), at: 100) }
            bench.pass(to: 5_000)
            return bench
        }
        let (enters, stays) = (Expect(.entered(.near, .door)), Expect(.zoneChange(.door), count: 0))
        #expect(play(readBack: true, enters).failure != nil && isUndecided(play(readBack: false, enters)))
        #expect(play(readBack: true, stays).ending == .complete && isUndecided(play(readBack: false, stays)))
        #expect(play(readBack: false, movesByProgram: false, stays).ending == .complete)
    }

    private static let bare = Scenario("a", "b") { Stay(.seconds(1)) }
    private static let link = PhoneEvent.channel(accessory: .door, event: .opened(peer: "door"))
    private static let noConsole = PhoneEvent.finding(
        link: .console(.door), finding: Finding("console.away", .note, "it was away"))

    /// Returns the acts after the power was switched, with events before and while it was.
    private func powered(
        after earlier: [PhoneEvent] = [ProgramActsTests.link], shown: Set<AccessoryName> = [.door],
        _ events: (inout ProgramActs) -> Void
    ) -> ProgramActs {
        let setting = RunSetting(
            scenario: Self.bare, stagePatience: .zero, powerByProgram: [.door], powerShownByConsole: shown)
        var acts = ProgramActs()
        for event in earlier { acts.note(event) }
        acts.note(.power(.door, .cycle), setting)
        events(&acts)
        acts.note(.powered(.door))
        return acts
    }

    private static func lost(_ reason: DisconnectReason) -> PhoneEvent {
        .channel(accessory: .door, event: .lost(reason: reason))
    }

    @Test("power is commanded, read back or witnessed by a link that was up and that the phone did not end")
    func power() {
        #expect(powered { _ in }.unproven == .power(.door))
        #expect(powered { $0.note(.readBack(.power(.door))) }.weakest.map(\.evidence) == [.readBack])
        for reason in [DisconnectReason.supervisionTimeout, .reset, .unacknowledged, .remote] {
            let seen = powered { $0.note(Self.lost(reason)) }
            #expect(seen.unproven == nil && seen.weakest.map(\.evidence) == [.witnessed], "\(reason)")
        }
        for reason in [DisconnectReason.local, .authentication, .other(text: "?")] {
            #expect(powered { $0.note(Self.lost(reason)) }.unprovenPower == .door, "\(reason)")
        }
        #expect(powered(after: []) { $0.note(Self.lost(.remote)) }.unprovenPower == .door, "it was not connected")
        #expect(
            powered(after: [Self.link, Self.lost(.local)]) { $0.note(Self.lost(.remote)) }.unprovenPower == .door)
        let later = powered { acts in
            for event in [Self.lost(.local), Self.link, Self.lost(.supervisionTimeout)] { acts.note(event) }
        }
        #expect(later.unprovenPower == .door, "a later link is another one")
        let again = powered { acts in for event in [Self.link, Self.lost(.remote)] { acts.note(event) } }
        #expect(again.unprovenPower == .door, "it connected again before")
        let setting = RunSetting(scenario: Self.bare, stagePatience: .zero, powerByProgram: [.door])
        var byHand = ProgramActs()
        byHand.note(.power("trunk", .cycle), setting)
        byHand.note(.powered("trunk"))
        #expect(byHand.unproven == nil && byHand.weakest.isEmpty)
    }

    @Test("a console that goes away witnesses the power only if it cannot go away otherwise")
    func consoles() {
        #expect(powered { $0.note(Self.noConsole) }.weakest.map(\.evidence) == [.witnessed])
        #expect(powered(shown: []) { $0.note(Self.noConsole) }.unprovenPower == .door)
        let port = powered(shown: []) { acts in
            acts.note(Self.noConsole)
            acts.note(.readBack(.power(.door)))
        }
        #expect(port.weakest.map(\.evidence) == [.readBack])
    }

    @Test("a failure is undecided if the power is unproven, whatever came before it")
    func unprovenPower() {
        let setting = RunSetting(
            scenario: Self.bare, stagePatience: .zero, tagsByProgram: [.doorTag], powerByProgram: [.door])
        var acts = ProgramActs()
        acts.note(.present(.doorTag), setting)
        acts.note(.presented(.doorTag))
        acts.note(.power(.door, .cycle), setting)
        #expect(acts.unprovenPower == nil, "it is not done")
        acts.note(.powered(.door))
        #expect(acts.unproven == .tag(.doorTag) && acts.unprovenPower == .door)
    }

    @Test("a detected tag is the presented one only if no other is there")
    func severalTags() {
        let other = TagName(rawValue: "otherTag")
        let setting = RunSetting(
            scenario: Self.bare, stagePatience: .zero, tagsByProgram: [.doorTag, other])
        let identity = TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0)
        var acts = ProgramActs()
        acts.note(.present(.doorTag), setting)
        acts.note(.presented(.doorTag))
        acts.note(.removed(.doorTag))
        acts.note(.present(other), setting)
        acts.note(.tag(event: .detected(tag: identity)))
        acts.note(.presented(other))
        #expect(acts.weakest.map(\.evidence) == [.commanded, .witnessed], "what was taken away before is not seen")
        var both = ProgramActs()
        for tag in [TagName.doorTag, other] {
            both.note(.present(tag), setting)
            both.note(.presented(tag))
        }
        both.note(.tag(event: .detected(tag: identity)))
        #expect(both.weakest.map(\.evidence) == [.commanded, .commanded], "it may be either")
        both.note(.tag(event: .several(tags: [identity])))
        #expect(both.weakest.map(\.evidence) == [.witnessed, .witnessed])
        var byHand = ProgramActs()
        byHand.note(.present("handTag"), setting)
        byHand.note(.present(.doorTag), setting)
        byHand.note(.tag(event: .detected(tag: identity)))
        byHand.note(.presented(.doorTag))
        #expect(byHand.unproven == .tag(.doorTag), "it may be the tag in the hand")
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
