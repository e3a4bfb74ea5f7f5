import ScenarioKit
import Testing

@Suite struct ExpectationCheckTests {
    private func expecting(
        _ outcome: Outcome, _ count: Count = .atLeast(1), phone: PhoneSetup = .standard
    ) -> Scenario {
        .made(phone: phone, .connecting, .exchanging, .expecting(outcome, count))
    }

    @Test func messagesComeFromTheirSender() {
        for message in [MessageKind.initialize, .shareableConfiguration, .stop] {
            expect(expecting(.received(message, from: "door")), says: "the phone sends \(message)", line: 90)
            // An accessory that echoes is caught by the expectation that it never does.
            expectSound(expecting(.received(message, from: "door"), 0))
            expectSound(expecting(.sent(message, to: "door")))
        }
        for message in [MessageKind.configuration, .didStart, .didStop, .paired, .notification, .deviceStructure] {
            expect(expecting(.sent(message, to: "door")), says: "the accessory sends \(message)", line: 90)
            expectSound(expecting(.received(message, from: "door")))
        }
        expectSound(expecting(.received(.other, from: "door")))
        expectSound(expecting(.sent(.other, to: "door")))
    }

    @Test func retriesAndTheirEndFollowThePolicy() {
        expect(
            expecting(.retry("door"), phone: PhoneSetup(retry: .never)), says: "this phone never retries", line: 90)
        expectSound(expecting(.retry("door"), 0, phone: PhoneSetup(retry: .never)))
        let endless = PhoneSetup(retry: .appleSample)
        expect(
            expecting(.gaveUp("door"), phone: endless), says: "retries without limit and never gives up", line: 90)
        expectSound(expecting(.gaveUp("door"), 0, phone: endless))
        expectSound(expecting(.gaveUp("door")))
        let polite = PhoneSetup(retry: RetryPolicy(attempts: nil, givesUpWhenStopped: true))
        expectSound(expecting(.gaveUp("door"), phone: polite))
        // A session that the accessory ended is not retried, however patient the phone is with timeouts.
        expectSound(
            .made(
                phone: endless, .connecting, .exchanging, .expecting(.removed("door", reason: .peerEnded)),
                .expecting(.gaveUp("door"))))
    }

    @Test func whatIsWaitedForMustHappen() {
        func waiting(_ count: Count) -> Scenario {
            .made(
                .connecting, .exchanging,
                .await(
                    expectation: Expectation(.ranging("door"), count: count, within: .seconds(1), spot: madeLine(90))))
        }
        expect(waiting(0), says: "this needs no event", line: 90)
        expect(waiting(.atMost(2)), says: "this needs no event", line: 90)
        expectSound(waiting(2))
        expectSound(waiting(.atLeast(1)))
    }

    @Test func aLengthTakesACountThatCanBePassed() {
        func lasting(_ count: Count) -> Check {
            .expect(
                expectation: .init(
                    .ranging("door"), count: count, within: .seconds(1), lasting: .seconds(1), spot: madeLine(90)))
        }
        func step(_ count: Count) -> Action {
            if case .expect(let expectation) = lasting(count) { .expect(expectation: expectation) } else { .stopping }
        }
        expectSound(.made(.connecting, .exchanging, step(0)))
        expect(
            .made(.connecting, .exchanging, step(.atLeast(1))), says: "write within instead of `for`",
            line: 90)
        expect(
            .made(.connecting, .exchanging, .stay(span: .seconds(1), checks: [lasting(0)])),
            says: "omit `for` here", line: 90)
    }

    @Test func nothingElseTakesALengthAndNoOtherLanes() {
        expectSound(.made(.connecting, .nothingElse(span: .seconds(1))))
        expect(.made(.connecting, .nothingElse(span: .zero)), says: "the limit must be positive", line: 2)
        let lane = Lane([Step(.nothingElse(span: .seconds(1)), spot: madeLine(8))], spot: madeLine(7))
        expect(
            .made(
                .connecting, .exchanging,
                .together(lanes: [lane, Lane([Step(.stopping, spot: madeLine(9))], spot: madeLine(9))])),
            says: "write NothingElse outside Together", line: 8)
    }

    @Test func namesOfZonesAndFeaturesMustExist() {
        let phone = PhoneSetup(
            zones: [
                Zone(name: "far", radius: .metres(3), hysteresis: .metres(0.2)),
                Zone(name: "hall", radius: .metres(5), hysteresis: .metres(0.2), accessory: "trunk"),
            ], features: [Feature(name: "unlock", inside: "far", of: "door")])
        expectSound(expecting(.feature("unlock", on: true, of: "door"), phone: phone))
        expect(
            expecting(.feature("unlok", on: true, of: "door"), phone: phone),
            says: "no feature of the phone is called unlok: did you mean unlock?", line: 90)
        expect(
            .made(
                phone: phone, .connecting("trunk", upTo: .subscribed),
                .expecting(.feature("unlock", on: true, of: "trunk"))),
            says: "no feature of the phone is called unlock", line: 90)
        expect(
            expecting(.entered("hall", "door"), phone: phone), says: "no zone of the phone around door is called hall",
            line: 90)
        expectSound(expecting(.left("far", "door"), phone: phone))
    }

    @Test func whatThePhoneCannotDoIsNotExpected() {
        let flat = PhoneSetup(capabilities: PhoneCapabilities(direction: false))
        expect(expecting(.direction(of: "door"), phone: flat), says: "this phone measures no direction", line: 90)
        expectSound(expecting(.direction(of: "door")))
        expectSound(expecting(.direction(of: "door"), 0, phone: flat))
        let plain = PhoneSetup(capabilities: PhoneCapabilities(distance: false))
        for outcome in [Outcome.ranging("door"), .direction(of: "door")] {
            expect(
                .made(
                    phone: plain, .connecting, .session(act: .begin(kind: .configuration), accessory: "door"),
                    .expecting(outcome)),
                says: outcome == .ranging("door") ? "this phone has no UWB" : "this phone measures no direction",
                line: 90)
        }
        expect(expecting(.prompted), says: "the user is not asked", line: 90)
        expectSound(expecting(.prompted, 0))
        expect(expecting(.prompted, phone: PhoneSetup(system: .iOS14)), says: "iOS 14 runs no sessions", line: 2)
        expectSound(expecting(.prompted, phone: PhoneSetup(permission: .asks(.allowWhileInUse, after: .seconds(1)))))
    }

    @Test func whatIsPossibleInOneAlternativeIsLookedAtInEach() {
        expect(
            expecting(.anyOf([.ranging("door"), .received(.stop, from: "door")])), says: "the phone sends stop",
            line: 90)
        expect(expecting(.anyOf([.ranging("door"), .entered("fra", "door")])), says: "did you mean far?", line: 90)
        expect(expecting(.anyOf([])), says: "anyOf needs at least two outcomes", line: 90)
        expect(expecting(.anyOf([.ranging("door")])), says: "anyOf needs at least two outcomes", line: 90)
        expect(expecting(.anyOf([.ranging("door"), .ranging("trunk")])), says: "trunk was never connected", line: 90)
        expectSound(expecting(.anyOf([.ranging("door"), .invalidated("door")])))
    }

    @Test func aConsoleCanBeReadBeforeAnythingConnects() {
        expectSound(.made(.expecting(.console(of: "door", containing: "UWB started"))))
        expect(.made(.expecting(.console(of: "door", containing: ""))), says: "every console line", line: 90)
        expect(
            .made(.expecting(.console(of: "dor", containing: "x"))), on: BenchFacts(accessories: ["door"], tags: []),
            says: "did you mean door?", line: 90)
    }

    @Test func whatWasFoundOrSwitchedOnCanBeSeen() {
        expectSound(.made(.link(act: .find, accessory: "door", within: .seconds(1)), .expecting(.found("door"))))
        expectSound(.made(.power(change: .cycle, accessory: "door", within: .seconds(9)), .expecting(.found("door"))))
        expect(.made(.expecting(.found("door"))), says: "never connected before this line", line: 90)
    }
}
