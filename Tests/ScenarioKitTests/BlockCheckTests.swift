import ScenarioKit
import Testing

@Suite struct BlockCheckTests {
    private let exchange = madeSteps(.exchanging)
    private let wait = madeSteps(.stay(span: .seconds(1), checks: []))

    private func tampering(_ tampering: Tampering, _ message: MessageKind = .shareableConfiguration) -> Scenario {
        let steps = message == .stop ? madeSteps(.exchanging, .stopping) : exchange
        return .made(.connecting, .tampering(tampering: tampering, message: message, times: 1, steps: steps))
    }

    @Test func everyTamperingThatChangesSomethingIsSound() {
        for change in Tampering.everyCase.dropFirst() { expectSound(tampering(change)) }
        for change in Tampering.everyCase where change != .cut(to: 0) { expectSound(tampering(change, .stop)) }
        expectSound(tampering(.cut(to: 35)))
        expectSound(tampering(.corrupt(byte: 35, xor: 1)))
        expectSound(tampering(.repeat(times: 100)))
    }

    @Test func aTamperingMustChangeSomething() {
        expect(tampering(.delay(span: .zero)), says: "a delay of 0 ns has no effect", line: 2)
        expect(tampering(.repeat(times: 1)), says: "write 2 copies or more", line: 2)
        expect(tampering(.repeat(times: 101)), says: "the limit is 100", line: 2)
        expect(tampering(.cut(to: 36)), says: "at most 36 bytes: a cut to 36 cuts nothing", line: 2)
        expect(tampering(.cut(to: 1), .initialize), says: "initialize has at most 1 bytes", line: 2)
        expect(tampering(.cut(to: -1)), says: "nothing can be cut to -1 bytes", line: 2)
        expect(tampering(.corrupt(byte: 36, xor: 1)), says: "none is number 36", line: 2)
        expect(tampering(.corrupt(byte: -1, xor: 1)), says: "none is number -1", line: 2)
        expect(tampering(.corrupt(byte: 1, xor: 1), .stop), says: "none is number 1", line: 2)
        expect(tampering(.corrupt(byte: 1, xor: 0)), says: "a mask of 0 changes nothing", line: 2)
    }

    @Test func everyTamperingSpeaksOfItsOwnWord() {
        let words = ["Losing", "Delaying", "Doubling", "Cutting", "Corrupting"]
        let participles = ["lost", "delayed", "doubled", "cut", "corrupted"]
        for (index, change) in Tampering.everyCase.enumerated() {
            expect(
                .made(.tampering(tampering: change, message: .stop, times: 1, steps: [])),
                says: "\(words[index]) { } is empty", line: 1)
            expect(
                .made(.connecting, .tampering(tampering: change, message: .didStart, times: 1, steps: exchange)),
                says: "the accessory sends didStart: only the phone's messages can be \(participles[index])", line: 2)
            expect(
                .made(.connecting, .tampering(tampering: change, message: .stop, times: 1, steps: exchange)),
                says: "nothing in this block sends stop, so nothing is \(participles[index])", line: 2)
            expect(
                .made(.connecting, .tampering(tampering: change, message: .stop, times: 0, steps: exchange)),
                says: "is \(participles[index]) at least once, not 0 times", line: 2)
        }
    }

    @Test func oneMessageIsSpoiltInOneWayAtATime() {
        let inner = madeSteps(.tampering(tampering: .repeat(times: 2), message: .initialize, times: 1, steps: exchange))
        expect(
            .made(
                .connecting,
                .tampering(tampering: .delay(span: .seconds(1)), message: .initialize, times: 1, steps: inner)),
            says: "initialize is already tampered with since line 2", line: 70)
        expectSound(
            .made(
                .connecting,
                .tampering(
                    tampering: .delay(span: .seconds(1)), message: .shareableConfiguration, times: 1, steps: inner)))
    }

    @Test func sessionsAndTheSystemMakeThePhoneSend() {
        func losing(_ message: MessageKind, _ actions: Action...) -> Scenario {
            let steps = actions.enumerated().map { Step($0.element, spot: madeLine(70 + $0.offset)) }
            return .made(.connecting, .exchanging, .losing(message, times: 1, steps: steps))
        }
        expectSound(losing(.stop, .session(act: .suspend, accessory: "door")))
        expectSound(losing(.initialize, .session(act: .begin(kind: .configuration), accessory: "door")))
        expectSound(losing(.shareableConfiguration, .session(act: .run, accessory: "door")))
        expect(
            losing(.initialize, .session(act: .run, accessory: "door")), says: "nothing in this block sends initialize",
            line: 3)
        expect(
            losing(.stop, .session(act: .pause, accessory: "door")), says: "nothing in this block sends stop", line: 3)
        expectSound(losing(.stop, .system(act: .background)))
        expectSound(losing(.stop, .expecting(.sent(.stop, to: "door"))))
        expect(
            losing(.stop, .send(messages: [.stop], accessory: "door", apart: .zero)),
            says: "nothing in this block sends stop", line: 3)
    }

    @Test func aPhoneWithoutLimitOutlivesEveryLoss() {
        let patient = madeSteps(.exchange(kind: .configuration, accessory: "door", within: .seconds(60)))
        expectSound(
            .made(
                phone: PhoneSetup(retry: .appleSample), .connecting,
                .losing(.shareableConfiguration, times: 9, steps: patient)))
    }

    @Test func lanesAreAtLeastTwoAndDoSomething() {
        expect(.made(.together(lanes: [Lane(wait, spot: madeLine(60))])), says: "needs at least two lanes", line: 1)
        expect(.made(.together(lanes: [])), says: "needs at least two lanes", line: 1)
        expect(
            .made(.together(lanes: [Lane(wait, spot: madeLine(60)), Lane([], spot: madeLine(61))])),
            says: "Lane { } is empty", line: 61)
        let many = (0..<17).map { Lane(wait, spot: madeLine(100 + $0)) }
        expect(.made(.together(lanes: many)), says: "the limit is 16", line: 1)
    }

    @Test func oneAccessoryIsConnectedInOneLaneOnly() {
        let door = Lane(madeSteps(.connecting, .exchanging), spot: madeLine(60))
        let trunk = Lane(
            madeSteps(from: 75, .connecting("trunk", upTo: .subscribed), .exchanging("trunk")), spot: madeLine(61))
        expectSound(.made(.together(lanes: [door, trunk])))
        let nested = Lane(
            madeSteps(from: 76, .repeat(times: 1, steps: madeSteps(from: 77, .connecting))), spot: madeLine(62))
        expect(
            .made(.together(lanes: [door, trunk, nested])), says: "door is connected or exchanged with in two lanes",
            line: 62)
        let begins = Lane(
            madeSteps(from: 78, .session(act: .begin(kind: .configuration), accessory: "door")), spot: madeLine(63))
        expect(.made(.together(lanes: [door, begins])), says: "in two lanes: keep it in one", line: 63)
        // Another lane may walk, wait or send the app to the background meanwhile.
        let walk = Lane(madeSteps(from: 79, .walking(from: 8, to: 4)), spot: madeLine(64))
        expectSound(.made(.together(lanes: [door, walk])))
    }

    @Test func whatIsSharedBelongsToOneLane() {
        let opened = Check.expecting(.opened(.browser))
        let tap = Lane(madeSteps(.tap(tag: "t", within: .seconds(1), checks: [opened])), spot: madeLine(60))
        let other = Lane(madeSteps(from: 75, .tap(tag: "u", within: .seconds(1), checks: [opened])), spot: madeLine(61))
        expect(.made(.together(lanes: [tap, other])), says: "the phone reads one tag at a time", line: 61)
        let losing = Lane(
            madeSteps(.connecting, .losing(.initialize, times: 1, steps: exchange)), spot: madeLine(62))
        expect(
            .made(.together(lanes: [losing, Lane(wait, spot: madeLine(63))])),
            says: "Losing would affect the messages of other lanes too", line: 71)
    }

    @Test func throughoutJudgesByWhatItsStepsDid() {
        expectSound(
            .made(
                .throughout(
                    checks: [
                        .expecting(.ranging("door")),
                        .require(
                            requirement: Requirement(
                                .updateRate(accessory: "door"), .atLeast(.rate(.hertz(4))), spot: madeLine(61))),
                    ], steps: madeSteps(.connecting, .exchanging))))
        expect(.made(.throughout(checks: [], steps: wait)), says: "Throughout checks nothing", line: 1)
        expect(.made(.throughout(checks: [.expecting(.retry("door"))], steps: [])), says: "has no steps", line: 1)
        expect(.made(.throughout(checks: [.expecting(.retry("door"))], steps: wait)), says: "never connected", line: 90)
        expect(
            .made(.connecting, .throughout(checks: [.expecting(.opened(.browser))], steps: wait)),
            says: "nothing is tapped in these steps", line: 90)
        let tap = madeSteps(.tap(tag: "t", within: .seconds(1), checks: [.expecting(.opened(.browser))]))
        expectSound(.made(.throughout(checks: [.expecting(.opened(.browser), 1)], steps: tap)))
    }

    @Test func whatAlwaysHoldsIsCheckedWithTheWholeScenario() {
        func always(_ check: Check, _ actions: Action...) -> Scenario {
            let steps = actions.enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
            return Scenario(
                name: "made", summary: "Made", phone: .standard, always: [check], steps: steps, spot: madeLine(0))
        }
        expectSound(always(.expecting(.retry("door"), 0), .connecting))
        // It alone makes a scenario one that checks something.
        expectSound(always(.expecting(.prompted, 0), .stay(span: .seconds(1), checks: [])))
        expect(always(.expecting(.retry("trunk"), 0), .connecting), says: "trunk was never connected", line: 90)
    }

    @Test func anUnknownFailureCodeIsAProblemOfItsLine() {
        let meaning = Meaning("it is late", code: "exchange.slowConfigurations", when: .tooManyCame)
        let expectation = Expectation(.retry("door"), count: 0, within: .seconds(1), spot: madeLine(8), cause: meaning)
        expect(
            .made(.connecting, .expect(expectation: expectation)), says: "did you mean exchange.slowConfiguration or",
            line: 8)
        let known = Meaning("it is late", code: "exchange.slowConfiguration", when: .tooManyCame)
        let sound = Expectation(.retry("door"), count: 0, within: .seconds(2), spot: madeLine(8), cause: known)
        expectSound(.made(.connecting, .expect(expectation: sound)))
    }

    @Test("a meaning whose cause the line cannot show is a problem of the line, and so is an unknown cause")
    func witnesses() {
        func scenario(_ meaning: Meaning) -> Scenario {
            .made(
                .connecting,
                .expect(
                    expectation: Expectation(
                        .retry("door"), count: 0, within: .seconds(2), spot: madeLine(8), cause: meaning)))
        }
        expectSound(scenario(Meaning("it tries again", when: .tooManyCame)))
        expectSound(scenario(Meaning("it tries again", when: .nothingCame, .tooManyCame)))
        expect(
            scenario(Meaning("it tries again", when: .nothingCame)), says: "its failures show expectation.tooOften",
            line: 8)
        expect(
            scenario(Meaning("it tries again", when: "expectation.toOften")), says: "did you mean expectation.tooOften",
            line: 8)
    }

    @Test func aBlankCauseSaysNothing() {
        let step = Step(.connecting, spot: madeLine(7), cause: Meaning(" ", when: .notConnected))
        let scenario = Scenario(name: "made", summary: "Made", phone: .standard, steps: [step], spot: madeLine(0))
        expect(scenario, says: "otherwise(\"\") says nothing", line: 7)
        let expectation = Expectation(
            .retry("door"), count: 0, within: .seconds(1), spot: madeLine(8),
            cause: Meaning("", when: .tooManyCame))
        expect(.made(.connecting, .expect(expectation: expectation)), says: "says nothing", line: 8)
        let requirement = Requirement(
            .exchange(accessory: "door"), .atMost(.span(.seconds(1))), spot: madeLine(9),
            cause: Meaning("", when: .limitMissed))
        expect(.made(.connecting, .require(requirement: requirement)), says: "says nothing", line: 9)
    }

    @Test("an upper bound without time after it in its block is never tested")
    func boundsAtTheEnd() {
        func bound(_ count: Count, within limit: Lapse = .seconds(5), line: Int = 90) -> Action {
            .expect(
                expectation: Expectation(.ranging("door"), count: count, within: limit, spot: madeLine(line)))
        }
        let stay = Action.stay(span: .seconds(5), checks: [])
        expect(.made(.connecting, .exchanging, bound(.atMost(1))), says: "write for: 5.00 s", line: 90)
        expect(.made(.connecting, .exchanging, bound(.atMost(1), within: .seconds(2))), says: "write for:", line: 90)
        expect(.made(.connecting, .exchanging, stay, bound(.atMost(1))), says: "write for:", line: 90)
        expect(
            .made(.connecting, .repeat(times: 2, steps: madeSteps(.exchanging, bound(.atMost(1)))), stay),
            says: "write for:", line: 90)
        expect(.made(.connecting, .exchanging, bound(.exactly(0))), says: "write for: 5.00 s", line: 90)
        expect(.made(.connecting, .exchanging, bound(.exactly(2))), says: "count: .atLeast(2)", line: 90)
        expect(.made(.connecting, .exchanging, stay, bound(.exactly(2))), says: "count: .atLeast(2)", line: 90)
        // The first of two exact counts remains in force while the second one waits.
        let both = Scenario.made(.connecting, .exchanging, bound(.exactly(2)), bound(.exactly(1), line: 91))
        #expect(both.problems().map(\.spot.line) == [91])
        // Time passes after it, or has passed during it.
        expectSound(.made(.connecting, .exchanging, bound(.exactly(2)), stay))
        expectSound(.made(.connecting, .exchanging, bound(.exactly(2)), .disconnecting))
        expectSound(.made(.connecting, .exchanging, bound(.atMost(1)), stay))
        expectSound(.made(.connecting, .exchanging, bound(.atMost(1)), .disconnecting))
        expectSound(.made(.connecting, .exchanging, stay, bound(.atMost(1), within: .seconds(2))))
        expectSound(.made(.connecting, .exchanging, stay, bound(.exactly(1), within: .seconds(2))))
    }
}
