import ScenarioKit
import Testing

/// The words allowed for another phone, and those for an accessory.
@Suite struct PeerCheckTests {
    private static let tokens = Action.exchange(kind: .tokens, accessory: "peer", within: .seconds(1))
    private static let facts = BenchFacts(accessories: ["door"], tags: [], phones: ["peer"])
    private static let connect = Action.link(act: .connect(upTo: .subscribed), accessory: "peer", within: .seconds(1))

    private func made(phone: PhoneSetup = .standard, _ actions: Action...) -> Scenario {
        let steps = actions.enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(name: "made", summary: "Made", phone: phone, steps: steps, spot: madeLine(0))
    }

    @Test func aSoundSessionOfTwoPhonesHasNoProblems() {
        let scenario = made(
            Self.connect, Self.tokens, .peer(act: .endSession, phone: "peer"), .session(act: .run, accessory: "peer"),
            .session(act: .pause, accessory: "peer"), .expecting(.received(.distance, from: "peer")))
        expectSound(scenario, on: Self.facts)
        #expect(scenario.phones == ["peer"])
        #expect(scenario.needs.contains(.phone("peer")) && !scenario.needs.contains(.accessory("peer")))
    }

    @Test(arguments: [
        Action.stop(accessory: "peer", within: .seconds(1)), .forget(accessory: "peer"),
        .send(messages: [.stop], accessory: "peer", apart: .zero),
        .power(change: .cycle, accessory: "peer", within: .seconds(1)),
        .link(act: .pair, accessory: "peer", within: .seconds(1)),
        .exchange(kind: .configuration, accessory: "peer", within: .seconds(1)),
        .session(act: .begin(kind: .configuration), accessory: "peer"),
    ]) func whatIsSaidOfAccessoriesIsNotSaidOfPhones(action: Action) {
        expect(made(Self.connect, Self.tokens, action), says: "for accessories only", line: 3)
        // The bench knows it as well, even if the scenario does not say so.
        expect(made(Self.connect, action), on: Self.facts, says: "for accessories only", line: 2)
    }

    @Test(arguments: [
        Outcome.paired("peer"), .received(.didStart, from: "peer"), .console(of: "peer", containing: "x"),
    ])
    func whatIsSeenOfAccessoriesIsNotSeenOfPhones(outcome: Outcome) {
        expect(made(Self.connect, Self.tokens, .expecting(outcome, line: 3)), says: "another phone", line: 3)
    }

    @Test func whatIsSaidOfPhonesIsNotSaidOfAccessories() {
        expect(
            made(.connecting, .expecting(.received(.token, from: "door"), line: 2)), says: "only those send this",
            line: 2
        )
        let bias = Requirement(.peerBias(phone: "door"), .within(.distance(.metres(1))), spot: madeLine(3))
        expect(made(.connecting, .exchanging, .require(requirement: bias)), says: "report their measurements", line: 3)
    }

    @Test func aPhoneThatTheRigDoesNotHaveIsNamed() {
        expect(
            made(Self.connect, Self.tokens), on: BenchFacts(accessories: ["door"], tags: [], phones: ["pear"]),
            says: "no other phone of the rig is called peer: did you mean pear?", line: 2)
    }

    @Test func iOS14RangesWithPhonesAlone() {
        let old = PhoneSetup(system: .iOS14)
        expectSound(made(phone: old, Self.connect, Self.tokens))
        expect(made(phone: old, .connecting, .exchanging), says: "iOS 14 runs no sessions with accessories", line: 2)
    }

    @Test func extendedDistanceTakesAnotherPhone() {
        expect(made(phone: PhoneSetup(extendedDistance: true), .connecting), says: "Exchange(.tokens)", line: 0)
        expect(
            made(phone: PhoneSetup(extendedDistanceSessionsLimit: 1), Self.connect, Self.tokens),
            says: "extendedDistance: true", line: 0)
        expectSound(
            made(
                phone: PhoneSetup(extendedDistance: true, extendedDistanceSessionsLimit: 1), Self.connect, Self.tokens))
    }
}
