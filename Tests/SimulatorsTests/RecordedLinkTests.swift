import GATT
import Ground
import Links
import NearbyInteraction
import Simulators
import Testing

/// A recorded accessory's behaviour regarding its radio, its link and its keys.
struct RecordedLinkTests {
    private static let door = Advertisement(
        address: BluetoothAddress(value: 1, kind: .random), rssi: -40, name: "Door",
        services: [DataChannelProfile.nordicUART.service])

    @Test("it advertises as recorded, and what the recording lacks is reported as assumed")
    func advertises() {
        var hand = HandRecording()
        hand.sent(.connect(within: .seconds(5)), at: 0)
        hand.received(.discovered(Self.door), at: 150)
        hand.connect(at: 250)
        hand.phone(.writeCommand(6, [0x0A]), at: 400)
        let heard = hand.recording()
        #expect(RecordedAccessory(heard).advertisement?.name == "Door")
        #expect(RecordedAccessory(heard).advertisement?.services == Self.door.services)
        #expect(
            heard.assumptions == [
                "the discovery of door is not in the recording: its data channel is shown as Nordic UART"
            ])
        var other = HandRecording()
        other.connect(at: 0)
        let silent = other.recording()
        #expect(RecordedAccessory(silent).advertisement?.name == "Hand made")
        #expect(silent.assumptions.count == 1 && silent.assumptions[0].contains("\"Hand made\""))
        var nameless = HandRecording()
        nameless.sent(.connect(within: .seconds(5)), at: 0)
        nameless.received(
            .discovered(Advertisement(address: Self.door.address, rssi: nil, name: nil, services: ["180D"])), at: 150)
        let named = nameless.recording()
        #expect(RecordedAccessory(named).advertisement?.name == "Hand made", "phones may look for it by its name")
        #expect(RecordedAccessory(named).advertisement?.services == ["180D"] && named.assumptions.count == 1)
        #expect(silent.messages.isEmpty && heard.messages.map(\.value) == [[0x0A]])
    }

    @Test("it is silent as long as it was not heard, after the end of a link and at the beginning")
    func silence() {
        var hand = HandRecording()
        hand.sent(.connect(within: .seconds(5)), at: 0)
        hand.received(.discovered(Self.door), at: 100)
        hand.connect(at: 200)
        hand.received(.disconnected(.local), at: 1_000)
        hand.sent(.connect(within: .seconds(20)), at: 1_100)
        hand.received(.discovered(Self.door), at: 9_100)
        hand.connect(at: 9_200)
        hand.received(.disconnected(.local), at: 10_000)
        hand.sent(.connect(within: .seconds(5)), at: 10_100)
        hand.received(.connectFailed("nothing"), at: 15_100)
        var bench = RecordedBench(hand.recording())
        #expect(bench.accessory.advertisement != nil)
        bench.connect()
        #expect(bench.accessory.advertisement == nil)
        bench.disconnect()
        bench.pass(.milliseconds(7_900))
        #expect(bench.accessory.advertisement == nil)
        bench.pass(.milliseconds(200))
        #expect(bench.accessory.advertisement != nil && bench.events == [.advertises])
        bench.connect()
        bench.disconnect()
        bench.pass(.seconds(60))
        #expect(bench.accessory.advertisement == nil)
        var never = HandRecording()
        never.sent(.find(within: .seconds(5)), at: 0)
        never.received(.connectFailed("nothing"), at: 5_000)
        var unheard = RecordedBench(never.recording())
        unheard.pass(.seconds(60))
        #expect(unheard.accessory.advertisement == nil)
    }

    @Test("it hangs up, loses the link and asks for security when the recorded accessory did")
    func ends() {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.received(.encrypted(LinkSecurity(isSecureConnections: true, isBonded: false)), at: 600)
        hand.phone(.writeCommand(6, [0x0A]), at: 1_000)
        hand.received(.disconnected(.remote), at: 1_050)
        hand.connect(at: 2_000)
        hand.phone(.writeCommand(6, [0x0A]), at: 3_000)
        hand.received(.disconnected(.supervisionTimeout), at: 3_770)
        var bench = RecordedBench(hand.recording())
        bench.connect()
        bench.pass(.seconds(1))
        #expect(bench.log.map(\.event) == [.asksForSecurity] && bench.log[0].at == .start + .milliseconds(100))
        bench.send(.writeCommand(6, [0x0A]))
        bench.pass(.milliseconds(60))
        #expect(bench.events.last == .hungUp)
        bench.disconnect()
        bench.connect()
        bench.pass(.seconds(1))
        let written = bench.now
        bench.send(.writeCommand(6, [0x0A]))
        bench.pass(.seconds(1))
        #expect(bench.log.last?.event == .lost && bench.log.last?.at == written + .milliseconds(50))
    }

    @Test("it pairs and keeps its key as the recorded accessory did")
    func keys() {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.sent(.pair, at: 100)
        hand.received(.encrypted(LinkSecurity(isSecureConnections: true, isBonded: false)), at: 500)
        hand.received(.disconnected(.local), at: 1_000)
        hand.connect(at: 2_000)
        hand.received(.disconnected(.authentication), at: 2_100)
        hand.connect(at: 3_000)
        hand.sent(.pair, at: 3_100)
        hand.received(.pairingFailed("no"), at: 3_500)
        var accessory = RecordedAccessory(hand.recording())
        _ = accessory.connected(at: .start)
        #expect(accessory.acceptsPairing)
        #expect(accessory.encryptionChanged(isEncrypted: true, isBonded: false, at: .start).isEmpty)
        _ = accessory.disconnected(at: .start + .seconds(1))
        #expect(!accessory.keepsBond, "it had lost the key by then")
        _ = accessory.connected(at: .start + .seconds(2))
        _ = accessory.disconnected(at: .start + .seconds(3))
        _ = accessory.connected(at: .start + .seconds(4))
        #expect(!accessory.acceptsPairing)
    }

    @Test("it performs the recorded actions of a person at the bench if no person is there to")
    func stage() {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.staged(.dropLink(HandRecording.name), at: 500)
        hand.received(.disconnected(.supervisionTimeout), at: 1_220)
        hand.connect(at: 2_000)
        hand.staged(.power(HandRecording.name, .cycle), at: 3_000)
        hand.received(.disconnected(.supervisionTimeout), at: 3_720)
        for playsStage in [false, true] {
            var bench = RecordedBench(hand.recording(playsStage: playsStage))
            bench.connect()
            bench.pass(.seconds(1))
            #expect(bench.log.first?.event == (playsStage ? .lost : nil))
            #expect(!playsStage || bench.log.first?.at == .start + .milliseconds(500))
            bench.disconnect()
            bench.connect()
            bench.pass(.seconds(3))
            #expect(bench.events.filter { $0 == .lost }.count == (playsStage ? 2 : 0))
            #expect(bench.accessory.advertisement != nil || !playsStage, "its power came back")
        }
    }
}
