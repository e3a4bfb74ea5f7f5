import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// Tags presented by a program, whose answer is only its word: the reader shows where a tag is.
struct TagByProgramTests {
    /// A bench whose presenter of tags reports acts that it does not perform.
    private final class LyingLinks: LinkSet {
        private let links: any LinkSet
        private let lies: (StageRequest) -> Bool
        private var waiting: [Arrival] = []

        init(_ links: any LinkSet, lies: @escaping (StageRequest) -> Bool) { (self.links, self.lies) = (links, lies) }

        var now: Instant { links.now }

        func send(_ outbound: Outbound) -> Instant {
            guard case .stage(let request) = outbound, lies(request) else { return links.send(outbound) }
            switch request {
            case .present(let tag): waiting.append(Arrival(.stage(.presented(tag)), at: now))
            case .remove(let tag): waiting.append(Arrival(.stage(.removed(tag)), at: now))
            default: break
            }
            return now
        }

        func receive(until deadline: Instant) -> Reception {
            waiting.isEmpty ? links.receive(until: deadline) : .arrival(waiting.removeFirst())
        }

        func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
        func close() { links.close() }
    }

    private static func isPresent(_ request: StageRequest) -> Bool {
        if case .present = request { true } else { false }
    }

    private static func isRemove(_ request: StageRequest) -> Bool {
        if case .remove = request { true } else { false }
    }

    private static let scenarios = [
        Scenario("tap", "Opens the door's app", phone: .withDoorApp) {
            Tap(.doorTag, within: .seconds(10)) { Expect(.opened(.doorApp), count: 1) }
        },
        Scenario("present", "Is detected", phone: .withDoorApp) {
            Present(.doorTag, within: .seconds(4))
            Remove(.doorTag, within: .seconds(4))
        },
        Scenario("hold", "Opens the app once", phone: .withDoorApp) {
            Hold(.doorTag, for: .seconds(3)) { Expect(.opened(.doorApp), count: 1) }
        },
        Scenario("inspect", "Is a tag of the ordered kind", phone: .withDoorApp) {
            Inspect(.doorTag) { Is(.type2) }
        },
    ]

    private static func rig(_ port: String) throws -> Rig { try Rig.simulated.replacing("doorTag=\(port)") }

    @Test("A program that does what it says is no different from any other stage", arguments: scenarios)
    func honest(scenario: Scenario) throws {
        let summary = play(scenario, rig: try Self.rig("program:/bin/true")).summary
        #expect(summary.verdict == .passed, "\(summary.reason ?? "")")
        #expect(summary.operatorAnswers == nil, "no person answered")
    }

    @Test(
        "A tag that only its program says is there is the rig's error, and not the tag's failure", arguments: scenarios)
    func absent(scenario: Scenario) throws {
        let wrap: (any LinkSet) -> any LinkSet = { LyingLinks($0, lies: Self.isPresent) }
        let summary = play(scenario, rig: try Self.rig("program:/bin/true"), through: wrap).summary
        #expect(summary.verdict == .error && summary.code == "rig.stage", "\(summary.reason ?? "")")
        #expect(summary.reason?.contains("the reader detected no new tag for") == true, "\(summary.reason ?? "")")
        #expect(summary.failures.isEmpty)
        // A person who says so is believed.
        let byHand = play(scenario, rig: try Self.rig("hand"), through: wrap).summary
        #expect(byHand.verdict == .failed, "\(byHand.reason ?? "")")
    }

    @Test("A tag that the phone was not watching for, and never detected, is no evidence against it")
    func unwitnessed() throws {
        let scenario = Scenario.named("tagWaitsForDisplay")
        let wrap: (any LinkSet) -> any LinkSet = { LyingLinks($0, lies: Self.isPresent) }
        let summary = play(scenario, rig: try Self.rig("program:/bin/true"), through: wrap).summary
        #expect(summary.verdict == .error && summary.code == "rig.undecided", "\(summary.reason ?? "")")
        #expect(summary.reason?.contains("the reader detected no new tag for") == true, "\(summary.reason ?? "")")
        #expect(play(scenario, rig: try Self.rig("program:/bin/true")).summary.verdict == .passed)
        #expect(play(scenario, rig: try Self.rig("hand"), through: wrap).summary.verdict == .failed)
    }

    @Test("A tag that only its program says is away is the rig's error, soon after that", arguments: scenarios)
    func left(scenario: Scenario) throws {
        let played = play(scenario, rig: try Self.rig("program:/bin/true")) {
            LyingLinks($0, lies: Self.isRemove)
        }
        let summary = played.summary
        #expect(summary.verdict == .error && summary.code == "rig.stage", "\(summary.reason ?? "")")
        #expect(played.wholeTime < .seconds(40), "\(played.wholeTime)")
    }

    @Test("A program has its own limit, which no step cuts short")
    func slow() throws {
        let scenario = Self.scenarios[0]
        let rig = try Self.rig("program:/bin/true")
        #expect(rig.stagePatience > .seconds(2 * (60 + 3)), "two acts, for a swap")
        let silent = play(scenario, rig: rig) {
            BentLinks($0, outgoing: { _, out in if case .stage = out { false } else { true } })
        }
        #expect(silent.summary.code == "rig.stage" && silent.wholeTime >= rig.stagePatience)
    }

    @Test("A tag cannot be torn away by a program: such a scenario is skipped with the reason")
    func tornAway() throws {
        let scenario = Scenario("tear", "Is torn away", phone: .withDoorApp) {
            Repeat(1) { TearAway(.doorTag, after: 1, within: .seconds(10)) }
        }
        let reason = ScenarioRun.reasonToSkip(scenario, on: try Self.rig("program:/bin/true"))
        #expect(reason?.contains("cannot tear it away") == true, "\(reason ?? "")")
        #expect(ScenarioRun.reasonToSkip(scenario, on: .simulated) == nil)
        #expect(try ScenarioRun.reasonToSkip(scenario, on: Rig.simulated.replacing("posterTag=program:/x")) == nil)
    }
}
