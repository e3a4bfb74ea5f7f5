import Evidence
import Gate
import GateKit
import Reports
import RigKit
import Rigs
import ScenarioKit
import TestSupport
import Testing

@testable import Runs

/// The standard plan asks only for what the rig has; a team's own plan is strict, or requires a coverage.
@Suite struct PlayablePartTests {
    /// One that needs only the door, and others that need a person, a tag or another phone.
    private static let names = ["answersAtOnce", "zoneWalk", "systemSchemes", "oneTokenEach"]
    private static var scenarios: [Scenario] { Catalogue.scenarios.filter { names.contains($0.name) } }

    private static func part(
        of scenarios: [Scenario] = Self.scenarios, on rig: Rig = .deskBench, isAttended: Bool = false
    ) -> PlayablePart {
        PlayablePart(of: scenarios, .standard, isStandard: true, on: rig, isAttended: isAttended)!
    }

    private func request(_ shelf: Shelf, _ part: PlayablePart) throws -> GateRequest {
        var request = try shelf.request(.standard)
        request.planKind = .standard
        (request.scenarios, request.unplayed) = (part.scenarios, part.unplayed)
        return request
    }

    @Test("without a person, a tag or another phone, scenarios are left out, each with its reason")
    func split() throws {
        let alone = Self.part()
        #expect(alone.scenarios.map(\.name) == ["answersAtOnce"])
        #expect(Set(alone.unplayed.map(\.scenario)) == Set(Self.scenarios.map(\.name)).subtracting(["answersAtOnce"]))
        #expect(Set(alone.unplayed.map(\.reason)).count == alone.unplayed.count && alone.notice != nil)
        #expect(Set(Self.part(isAttended: true).scenarios.map(\.name)) == ["zoneWalk", "answersAtOnce"])
        let all = Self.part(of: Catalogue.scenarios, on: .simulated)
        #expect(all.unplayed.isEmpty && all.notice == nil && all.scenarios.count > 100)
        // Exclusions by the plan itself are not missing scenarios.
        let told = Self.part(of: Catalogue.scenarios).unplayed.map(\.scenario)
        let robust = Catalogue.scenarios.filter { $0.suite == .robustness }.map(\.name)
        #expect(!robust.isEmpty && Set(told).isDisjoint(with: robust))
    }

    @Test("a plan that requires a coverage leaves out the rest, and refuses a rig that can play less")
    func coverage() throws {
        func plan(_ entries: [PlanEntry]) -> GatePlan {
            GatePlan(
                name: "own", summary: "A team's own", entries: GatePlan.standard.entries + entries,
                spot: SourceSpot(file: "", line: 0))
        }
        func part(_ plan: GatePlan) -> PlayablePart? {
            PlayablePart(of: Self.scenarios, plan, isStandard: false, on: .deskBench, isAttended: false)
        }
        #expect(part(plan([])) == nil, "it is played as it is written")
        let enough = try #require(part(plan([RequireCoverage(scenarios: 1).entry])))
        #expect(enough.scenarios.map(\.name) == ["answersAtOnce"] && enough.shortage == nil)
        #expect(enough.unplayed == Self.part().unplayed)
        // Such a plan keeps the scenarios that the standard plan leaves out by choice.
        let robust = Catalogue.scenarios.filter { $0.suite == .robustness }
        let all = GatePlan(
            name: "own", summary: "A team's own",
            entries: [Prove(.everything, .clean(below: .percent(5))).entry, RequireCoverage(scenarios: 1).entry],
            spot: SourceSpot(file: "", line: 0))
        let kept = try #require(PlayablePart(of: robust, all, isStandard: false, on: .deskBench, isAttended: true))
        #expect(!kept.scenarios.isEmpty)
        let standard = PlayablePart(of: robust, all, isStandard: true, on: .deskBench, isAttended: true)
        #expect(standard?.scenarios.isEmpty == true)
        let short = plan([RequireCoverage(scenarios: 2).entry])
        #expect(part(short)?.shortage != nil)
        // A record that does not meet the coverage proves nothing, however it came about.
        for (least, status) in [(1, 0), (2, 3)] {
            let shelf = try Shelf()
            var request = try shelf.request(plan([RequireCoverage(scenarios: least).entry]))
            (request.scenarios, request.unplayed) = (enough.scenarios, enough.unplayed)
            #expect(shelf.play(request) == status)
            #expect(try shelf.document().result == (status == 0 ? .passed : .error))
            #expect(try shelf.verify().problems == [])
        }
    }

    @Test("a rig passes with what it can play and says what it left out, and verification can check that")
    func passes() throws {
        let shelf = try Shelf()
        let part = Self.part()
        #expect(shelf.play(try request(shelf, part)) == 0)
        let document = try shelf.document()
        #expect(document.result == .passed && document.scenarios.map(\.name) == ["answersAtOnce"])
        #expect(document.scenarios.first?.trials == 59)
        #expect(document.unplayed == part.unplayed && document.reasons.count == 1)
        for one in part.unplayed {
            #expect(document.doesNotProve.contains { $0.contains(one.scenario) && $0.contains(one.reason) })
        }
        #expect(try #require(Scratch.text(of: shelf.scratch("gate/gate.html"))).contains("oneTokenEach"))
        #expect(try shelf.verify().problems == [] && shelf.verify().status == .passed)
        let forger = Forger(folder: shelf.scratch("gate"))
        try forger.changeDocument("\"scenario\" : \"oneTokenEach\"", "\"scenario\" : \"another\"")
        try forger.closeRecord()
        let places = try shelf.verify().problems.compactMap(\.place)
        #expect(places.contains { $0.hasPrefix("unplayed[") }, "\(places)")
    }

    @Test("a gate of the standard plan resumes if it leaves out the same")
    func resumed() throws {
        let shelf = try Shelf()
        var request = try request(shelf, Self.part())
        #expect(shelf.play(request) == 0)
        try Forger(folder: shelf.scratch("gate")).cut(afterRuns: 30, remembering: shelf.scratch("state"))
        request.resumes = true
        var attended = request
        let part = Self.part(isAttended: true)
        (attended.scenarios, attended.unplayed) = (part.scenarios, part.unplayed)
        #expect(shelf.play(attended) == 3, "it began without a person")
        #expect(shelf.play(request) == 0)
        #expect(try shelf.verify().problems == [])
    }

    @Test("a plan for screens only says what it leaves unjudged, and the record is enough to recompute that")
    func screens() throws {
        let companions = Catalogue.scenarios.filter { !$0.phone.companions.isEmpty }
        for (name, count) in [("answersAtOnce", 0), (try #require(companions.first).name, 1)] {
            let shelf = try Shelf()
            let plan = GatePlan("own", "One scenario") { Prove(.named(name), .clean(below: .percent(50))) }
            _ = shelf.play(try shelf.request(plan))
            let document = try shelf.document()
            #expect(document.scenarios.map(\.name) == [name])
            #expect(document.doesNotProve.count { $0 == RunCoverage.besidesScreens } == count, "\(name)")
            #expect(try shelf.verify().problems == [])
        }
    }

    @Test("a custom plan does not pass without a scenario that it names")
    func strict() throws {
        let shelf = try Shelf()
        let plan = GatePlan("own", "Asks for another phone") {
            Prove(.named("answersAtOnce", "oneTokenEach"), .clean(below: .percent(50)))
        }
        let request = try shelf.request(plan)
        let lacks = PlanLacks(plan, of: request.scenarios, on: request.rig, isAttended: true)
        #expect(lacks.sentences.count == 1 && lacks.summary?.contains("oneTokenEach") == true)
        #expect(shelf.play(request) == 4)
        #expect(try shelf.document().unplayed == nil)
        #expect(PlanLacks(Shelf.plan(), of: request.scenarios, on: request.rig, isAttended: false).summary == nil)
    }

    @Test("a rig that can play nothing with an accessory never passes", arguments: [true, false])
    func nothing(isAttended: Bool) throws {
        let shelf = try Shelf()
        let rig = try ["bluetooth=none", "uwb=none"].reduce(Rig.deskBench) { try $0.replacing($1) }
        // With tags and a person there are scenarios to play, but none involves a firmware.
        let part = Self.part(of: Catalogue.scenarios, on: rig, isAttended: isAttended)
        #expect(part.scenarios.isEmpty && part.unplayed.count > 100)
        var request = try request(shelf, part)
        request.rig = rig
        #expect(shelf.play(request) == 4)
        #expect(try shelf.document().scenarios.isEmpty && shelf.document().result == .inconclusive)
        #expect(try shelf.verify().problems == [])
    }

    @Test("a plan without power cycles asks no person to switch anything off, and one with them requires a person")
    func cycles() throws {
        let shelf = try Shelf()
        func cycles(_ request: GateRequest) -> Bool {
            request.runPlan().scenarios.contains { $0.name == PowerCycling.name }
        }
        var request = try request(shelf, Self.part())
        #expect(!cycles(request) && request.spreadMistake == nil)
        request.plan = GatePlan("cycles", "Over power cycles") {
            Prove("answersAtOnce", .clean(below: .percent(5)))
            SpreadOver(powerCycles: 5)
        }
        #expect(cycles(request) && request.spreadMistake == nil)
        request.rig = try request.rig.replacing("door.power=none")
        #expect(!cycles(request) && request.spreadMistake?.contains("door.power=") == true)
        request.rig = .simulated
        #expect(request.spreadMistake == nil, "each run boots its own accessory")
        request.plan = GatePlan("units", "Over units") {
            Prove("answersAtOnce", .clean(below: .percent(5)))
            SpreadOver(units: 2)
        }
        #expect(request.spreadMistake?.contains("2 units") == true)
    }
}
