import ScenarioKit
import Testing

@Suite struct LinkCheckTests {
    private func link(_ act: LinkAct, _ name: AccessoryName = "door") -> Action {
        .link(act: act, accessory: name, within: .seconds(1))
    }

    private func reading(_ expected: ReadExpectation) -> Action {
        link(.read(value: .backgroundConfiguration, expecting: expected))
    }

    @Test func aSoundOrderOfTheLinksWordsHasNoProblems() {
        expectSound(
            .made(
                phone: PhoneSetup(link: LinkSetup(pairs: false)), link(.find), .connecting(upTo: .discovered),
                .send(messages: [.initialize], accessory: "door", apart: .zero), link(.subscribe), reading(.refusal),
                link(.pair), reading(.any), .exchanging, reading(.lastConfiguration), .stopping, .disconnecting,
                .forget(accessory: "door"), link(.find), .connecting))
    }

    @Test func everyWordHasALimit() {
        for act in LinkAct.everyCase {
            expect(
                .made(.link(act: act, accessory: "door", within: .zero)), says: "nothing happens within 0 ns", line: 1)
        }
    }

    @Test func everyWordsAccessoryMustBeOnTheBench() {
        let facts = BenchFacts(accessories: ["door"], tags: [])
        let actions: [Action] =
            LinkAct.everyCase.map { .link(act: $0, accessory: "dor", within: .seconds(1)) }
            + SessionAct.everyCase.filter { $0 != .begin(kind: .tokens) }.map { .session(act: $0, accessory: "dor") }
            + [
                .forget(accessory: "dor"), .send(messages: [.stop], accessory: "dor", apart: .zero),
                .place(accessory: "dor", at: .metres(1)), .power(change: .cycle, accessory: "dor", within: .seconds(1)),
                .simulate(trouble: .linkLoss, accessory: "dor"),
                .simulating(trouble: .uwbSilence, accessory: "dor", steps: madeSteps(.connecting)),
            ]
        for action in actions { expect(.made(action), on: facts, says: "called dor: did you mean door?", line: 1) }
    }

    @Test func findingComesBeforeConnecting() {
        expect(.made(.connecting, link(.find)), says: "need not advertise: write Find before Connect", line: 2)
    }

    @Test func connectingTwiceNeedsADisconnect() {
        expect(
            .made(.connecting(upTo: .discovered), .connecting(upTo: .discovered)), says: "continue with Subscribe",
            line: 2)
        expect(.made(.connecting(upTo: .link), .connecting), says: "disconnect it first", line: 2)
        // A link that was lost need not be disconnected.
        expectSound(.made(.connecting, .expecting(.disconnected("door")), .connecting))
        expectSound(
            .made(.connecting, .stay(span: .seconds(1), checks: [.expecting(.disconnected("door"))]), .connecting))
        expect(
            .made(.connecting, .expecting(.disconnected("door"), 0), .connecting),
            says: "has been connected since line", line: 3)
    }

    @Test func aPhoneThatConnectsAgainMayBeConnectedOrNot() {
        let phone = PhoneSetup(link: .appleSample)
        let lost = Action.expecting(.disconnected("door"))
        expectSound(.made(phone: phone, .connecting, lost, .connecting))
        expectSound(.made(phone: phone, .connecting, lost, .exchanging))
        expect(.made(.connecting, lost, .exchanging), says: "write Connect before Exchange", line: 3)
        expect(
            .made(phone: phone, .connecting, lost, .expecting(.connected("door")), .connecting),
            says: "has been connected since line",
            line: 4)
    }

    @Test func subscribingNeedsADiscoveredService() {
        expect(.made(link(.subscribe)), says: "write Connect(..., upTo: .discovered) first", line: 1)
        expect(.made(.connecting(upTo: .link), link(.subscribe)), says: "only connected up to the link", line: 2)
        expect(.made(.connecting, link(.subscribe)), says: "already subscribed to by line 1", line: 2)
        expectSound(.made(.connecting(upTo: .discovered), link(.subscribe)))
    }

    @Test func whatUsesTheLinkNeedsItThatFar() {
        expect(.made(link(.pair)), says: "write Connect before Pair", line: 1)
        expectSound(.made(.connecting(upTo: .link), link(.pair)))
        expect(.made(reading(.any)), says: "write Connect before Read", line: 1)
        expect(.made(.connecting(upTo: .link), reading(.any)), says: "Read needs upTo: .discovered", line: 2)
        expect(
            .made(.send(messages: [.stop], accessory: "door", apart: .zero)), says: "write Connect before Send", line: 1
        )
        expect(
            .made(.connecting(upTo: .discovered), .exchanging), says: "door sends nothing before Subscribe",
            line: 2)
        expect(
            .made(.connecting(upTo: .discovered), .session(act: .begin(kind: .configuration), accessory: "door")),
            says: "before Subscribe: write it before Begin", line: 2)
        expect(.made(.connecting, .disconnecting, .disconnecting), says: "nothing to disconnect", line: 3)
    }

    @Test func aReadExpectsWhatCanCome() {
        expect(.made(.connecting, reading(.lastConfiguration)), says: "has sent no configuration by this line", line: 2)
        expectSound(
            .made(
                .connecting, .send(messages: [.initialize], accessory: "door", apart: .zero),
                reading(.lastConfiguration)))
        expect(.made(.connecting, reading(.refusal)), says: "set pairs: false in its link", line: 2)
        let phone = PhoneSetup(link: LinkSetup(pairs: false))
        expectSound(.made(phone: phone, .connecting, reading(.refusal)))
        expect(.made(phone: phone, .connecting, link(.pair), reading(.refusal)), says: "encrypted since Pair", line: 3)
        expect(
            .made(phone: phone, .connecting, .expecting(.encrypted("door")), reading(.refusal)),
            says: "nothing is refused", line: 3)
        expectSound(
            .made(
                phone: phone, .connecting, link(.pair), .disconnecting, .forget(accessory: "door"), .connecting,
                reading(.refusal)))
    }

    @Test func simulatedTroublesFitTheirWord() {
        expect(
            .made(.connecting, .simulate(trouble: .uwbSilence, accessory: "door")),
            says: "uwbSilence is lasting: write Simulating(.uwbSilence, of: .door) { }", line: 2)
        expect(.made(.simulate(trouble: .linkLoss, accessory: "door")), says: "there is no link to lose", line: 1)
        expectSound(.made(.connecting, .simulate(trouble: .linkLoss, accessory: "door"), .connecting))
        expectSound(
            .made(.connecting, .simulating(trouble: .linkLoss, accessory: "door", steps: madeSteps(.connecting))))
        expect(
            .made(.connecting, .simulating(trouble: .linkLoss, accessory: "door", steps: madeSteps(.exchanging))),
            says: "write Connect before Exchange", line: 70)
    }

    @Test func silenceNeedsSomethingThatRanges() {
        let waiting = madeSteps(.stay(span: .seconds(3), checks: []))
        expect(
            .made(.connecting, .simulating(trouble: .uwbSilence, accessory: "door", steps: waiting)),
            says: "nothing is silenced", line: 2)
        expectSound(
            .made(.connecting, .exchanging, .simulating(trouble: .uwbSilence, accessory: "door", steps: waiting)))
        expectSound(
            .made(.connecting, .simulating(trouble: .uwbSilence, accessory: "door", steps: madeSteps(.exchanging))))
        let twice = madeSteps(.simulating(trouble: .uwbSilence, accessory: "door", steps: waiting))
        expect(
            .made(.connecting, .exchanging, .simulating(trouble: .uwbSilence, accessory: "door", steps: twice)),
            says: "silenced since line 3", line: 70)
        expect(
            .made(.simulating(trouble: .uwbSilence, accessory: "door", steps: [])), says: "Simulating { } is empty",
            line: 1)
    }

    @Test func whatLosesItsPowerIsNotConnectedAndDoesNotRange() {
        let cycling = Action.power(change: .cycle, accessory: "door", within: .seconds(5))
        expectSound(.made(cycling, .connecting, .exchanging, cycling, .connecting, .exchanging))
        expect(.made(.connecting, cycling, .exchanging), says: "write Connect before Exchange", line: 3)
        expect(.made(.connecting, .exchanging, cycling, .connecting, .stopping), says: "nothing to stop", line: 5)
        expect(
            .made(.power(change: .factoryReset, accessory: "door", within: .zero)), says: "nothing happens within",
            line: 1)
        expect(
            .made(.connecting, .exchanging, cycling, .connecting, .session(act: .run, accessory: "door")),
            says: "has no configuration yet", line: 5)
    }
}
