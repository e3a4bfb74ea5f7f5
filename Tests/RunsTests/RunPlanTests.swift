import Reports
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

@testable import Engine
@testable import Runs

/// The scenarios that a plan leaves out of a catalogue, and the report of them.
@Suite struct RunPlanTests {
    private static func plan(on rig: Rig, isPicked: Bool) -> RunPlan {
        RunPlan(
            of: [.named("resumesAfter.1"), .named("resumesAfter.600")], asked: isPicked ? .byName : .forNothing,
            as: nil, requirement: nil, on: rig, isAttended: true, firstSeed: 1, seeds: 1, rounds: 1,
            facts: BenchFacts(accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name)))
    }

    @Test("in real time a ten-minute stay is played only if it is requested")
    func longStays() throws {
        let plan = try Self.plan(on: Rig.screenBench.replacing("tv.has=game"), isPicked: false)
        #expect(plan.scenarios.map(\.name) == ["resumesAfter.1"])
        #expect(plan.coverage.leftOut.map(\.scenario) == ["resumesAfter.600"])
    }

    @Test("in virtual time, or on request, it is played")
    func played() throws {
        #expect(Self.plan(on: .simulated, isPicked: false).scenarios.count == 2)
        #expect(Self.plan(on: .virtual, isPicked: false).scenarios.count == 2)
        #expect(try Self.plan(on: Rig.screenBench.replacing("tv.has=game"), isPicked: true).scenarios.count == 2)
    }

    @Test("a plan with screens says what a verdict on them does not cover, and one without does not")
    func unjudged() {
        #expect(Self.plan(on: .simulated, isPicked: false).coverage.unjudged == [RunCoverage.systemOfScreens])
        #expect(Self.played(.forNothing, on: .simulated, isAttended: true).coverage.unjudged == [])
    }

    @Test("an accessory with another name is skipped with the option that uses it")
    func otherName() throws {
        let rig = try Rig.deskBench.replacing("door=le:name=Front")
        let front = try rig.naming([NameAssignment("front=door")])
        let reason = try #require(front.reasonNotToPlay(.named("answersAtOnce"), isAttended: true))
        #expect(reason.contains("--as door=front"), "\(reason)")
        let tag = try #require(
            Rig.deskBench.naming([NameAssignment("backTag=doorTag")]).reasonNotToPlay(
                .named("tagOpensApp"), isAttended: true))
        #expect(tag.contains("--as doorTag=backTag"), "\(tag)")
    }

    @Test("a run records the kernel's Bluetooth only if an accessory is reached over it")
    func bluetooth() throws {
        func uses(_ rig: Rig, _ name: String = "answersAtOnce") throws -> Bool {
            BenchRun(
                scenario: .named(name), rig: rig, seed: 1, facts: BenchFacts(accessories: ["door"], tags: [])
            ).usesBluetooth
        }
        #expect(try uses(.deskBench) && uses(.virtual))
        let lan = "door=lan:127.0.0.1:4711"
        #expect(try !uses(Rig.deskBench.replacing([lan, "bluetooth=none"])))
        #expect(try !uses(Rig.deskBench.replacing(lan)))
        #expect(try !uses(Rig.virtual.replacing("door=simulated:link=lan,name=Door")))
        #expect(try !uses(.deskBench, "tagOpensApp"))
    }

    private static func played(_ how: RunPlan.Asking, on rig: Rig = .deskBench, isAttended: Bool) -> RunPlan {
        RunPlan(
            of: [.named("answersAtOnce"), .named("zoneWalk"), .named("tagOpensApp"), .named("powerCycle")], asked: how,
            as: nil, requirement: nil, on: rig, isAttended: isAttended, firstSeed: 1, seeds: 1, rounds: 1,
            facts: BenchFacts(accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name)))
    }

    @Test("without a person, scenarios that need one are left out with the reason, unless requested by name")
    func unattended() throws {
        for how in [RunPlan.Asking.forNothing, .byKind] {
            let plan = Self.played(how, isAttended: false)
            #expect(plan.scenarios.map(\.name) == ["answersAtOnce"])
            let left = plan.coverage.leftOut
            #expect(left.map(\.scenario) == ["zoneWalk", "tagOpensApp", "powerCycle"])
            #expect(Set(left.map(\.reason)).count == 3 && left[1].reason.contains("doorTag"))
            #expect(Self.played(how, isAttended: true).scenarios.count == 4)
        }
        #expect(Self.played(.byName, isAttended: false).scenarios.count == 4, "then the rig is without a terminal")
        let program = try Rig.deskBench.replacing("door.power=program:/bin/true")
        #expect(Self.played(.forNothing, on: program, isAttended: false).scenarios.count == 2)
        let presented = try program.replacing("doorTag=program:/bin/true")
        let alone = Self.played(.forNothing, on: presented, isAttended: false).scenarios.map(\.name)
        #expect(alone == ["answersAtOnce", "tagOpensApp", "powerCycle"])
        let moved = try presented.replacing("motion=program:/bin/true")
        #expect(Self.played(.forNothing, on: moved, isAttended: false).scenarios.count == 4)
        #expect(Self.played(.forNothing, on: .virtual, isAttended: false).scenarios.count == 4)
    }

    @Test("programs for power, tags and motion let a desk without a person play ever more of the catalogue")
    func desk() throws {
        func count(_ ports: [String], has parts: String = "none") throws -> Int {
            let rig = try Rig.deskBench.replacing(ports + ["door.has=\(parts)"])
            return RunPlan(
                of: Scenario.all, asked: .forNothing, as: nil, requirement: nil, on: rig, isAttended: false,
                firstSeed: 1, seeds: 1, rounds: 1,
                facts: BenchFacts(accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name))
            ).scenarios.count
        }
        let program = "program:/bin/true"
        let power = ["door.power=\(program)", "door.console=serial:/dev/ttyUSB1"]
        let tags = Rig.deskBench.tags.map { "\($0.name)=\(program)" }
        let counts = [try count(power), try count(power + tags), try count(power + tags + ["motion=\(program)"])]
        #expect(counts[0] < counts[1] && counts[1] < counts[2] && counts[2] >= 101, "\(counts)")
        let parts = "pairing,background,guidelines,printedDistances,sentDistances,zoneMessages"
        let whole = try count(power + tags + ["motion=\(program)"], has: parts)
        #expect(whole >= 109, "\(whole)")
    }

    @Test("a USB port switches the power, but does not reset a firmware")
    func port() throws {
        let rig = try Rig.deskBench.replacing("door.power=usb:1-1.4")
        let skipped = Scenario.all.filter { $0.resetAccessories.contains("door") }
        #expect(!skipped.isEmpty && skipped.allSatisfy { ScenarioRun.reasonToSkip($0, on: rig) != nil })
        #expect(ScenarioRun.reasonToSkip(.named("powerCycle"), on: rig) == nil)
    }

    @Test("a stay within a repetition counts as often as it is repeated")
    func repeated() { #expect(Scenario.named("quickReturns").stays == .seconds(3)) }
}
