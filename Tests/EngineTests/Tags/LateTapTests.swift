import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// A bench on which the door prints one unsolicited line when nothing else happens.
private final class PrintingLinks: LinkSet {
    private let links: any LinkSet
    private let instant: Instant
    private var hasPrinted = false

    init(_ links: any LinkSet, printingAt instant: Instant) {
        self.links = links
        self.instant = instant
    }

    var now: Instant { links.now }
    func send(_ outbound: Outbound) -> Instant { links.send(outbound) }
    func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
    func close() { links.close() }

    func receive(until deadline: Instant) -> Reception {
        guard !hasPrinted, deadline >= instant else { return links.receive(until: deadline) }
        let reception = links.receive(until: max(instant, links.now))
        guard case .deadline = reception else { return reception }
        hasPrinted = true
        return .arrival(Arrival(.console(.door, "unlocked"), at: links.now))
    }
}

@Suite struct LateTapTests {
    private func tap(waitingFor text: String) -> Scenario {
        Scenario("lateTap", "Waits for what the door prints", phone: .withDoorApp) {
            Tap(.doorTag, within: .seconds(5)) {
                Expect(.opened(.doorApp), count: 1)
                Expect(.console(of: .door, containing: text), count: 1)
            }
        }
    }

    @Test("a check that is met after the delivery lets the tap end, and the tag is taken away")
    func metLate() {
        let played = play(tap(waitingFor: "unlocked")) {
            PrintingLinks($0, printingAt: Instant(nanoseconds: 2_000_000_000))
        }
        #expect(played.summary.verdict == .passed, "\(played.summary)")
        #expect(played.receptions < 1000 && played.sent.contains(.stage(.remove(.doorTag))))
        #expect(played.wholeTime < .seconds(4), "it ends when the line comes, and not when its time is over")
    }

    @Test("a check that is never met fails the tap when its time is over")
    func neverMet() {
        let played = play(tap(waitingFor: "opened by itself")) {
            PrintingLinks($0, printingAt: Instant(nanoseconds: 2_000_000_000))
        }
        #expect(played.summary.verdict == .failed, "\(played.summary)")
        #expect(played.receptions < 1000)
    }

    @Test("rounds that cannot be counted are as many as can, and the scenario is refused")
    func countlessRounds() {
        let spot = SourceSpot(#fileID, #line)
        let stay = Step(.stay(span: .seconds(1), checks: []), spot: spot)
        let inner = Step(.repeat(times: .max, steps: [stay]), spot: spot)
        let outer = Step(.repeat(times: .max, steps: [inner]), spot: spot)
        let scenario = Scenario(
            name: "countless", summary: "Has more rounds than there are numbers", phone: .standard, steps: [outer],
            spot: spot)
        let summary = ScenarioRun(scenario: scenario, rig: .simulated, seed: 1).summary(.aborted, reason: "not played")
        #expect(summary.stepsInAll == .max)
        #expect(play(scenario).summary.verdict == .error)
    }
}
