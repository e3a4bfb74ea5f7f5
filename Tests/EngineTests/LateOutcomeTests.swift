import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// Late answers are not reported as missing, and a meaning appears only if the failure supports it.
struct LateOutcomeTests {
    private func late(_ links: any LinkSet, by span: Span) -> any LinkSet { DelayedAnswers(links, by: span) }

    private let scenario = Scenario("answers", "Answers in time", phone: .withDoorApp) {
        Connect(.door, within: .seconds(5))
        Send(.initialize, to: .door)
        Await(.received(.configuration, from: .door), within: .seconds(2))
            .otherwise("an initialize right after connecting is lost", code: "exchange.earlyInitializeLost")
    }

    @Test("An answer after the limit is late, its frame is among the last, and it doesn't count as lost")
    func comesLate() throws {
        let failure = try #require(play(scenario) { late($0, by: .seconds(3)) }.summary.failures.first)
        #expect(failure.code == "expectation.late" && failure.seenCode == "expectation.late")
        #expect(failure.meaning == nil)
        #expect(failure.lastFrames.last?.bytes.first == 0x1B)
    }

    @Test("An answer that stays away for five more seconds never came, and has the scenario's meaning")
    func staysAway() throws {
        let failure = try #require(play(scenario) { late($0, by: .seconds(60)) }.summary.failures.first)
        #expect(failure.seenCode == "expectation.never")
        #expect(failure.code == "exchange.earlyInitializeLost" && failure.meaning != nil)
    }

    @Test("A late answer in an exchange has its own code")
    func exchange() throws {
        let scenario = Scenario("exchanges", "Exchanges in time", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(2))
        }
        let failure = try #require(play(scenario) { late($0, by: .seconds(3)) }.summary.failures.first)
        #expect(failure.seenCode == "exchange.slowConfiguration")
    }

    @Test("A meaning with witnesses appears only with their codes")
    func witnesses() throws {
        func scenario(_ code: FailureCode) -> Scenario {
            Scenario("asks", "Asks", phone: .withDoorApp, opening: .connected(.door)) {
                Expect(.received(.configuration, from: .door), within: .seconds(1)).otherwise("a reason", when: code)
            }
        }
        let seen = try #require(play(scenario("expectation.never")).summary.failures.first)
        let other = try #require(play(scenario("expectation.tooSeldom")).summary.failures.first)
        #expect(seen.meaning == "a reason" && other.meaning == nil)
    }

    @Test("The rig's own withholding is no evidence against the accessory")
    func withheld() {
        // The kit measures in every round, so no session times out.
        let played = play(.named("timeoutAndRetry"), through: { MeasuringLinks($0) })
        #expect(played.summary.verdict == .error, "\(played.summary.reason ?? "")")
        #expect(played.summary.failures.isEmpty)
    }

    /// A bench on which the accessory's notifications are delayed.
    private final class DelayedAnswers: LinkSet {
        private let links: any LinkSet
        private let span: Span
        private var held: [Arrival] = []

        init(_ links: any LinkSet, by span: Span) { (self.links, self.span) = (links, span) }

        var now: Instant { links.now }
        func send(_ outbound: Outbound) -> Instant { links.send(outbound) }
        func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
        func close() { links.close() }

        func receive(until deadline: Instant) -> Reception {
            while true {
                let due = held.first?.instant ?? .never
                let reception = links.receive(until: min(deadline, due))
                if case .arrival(let arrival) = reception, case .bluetooth(_, .frame(let bytes)) = arrival.inbound,
                    bytes.first == 0x1B
                {
                    held.append(Arrival(arrival.inbound, at: arrival.instant + span))
                    continue
                }
                guard reception == .deadline, due <= deadline, !held.isEmpty else { return reception }
                return .arrival(held.removeFirst())
            }
        }
    }

    /// A bench whose kit reports a distance in every round.
    private final class MeasuringLinks: LinkSet {
        private let links: any LinkSet

        init(_ links: any LinkSet) { self.links = links }

        var now: Instant { links.now }
        func send(_ outbound: Outbound) -> Instant { links.send(outbound) }
        func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
        func close() { links.close() }

        func receive(until deadline: Instant) -> Reception {
            let reception = links.receive(until: deadline)
            guard case .arrival(let arrival) = reception, case .kit(.bytes(var bytes)) = arrival.inbound,
                bytes.starts(with: [0x62, 0x00]), bytes.count >= 60
            else { return reception }
            (bytes[31], bytes[33], bytes[34]) = (0, 200, 0)
            return .arrival(Arrival(.kit(.bytes(bytes)), at: arrival.instant))
        }
    }
}
