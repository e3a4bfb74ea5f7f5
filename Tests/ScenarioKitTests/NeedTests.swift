import ScenarioKit
import Testing

@Suite struct NeedTests {
    private func needs(_ actions: Action...) -> [Need] {
        let steps = actions.map { Step($0, spot: madeLine(1)) }
        return Scenario(name: "made", summary: "Made", phone: .standard, steps: steps, spot: madeLine(0)).needs
    }

    @Test func whatUsesTheLinkNeedsBluetoothAndTheAccessory() {
        for act in LinkAct.everyCase {
            #expect(
                needs(.link(act: act, accessory: "door", within: .seconds(1))).prefix(2) == [
                    .bluetooth, .accessory("door"),
                ])
        }
        #expect(needs(.link(act: .pair, accessory: "door", within: .seconds(1))).last == .part(.pairing, of: "door"))
        let reading = LinkAct.read(value: .backgroundConfiguration, expecting: .lastConfiguration)
        #expect(
            needs(.link(act: reading, accessory: "door", within: .seconds(1))).last == .part(.background, of: "door"))
        #expect(
            needs(.link(act: .disconnect, accessory: "door", within: .seconds(1))) == [.bluetooth, .accessory("door")])
        #expect(needs(.send(messages: [.stop], accessory: "door", apart: .zero)) == [.bluetooth, .accessory("door")])
        #expect(
            needs(.forget(accessory: "door")) == [
                .bluetooth, .accessory("door"), .gatt("door"), .part(.pairing, of: "door"),
            ])
    }

    @Test func whatOnlyBluetoothHasNeedsIt() {
        func isOfGATT(_ act: LinkAct) -> Bool {
            needs(.link(act: act, accessory: "door", within: .seconds(1))).contains(.gatt("door"))
        }
        #expect(isOfGATT(.find) && isOfGATT(.subscribe) && isOfGATT(.pair) && isOfGATT(.connect(upTo: .link)))
        #expect(!isOfGATT(.connect(upTo: .subscribed)) && !isOfGATT(.disconnect))
    }

    @Test func sessionsNeedAKitToo() {
        for act in SessionAct.everyCase where act != .begin(kind: .tokens) {
            #expect(needs(.session(act: act, accessory: "door")) == [.bluetooth, .uwb, .accessory("door")])
        }
    }

    @Test func anotherPhoneIsNoAccessory() {
        let act = SessionAct.begin(kind: .tokens)
        #expect(needs(.session(act: act, accessory: "peer")) == [.bluetooth, .uwb, .phone("peer")])
        #expect(needs(.peer(act: .endSession, phone: "peer")) == [.bluetooth, .phone("peer")])
    }

    @Test func switchesMotionConsolesAndSimulatorsAreAskedFor() {
        #expect(needs(.power(change: .cycle, accessory: "door", within: .seconds(1))).contains(.power("door")))
        #expect(needs(.place(accessory: "door", at: .metres(1))) == [.motion, .accessory("door")])
        #expect(
            needs(.simulate(trouble: .linkLoss, accessory: "door")) == [.accessory("door"), .air(.ble, of: "door")])
        #expect(needs(.expecting(.console(of: "door", containing: "x"))) == [.accessory("door"), .console("door")])
        #expect(needs(.expecting(.kitMeasured("door"), 0)) == [.uwb, .accessory("door")])
        #expect(needs(.expecting(.anyOf([.retry("door"), .console(of: "trunk", containing: "x")]))).count == 3)
    }

    @Test func requirementsNeedWhatMeasuresThem() {
        func requiring(_ figure: Figure) -> Action {
            .require(requirement: Requirement(figure, .atMost(.span(.seconds(1))), spot: madeLine(1)))
        }
        #expect(needs(requiring(.latency(message: .didStop, accessory: "door"))) == [.bluetooth, .accessory("door")])
        #expect(needs(requiring(.availability(accessory: "door"))) == [.uwb, .accessory("door")])
    }

    @Test func blocksNeedWhatTheirStepsAndChecksNeed() {
        let steps = [Step(.place(accessory: "door", at: .metres(1)), spot: madeLine(2))]
        let other = [Step(.forget(accessory: "trunk"), spot: madeLine(3))]
        let lanes = [Lane(steps, spot: madeLine(4)), Lane(other, spot: madeLine(5))]
        #expect(
            needs(.together(lanes: lanes)) == [
                .motion, .accessory("door"), .bluetooth, .accessory("trunk"), .gatt("trunk"),
                .part(.pairing, of: "trunk"),
            ])
        #expect(
            needs(.throughout(checks: [.expecting(.kitMeasured("trunk"), 0)], steps: steps)) == [
                .uwb, .accessory("trunk"), .motion, .accessory("door"),
            ])
        for tampering in Tampering.everyCase {
            #expect(
                needs(.tampering(tampering: tampering, message: .stop, times: 1, steps: steps))
                    == needs(steps[0].action))
        }
    }

    @Test func whatAlwaysHoldsNeedsItsWitness() {
        let scenario = Scenario(
            name: "made", summary: "Made", phone: .standard, always: [.expecting(.kitMeasured("door"), 0)],
            steps: [Step(.connecting, spot: madeLine(1))], spot: madeLine(0))
        #expect(scenario.needs == [.bluetooth, .accessory("door"), .uwb])
    }

    @Test func needsReadAsWhatIsMissing() {
        #expect(Need.bluetooth.description == "Bluetooth" && Need.uwb.description == "a UWB kit")
        #expect(Need.nfc.description == "an NFC reader" && Need.motion.description == "something that moves the phone")
        #expect(Need.accessory("door").description == "the accessory door" && Need.tag("t").description == "the tag t")
        #expect(Need.power("door").description == "a power switch for door")
        #expect(Need.console("door").description == "the console of door")
        #expect(Need.simulated("door").description == "a simulated door")
    }
}
