import Ground
import Journal
import Links
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Vocabulary
import Wording

@testable import Engine

/// Late answers are not reported as missing, and a meaning appears only if the failure supports it.
struct LateOutcomeTests {
    private func late(_ links: any LinkSet, by span: Lapse) -> any LinkSet { DelayedAnswers(links, by: span) }

    private let scenario = Scenario("answers", "Answers in time", phone: .withDoorApp) {
        Connect(.door, within: .seconds(5))
        Send(.initialize, to: .door)
        Await(.received(.configuration, from: .door), within: .seconds(2))
            .otherwise(
                "an initialize right after connecting is lost", code: "exchange.earlyInitializeLost", when: .nothingCame
            )
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

    @Test("A reader that becomes silent before, during or after the wait does not hold up the run", arguments: 1...12)
    func silentReader(from second: Int) throws {
        let scenario = Scenario("waits", "Waits beside a reader", phone: .withDoorApp) {
            Tap(.doorTag) { Expect(.opened(.doorApp)) }
            Connect(.door, within: .seconds(5))
            Await(.received(.configuration, from: .door), within: .seconds(4))
        }
        func silence(_ links: any LinkSet) -> BentLinks {
            BentLinks(
                links,
                incoming: { reception in
                    guard case .arrival(let arrival) = reception, case .reader = arrival.inbound,
                        arrival.instant >= .start + .seconds(second)
                    else { return reception }
                    return nil
                })
        }
        let summary = play(scenario, through: silence).summary
        #expect([.failed, .error].contains(summary.verdict))
        #expect(summary.verdict == .failed ? summary.code == "expectation.never" : summary.errorLink == .reader)
    }

    @Test(
        "At the end of a block, too, an outcome is absent only if it stays away for five more seconds",
        arguments: [(4, "expectation.late"), (60, "expectation.never")] as [(Int, FailureCode)])
    func block(delay: Int, code: FailureCode) throws {
        let scenario = Scenario("stays", "Answers while it stays", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Send(.initialize, to: .door)
            Stay(.seconds(2)) { Expect(.received(.configuration, from: .door)) }
        }
        let failure = try #require(play(scenario) { late($0, by: .seconds(delay)) }.summary.failures.first)
        #expect(failure.seenCode == code)
    }

    @Test("A first one of several that comes late is late, and not absent")
    func firstOfSeveral() throws {
        let scenario = Scenario("answers", "Answers twice", phone: .withDoorApp) {
            Connect(.door, within: .seconds(5))
            Send(.initialize, to: .door)
            Await(.received(.configuration, from: .door), count: .atLeast(2), within: .seconds(2))
        }
        let failure = try #require(play(scenario) { late($0, by: .seconds(4)) }.summary.failures.first)
        #expect(failure.seenCode == "expectation.late")
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
        func scenario(_ cause: SeenCause) -> Scenario {
            Scenario("asks", "Asks", phone: .withDoorApp, opening: .connected(.door)) {
                Expect(.received(.configuration, from: .door), within: .seconds(1)).otherwise("a reason", when: cause)
            }
        }
        let seen = try #require(play(scenario("expectation.never")).summary.failures.first)
        let other = try #require(play(scenario("expectation.notInTime")).summary.failures.first)
        #expect(seen.meaning == "a reason" && other.meaning == nil)
    }

    // MARK: A wait that ends early

    private static func watch(_ outcome: Outcome) -> LateOutcome {
        LateOutcome(StepFailure.Awaited(outcome: outcome, missing: 1, since: .start, late: "expectation.late"))
    }

    private static let configuration = Outcome.received(.configuration, from: .door)

    @Test(
        "The wait for a message ends with the link, and when the phone connects, writes or tries again",
        arguments: [
            (.channel(accessory: .door, event: .lost(reason: .remote)), .linkLost),
            (.channel(accessory: .door, event: .reconnecting(attempt: 1)), .phoneReconnected),
            (.sent(accessory: .door, message: .initialize), .phoneSent(.initialize)),
            (.sent(accessory: .door, message: .stop), .phoneSent(.stop)),
            (.nearby(accessory: .door, event: .retry(attempt: 1)), .appRetried),
        ] as [(PhoneEvent, WaitEnd)])
    func ends(event: PhoneEvent, end: WaitEnd) {
        var watch = Self.watch(Self.configuration)
        watch.note(.phone(event), at: .start + .milliseconds(1_200))
        #expect(watch.result == .ended(end, after: .milliseconds(1_200)))
        // A later message is no answer.
        watch.note(.phone(.nearby(accessory: .door, event: .received(message: .configuration))), at: .start)
        #expect(watch.result == .ended(end, after: .milliseconds(1_200)))
    }

    @Test(
        "The wait for a measurement ends with the session, and that for a message does not",
        arguments: [
            (.didRemove(reason: .timeout), .sessionTimedOut), (.didRemove(reason: .peerEnded), .sessionEndedByPeer),
            (.didInvalidate(code: .invalidConfiguration), .sessionInvalidated),
        ] as [(NearbyEvent, WaitEnd)])
    func endsWithTheSession(event: NearbyEvent, end: WaitEnd) {
        for (outcome, result) in [(Outcome.ranging(.door), end), (Self.configuration, nil)] {
            var watch = Self.watch(outcome)
            watch.note(.phone(.nearby(accessory: .door, event: event)), at: .start + .seconds(3))
            #expect(watch.result == result.map { .ended($0, after: .seconds(3)) })
        }
    }

    @Test("Events about another accessory leave the question open")
    func others() {
        var watch = Self.watch(Self.configuration)
        watch.note(.phone(.channel(accessory: .trunk, event: .lost(reason: .remote))), at: .start)
        watch.note(.phone(.sent(accessory: .trunk, message: .initialize)), at: .start)
        #expect(watch.result == nil)
        watch.note(
            .phone(.nearby(accessory: .door, event: .received(message: .configuration))), at: .start + .seconds(3))
        #expect(watch.result == .came(after: .seconds(3)))
    }

    @Test("If the link is lost while the rig listens on, the failure says when, and claims no absence")
    func linkLost() throws {
        let played = play(scenario) { LosingLinks($0, after: .milliseconds(3_500)) }
        let failure = try #require(played.failure, "\(played.summary.reason ?? "")")
        #expect(failure.code == "expectation.notInTime" && failure.seenCode == "expectation.notInTime")
        #expect(failure.meaning == nil)
        #expect(failure.seen.contains("it had not come when the link was lost after 3.5"), "\(failure.seen)")
        #expect(!failure.seen.contains("never"))
    }

    @Test("An exchange and a stop whose wait ends early claim no absence either")
    func otherSteps() {
        let awaited = StepFailure.Awaited(
            outcome: Self.configuration, missing: 1, since: .start, late: "session.slowStart")
        for code: FailureCode in ["exchange.noConfiguration", "session.neverStarted", "session.stopUnanswered"] {
            var failure = StepFailure(
                code: code, expected: .noConfiguration, seen: .noConfiguration, spot: SourceSpot(#fileID, #line),
                cause: Meaning("it does not answer", when: SeenCause(code)))
            failure.awaited = awaited
            #expect(failure.shownMeaning != nil)
            let cut = failure.ended(by: .phoneSent(.initialize), after: .seconds(6))
            #expect(cut.code == "expectation.notInTime" && cut.shownMeaning == nil)
            #expect(cut.seen.description.hasSuffix("it had not come when the phone sent initialize after 6.00 s"))
        }
    }

    @Test("Fewer events than expected stay too few when the wait ends early, and a session that timed out says so")
    func kept() {
        func failure(_ code: FailureCode, isClaimedAbsent: Bool) -> StepFailure {
            var failure = StepFailure(
                code: code, expected: .noConfiguration, seen: .noConfiguration, spot: SourceSpot(#fileID, #line))
            failure.awaited = StepFailure.Awaited(
                outcome: .ranging(.door), missing: 1, since: .start, late: "expectation.late",
                isClaimedAbsent: isClaimedAbsent)
            return failure
        }
        let few = failure("expectation.tooSeldom", isClaimedAbsent: false)
        #expect(few.ended(by: .linkLost, after: .seconds(6)).code == "expectation.tooSeldom")
        let none = failure("expectation.never", isClaimedAbsent: true)
        #expect(none.ended(by: .sessionTimedOut, after: .seconds(6)).code == "ranging.timedOut")
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
        private let span: Lapse
        private var held: [Arrival] = []

        init(_ links: any LinkSet, by span: Lapse) { (self.links, self.span) = (links, span) }

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

    /// A bench on which the accessory's configuration data is lost, and later the link.
    private final class LosingLinks: LinkSet {
        private let links: any LinkSet
        private let span: Lapse
        /// The instant at which the link is lost; nil until the answer was, or after the loss.
        private var lossAt: Instant?

        init(_ links: any LinkSet, after span: Lapse) { (self.links, self.span) = (links, span) }

        var now: Instant { links.now }
        func send(_ outbound: Outbound) -> Instant { links.send(outbound) }
        func prove(_ link: LinkID) -> RigFault? { links.prove(link) }
        func close() { links.close() }

        func receive(until deadline: Instant) -> Reception {
            while true {
                let due = lossAt ?? .never
                let reception = links.receive(until: min(deadline, due))
                if case .arrival(let arrival) = reception, case .bluetooth(_, .frame(let bytes)) = arrival.inbound,
                    bytes.first == 0x1B
                {
                    lossAt = arrival.instant + span
                    continue
                }
                guard reception == .deadline, due <= deadline else { return reception }
                lossAt = nil
                return .arrival(Arrival(.bluetooth(.door, .disconnected(.supervisionTimeout)), at: due))
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
