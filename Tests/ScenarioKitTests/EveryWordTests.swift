import ScenarioKit
import Testing

/// The step that each word becomes, and its line.
@Suite struct EveryWordTests {
    private func action(_ word: some Word) -> Action { word.step.action }

    @Test func wordsOfTheLink() {
        #expect(action(Find("door", within: .seconds(3))) == .link(act: .find, accessory: "door", within: .seconds(3)))
        #expect(
            action(Connect("door", within: .seconds(3)))
                == .link(act: .connect(upTo: .subscribed), accessory: "door", within: .seconds(3)))
        #expect(
            action(Connect("door", upTo: .link, within: .seconds(3)))
                == .link(act: .connect(upTo: .link), accessory: "door", within: .seconds(3)))
        #expect(
            action(Subscribe("door", within: .seconds(1)))
                == .link(act: .subscribe, accessory: "door", within: .seconds(1)))
        #expect(action(Pair("door", within: .seconds(1))) == .link(act: .pair, accessory: "door", within: .seconds(1)))
        #expect(action(Forget("door")) == .forget(accessory: "door"))
        #expect(
            action(Read(.backgroundConfiguration, of: "door", expecting: .refusal, within: .seconds(1)))
                == .link(
                    act: .read(value: .backgroundConfiguration, expecting: .refusal), accessory: "door",
                    within: .seconds(1)))
        #expect(
            action(Identify("door", within: .seconds(9)))
                == .link(act: .identify(reading: nil, console: nil), accessory: "door", within: .seconds(9)))
        #expect(
            action(Identify("door", console: .smp, within: .seconds(9)))
                == .link(act: .identify(reading: nil, console: .smp), accessory: "door", within: .seconds(9)))
        #expect(
            action(Disconnect("door", within: .seconds(1)))
                == .link(act: .disconnect, accessory: "door", within: .seconds(1)))
        #expect(action(Send(.stop, to: "door")) == .send(messages: [.stop], accessory: "door", apart: .zero))
        #expect(
            action(Send([.stop, .initialize], to: "door", apart: .milliseconds(5)))
                == .send(messages: [.stop, .initialize], accessory: "door", apart: .milliseconds(5)))
        #expect(
            action(Send(.everyCut(of: .shareableConfiguration), to: "door", apart: .seconds(1)))
                == .send(messages: [.everyCut(of: .shareableConfiguration)], accessory: "door", apart: .seconds(1)))
    }

    @Test func wordsOfSessionsAndTheSystem() {
        #expect(
            action(Begin(.configuration, with: "door"))
                == .session(act: .begin(kind: .configuration), accessory: "door"))
        #expect(action(Run("door")) == .session(act: .run, accessory: "door"))
        #expect(action(Pause("door")) == .session(act: .pause, accessory: "door"))
        #expect(action(Invalidate("door")) == .session(act: .invalidate(error: nil), accessory: "door"))
        #expect(
            action(Invalidate("door", because: .sessionFailed))
                == .session(act: .invalidate(error: .sessionFailed), accessory: "door"))
        #expect(action(Suspend("door")) == .session(act: .suspend, accessory: "door"))
        #expect(action(Resume("door")) == .session(act: .resume, accessory: "door"))
        #expect(
            action(EnterBackground()) == .system(act: .background)
                && action(EnterForeground()) == .system(act: .foreground))
        #expect(action(Lock()) == .system(act: .lock) && action(Unlock()) == .system(act: .unlock))
        #expect(action(Relaunch()) == .system(act: .relaunch))
        #expect(action(QuitApp()) == .system(act: .quit) && action(LaunchApp()) == .system(act: .launch))
        #expect(action(ChangePermission(to: .denied)) == .system(act: .changePermission(to: .denied)))
    }

    @Test func wordsOfTheBench() {
        #expect(action(Place("door", at: .metres(2))) == .place(accessory: "door", at: .metres(2)))
        #expect(
            action(PowerCycle("door", within: .seconds(9)))
                == .power(change: .cycle, accessory: "door", within: .seconds(9)))
        #expect(
            action(FactoryReset("door", within: .seconds(9)))
                == .power(change: .factoryReset, accessory: "door", within: .seconds(9)))
        #expect(action(Simulate(.linkLoss, of: "door")) == .simulate(trouble: .linkLoss, accessory: "door"))
    }

    @Test func wordsOfOtherPhones() {
        #expect(action(Let("peer", .endSession)) == .peer(act: .endSession, phone: "peer"))
        #expect(
            action(Exchange(.tokens, with: "peer", within: .seconds(2)))
                == .exchange(kind: .tokens, accessory: "peer", within: .seconds(2)))
        #expect(action(Begin(.tokens, with: "peer")) == .session(act: .begin(kind: .tokens), accessory: "peer"))
        #expect(Require(.peerBias(of: "peer"), within: .metres(1)).requirement.figure == .peerBias(phone: "peer"))
        #expect(
            Require(.disagreement(with: "peer"), within: .metres(1)).requirement.figure == .disagreement(phone: "peer"))
    }

    @Test func wordsOfFaults() {
        func tampering(_ word: some Word) -> Tampering? {
            guard case .tampering(let tampering, .stop, 2, let steps) = word.step.action, steps.count == 1 else {
                return nil
            }
            return tampering
        }
        #expect(tampering(Losing(.stop, times: 2) { Lock() }) == .withhold)
        #expect(tampering(Delaying(.stop, by: .seconds(1), times: 2) { Lock() }) == .delay(span: .seconds(1)))
        #expect(tampering(Doubling(.stop, times: 2) { Lock() }) == .repeat(times: 2))
        #expect(tampering(Doubling(.stop, copies: 5, times: 2) { Lock() }) == .repeat(times: 5))
        #expect(tampering(Cutting(.stop, to: 0, times: 2) { Lock() }) == .cut(to: 0))
        #expect(tampering(Corrupting(.stop, byte: 0, xor: 3, times: 2) { Lock() }) == .corrupt(byte: 0, xor: 3))
        guard case .simulating(.uwbSilence, "door", let steps) = action(Simulating(.uwbSilence, of: "door") { Lock() })
        else { return #expect(Bool(false), "Simulating became something else") }
        #expect(steps.map(\.action) == [.system(act: .lock)])
    }

    private let line = #line
    private let together = Together {
        Lane { Lock() }
        Lane {
            EnterBackground()
            Unlock()
        }
    }
    private let throughout = Throughout {
        Expect(.retry("door"), count: 0)
        Require(.updateRate(of: "door"), atLeast: .hertz(4))
    } steps: {
        Lock()
    }

    @Test func blocksHoldWhatStandsInThem() {
        guard case .together(let lanes) = together.step.action else { return #expect(Bool(false), "no lanes") }
        #expect(
            lanes.map { $0.steps.map(\.action) } == [
                [.system(act: .lock)], [.system(act: .background), .system(act: .unlock)],
            ])
        #expect(lanes.map { $0.spot.line - line } == [2, 3])
        guard case .throughout(let checks, let steps) = throughout.step.action else {
            return #expect(Bool(false), "no checks")
        }
        #expect(checks.map { $0.spot.line - line } == [9, 10])
        #expect(steps.map { $0.spot.line - line } == [12])
        #expect(throughout.step.spot.line - line == 8 && together.step.action.innerSteps.count == 3)
    }

    @Test func requirementsKnowTheirUnits() {
        func bound(_ word: Require) -> Bound { word.requirement.bound }
        let slow = Require(.latency(.configuration, of: "door"), percentile: 95, atMost: .milliseconds(500))
        #expect(
            slow.requirement.figure == .latency(message: .configuration, accessory: "door")
                && slow.requirement.percentile == 95)
        #expect(bound(slow) == .atMost(.span(.milliseconds(500))))
        #expect(Require(.exchange(of: "door"), atMost: .seconds(1)).requirement.figure == .exchange(accessory: "door"))
        #expect(
            Require(.connection(of: "door"), atMost: .seconds(1)).requirement.figure == .connection(accessory: "door"))
        #expect(Require(.firstFix(of: "door"), atMost: .seconds(1)).requirement.figure == .firstFix(accessory: "door"))
        #expect(bound(Require(.updateRate(of: "door"), atLeast: .hertz(4))) == .atLeast(.rate(.hertz(4))))
        #expect(bound(Require(.updateRate(of: "door"), atMost: .hertz(9))) == .atMost(.rate(.hertz(9))))
        #expect(bound(Require(.availability(of: "door"), atLeast: .percent(90))) == .atLeast(.share(.permille(900))))
        #expect(bound(Require(.bias(of: "door"), within: .millimetres(100))) == .within(.distance(.metres(0.1))))
        #expect(
            bound(Require(.standardDeviation(of: "door"), atMost: .millimetres(80)))
                == .atMost(.distance(.metres(0.08))))
    }

    @Test func everyLineCanSayWhatItsFailureMeans() {
        let stop = Stop("door", within: .seconds(1)).otherwise("it ranges for ever", when: .notStopped)
        #expect(stop.step.cause?.text == "it ranges for ever" && stop.step.spot.line == #line - 1)
        #expect(stop.step.action == .stop(accessory: "door", within: .seconds(1)))
        let block = Losing(.stop, times: 1) { Lock().otherwise("inner", when: .notStopped) }.otherwise(
            "outer", when: .notStopped)
        #expect(block.step.cause?.text == "outer" && block.step.action.innerSteps.map(\.cause?.text) == ["inner"])
        #expect(block.otherwise("later", when: .notStopped).step.cause?.text == "later")
    }

    @Test func aCheckHoldsItsOwnCauseWhereverItStands() {
        let expect = Expect(.retry("door"), count: 0).otherwise("it retries", when: .tooManyCame)
        #expect(expect.step.cause == nil && Check.expect(expectation: expect.expectation).cause?.text == "it retries")
        let require = Require(.exchange(of: "door"), atMost: .seconds(1)).otherwise("it is slow", when: .limitMissed)
        #expect(
            require.step.cause == nil && Check.require(requirement: require.requirement).cause?.text == "it is slow")
        let stay = Stay(.seconds(1)) { Expect(.retry("door"), count: 0).otherwise("it retries", when: .tooManyCame) }
        #expect(stay.step.action.checks.map(\.cause?.text) == ["it retries"])
    }

    @Test func aScenariosHeadIsKept() {
        let scenario = Scenario(
            "head", "Has everything", suite: .conformance, tags: [.quick], covers: [.complaint(.f8)],
            phone: PhoneSetup(retry: .never)
        ) {
            Lock()
        } always: {
            Expect(.retry("door"), count: 0)
        }
        #expect(scenario.suite == .conformance && scenario.tags == [.quick] && scenario.covers == [.complaint(.f8)])
        #expect(scenario.phone.retry == .never && scenario.always.count == 1 && scenario.steps.count == 1)
        let plain = Scenario("plain", "Has nothing") { Lock() }
        #expect(plain.suite == nil && plain.tags == [] && plain.covers == [] && plain.always == [])
    }
}
