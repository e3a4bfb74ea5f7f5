import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Vocabulary

@testable import Engine

/// The conditions for the verdict passed, and the verdicts for everything else.
struct VerdictTests {
    @Test("A scenario that checks nothing is no evidence")
    func nothingChecked() {
        let played = play(Scenario("idle", "Waits") { Stay(.seconds(1)) })
        #expect(played.summary.verdict == .error)
        #expect(played.summary.reason?.contains("check") == true, "\(played.summary.reason ?? "")")
    }

    @Test("The director itself does not pass a scenario that checked nothing")
    func nothingCheckedByTheDirector() {
        let scenario = Scenario("idle", "Waits") { Stay(.seconds(1)) }
        var director = Director(RunSetting(scenario: scenario, stagePatience: .seconds(1)))
        _ = director.begin(at: .start)
        let effects = director.advance(to: .start + .seconds(1))
        guard case .end(.error(let error))? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(error.code == "scenario.noEvidence")
    }

    @Test("A scenario with a problem is not played")
    func problem() {
        let played = play(
            Scenario("wrong", "Speaks of what is not there") {
                Connect(.door, within: .seconds(5))
                Expect(.entered("nowhere", .door))
            })
        #expect(played.summary.verdict == .error)
        #expect(played.summary.reason?.hasPrefix("the scenario cannot be played: Tests/EngineTests/") == true)
        #expect(played.sent.isEmpty)
    }

    @Test("A missing role skips the scenario with the reason", arguments: ["bluetooth", "uwb", "nfc", "motion"])
    func skipped(role: String) throws {
        let rig = try Rig.simulated.replacing(role: role, with: "none")
        let played = play(.named("fullFlow"), rig: rig)
        guard case .skipped(let reason) = played.summary.verdict else {
            Issue.record("\(played.summary.verdict)")
            return
        }
        #expect(reason.hasPrefix("the rig simulated does not have "))
        #expect(played.summary.reason == reason)
        #expect(played.sent.isEmpty)
        #expect(played.entries.count == 2)
    }

    @Test("A bench that stalls times out, and the accessory has not failed")
    func clockJumps() {
        let receptions = play(.named("fullFlow")).receptions
        for place in stride(from: 0, to: receptions, by: 3) {
            let played = play(.named("fullFlow"), through: { JumpingLinks($0, after: place) })
            #expect(
                played.summary.verdict == .timedOut,
                "at \(place): \(played.summary.verdict), \(played.summary.reason ?? "")")
            #expect(played.summary.failures.isEmpty)
        }
    }

    @Test("An interruption at any point aborts the run; the accessory is stopped, and the link is closed")
    func interrupted() {
        let receptions = play(.named("fullFlow")).receptions
        for place in 0..<receptions {
            let played = play(
                .named("fullFlow"),
                through: {
                    BentLinks($0, instead: { $0 == place ? .interrupted : nil })
                })
            #expect(played.summary.verdict == .aborted, "at \(place)")
            #expect(played.summary.reason == "the run was interrupted")
            let entries = played.entries
            #expect(!entries.isLinkLeftUp, "at \(place): the link was left up")
            #expect(!entries.isRangingLeftOn, "at \(place): the accessory was left ranging")
            #expect(played.wholeTime < .seconds(40))
        }
    }

    @Test("A second interruption cuts the cleanup short")
    func interruptedTwice() {
        let played = play(
            .named("fullFlow"), through: { BentLinks($0, instead: { $0 >= 80 ? .interrupted : nil }) })
        #expect(played.summary.verdict == .aborted)
        #expect(played.receptions == 82)
    }

    @Test("A block that should have lost a message and lost none is a mistake of the scenario")
    func losingNothing() {
        let played = play(
            Scenario("losesNothing", "Loses what is not sent") {
                Connect(.door, within: .seconds(5))
                Exchange(.configuration, with: .door, within: .seconds(2))
                Losing(.initialize, times: 1) {
                    Stay(.seconds(2)) { Expect(.ranging(.door), count: .atLeast(2)) }
                }
            })
        #expect(played.summary.verdict == .error)
        let what = "expected 1 dropped or corrupted message (initialize), sent 0"
        #expect(played.summary.reason?.hasSuffix(what) == true, "\(played.summary.reason ?? "")")
        #expect(played.summary.reason?.hasPrefix("Tests/EngineTests/VerdictTests.swift:") == true)
    }

    @Test("An exact expectation that was met is judged again at the end of its block")
    func judgedAgain() {
        let played = play(
            Scenario("noZone", "Allows no zone change, and walks through two") {
                Connect(.door, within: .seconds(5))
                Exchange(.configuration, with: .door, within: .seconds(2))
                Expect(.entered("far", .door), count: 0, within: .milliseconds(100))
                Walk(toward: .door, from: .metres(4), to: .metres(2), at: .metresPerSecond(1)) {
                    Enter(.far, at: .metres(3), give: .metres(1))
                }
            })
        #expect(played.summary.verdict == .failed, "\(played.summary.reason ?? "")")
        #expect(played.failure?.seen.hasPrefix("it happened once: door entered far at") == true)
        #expect(played.summary.stepsPassed == 4)
    }

    @Test("Each round of a repeat counts from zero, and every round is played")
    func repeated() {
        let played = play(
            Scenario("rounds", "Exchanges twice over") {
                Connect(.door, within: .seconds(5))
                Repeat(3) {
                    Exchange(.configuration, with: .door, within: .seconds(2))
                    Expect(.ranging(.door), count: .atLeast(2))
                    Expect(.removed(.door, reason: .timeout), count: 0)
                    Stop(.door, within: .seconds(2))
                }
            })
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.summary.stepsInAll == 14 && played.summary.stepsPassed == 14)
        let started = played.entries.compactMap { entry in
            if case .stepStarted(let step) = entry.event { step } else { nil }
        }
        #expect(started.map(\.number) == Array(1...14))
        #expect(started.count { $0.depth == 1 } == 12)
    }
}

/// Links whose clock jumps by an hour after a number of receptions, as when a computer sleeps.
final class JumpingLinks: LinkSet {
    private let links: any LinkSet
    private var left: Int
    private var jump = Lapse.zero

    init(_ links: any LinkSet, after receptions: Int) {
        self.links = links
        left = receptions
    }

    var now: Instant { links.now + jump }

    func send(_ outbound: Outbound) -> Instant { links.send(outbound) + jump }

    func receive(until deadline: Instant) -> Reception {
        if left == 0 { jump = .seconds(3600) }
        left -= 1
        switch links.receive(until: deadline == .never ? .never : max(links.now, deadline - jump)) {
        case .arrival(let arrival): return .arrival(Arrival(arrival.inbound, at: arrival.instant + jump))
        case .deadline: return .deadline
        case .stoodStill(let since): return .stoodStill(since: since)
        case .interrupted: return .interrupted
        }
    }

    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }
}

extension [JournalEntry] {
    /// Whether the phone is still connected to the door at the end.
    var isLinkLeftUp: Bool { isLinkLeftUp(to: .door) }

    func isLinkLeftUp(to name: AccessoryName) -> Bool {
        reduce(false) { isUp, entry in
            guard case .frame(let frame) = entry.event, frame.link == .bluetooth(name) else { return isUp }
            return switch frame.kind {
            case "connected": true
            case "disconnected": false
            default: isUp
            }
        }
    }

    /// Whether the accessory was configured and afterwards neither told to stop nor disconnected.
    var isRangingLeftOn: Bool {
        reduce(false) { isOn, entry in
            switch entry.event {
            case .phone(.sent(_, .shareableConfiguration)): true
            case .phone(.sent(_, .stop)): false
            case .phone(.channel(_, .lost)): false
            default: isOn
            }
        }
    }
}
