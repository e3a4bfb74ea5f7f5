import GATT
import Ground
import Links
import NearbyInteraction
import Phone
import Testing

@Suite struct AccessoryChannelTests {
    private let configureAndStart = [UInt8](repeating: 0x0B, count: 31)

    @Test(arguments: DataChannelProfile.presets) func aProfileIsFoundAndCarriesBothWays(
        profile: DataChannelProfile
    ) throws {
        var bench = ChannelBench(profile)
        bench.connect()
        #expect(bench.channel.isReady)
        #expect(bench.events.last == .ready(mtu: 247, profile: profile.name))
        bench.send([0x0A], .initialize)
        try bench.tell([0x01, 0x02])
        #expect(bench.written == [[0x0A]] && bench.sent == [.initialize] && bench.messages == [[0x01, 0x02]])
        #expect(bench.findings.isEmpty && bench.channel.deadline == nil)
    }

    @Test func theFirstProfileOfTheListWins() {
        let both = ChannelBench.services(.nordicUART) + [ChannelBench.services(.qorvoQNIS)[1]]
        let settings = LinkSetup(profiles: [.qorvoQNIS, .nordicUART], subscribesToBoth: true)
        var bench = ChannelBench(.qorvoQNIS, services: both, settings: settings)
        bench.connect()
        #expect(bench.events.last == .ready(mtu: 247, profile: "Qorvo QNIS"))
    }

    @Test func atTheSmallestMTUALongMessageIsWrittenInParts() {
        var bench = ChannelBench(serverMTU: 23)
        bench.connect()
        #expect(bench.events.last == .ready(mtu: 23, profile: "Nordic UART"))
        let before = bench.frames.count
        bench.send(configureAndStart, .shareableConfiguration)
        #expect(bench.written == [configureAndStart])
        #expect(bench.frames[before...].map { $0[0] } == [0x16, 0x16, 0x18])
        #expect(bench.frames.allSatisfy { $0.count <= 23 })
        #expect(bench.sent == [.shareableConfiguration] && bench.findings.isEmpty)
    }

    @Test func indicationsServeWhereThereAreNoNotifications() throws {
        var bench = ChannelBench(services: ChannelBench.services(.nordicUART, transmit: .indicate))
        bench.connect()
        try bench.tell([0x02], indicates: true)
        #expect(bench.channel.isReady && bench.messages == [[0x02]])
        #expect(bench.frames.last == [0x1E])
    }

    @Test func withoutWriteRequestsCommandsAreUsed() {
        var bench = ChannelBench(services: ChannelBench.services(.nordicUART, receive: .writeWithoutResponse))
        bench.connect()
        bench.send([0x0C], .stop)
        #expect(bench.frames.last?.first == 0x52 && bench.written == [[0x0C]] && bench.sent == [.stop])
    }

    @Test func aMessageThatWasNeverWrittenWasNotSent() {
        let services = ChannelBench.services(.nordicUART, receive: .writeWithoutResponse)
        var bench = ChannelBench(services: services, serverMTU: 23)
        bench.connect()
        bench.send(configureAndStart, .shareableConfiguration)
        #expect(bench.sent.isEmpty && bench.written.isEmpty)
        #expect(bench.findings.map(\.weight) == [.fault])
    }

    @Test func anotherServiceIsNamed() {
        var bench = ChannelBench(services: [ServiceDefinition(0x180F, characteristics: [])])
        bench.connect()
        #expect(bench.failure?.contains("Nordic UART or Qorvo QNIS") == true)
        #expect(bench.failure?.contains("180F") == true)
        #expect(bench.channel.isUp && !bench.channel.isReady && bench.channel.deadline == nil)
    }

    @Test(
        arguments: [
            (receive: nil, transmit: .notify, says: "to write to"),
            (receive: .write, transmit: nil, says: "that notifies"),
            (receive: .read, transmit: .notify, says: "cannot be written"),
            (receive: .write, transmit: .read, says: "neither notifies nor indicates"),
        ] as [(receive: CharacteristicProperties?, transmit: CharacteristicProperties?, says: String)])
    func whatACharacteristicLacksIsNamed(
        receive: CharacteristicProperties?, transmit: CharacteristicProperties?, says: String
    ) {
        var bench = ChannelBench(
            services: ChannelBench.services(.nordicUART, receive: receive, transmit: transmit))
        bench.connect()
        #expect(bench.failure?.contains(says) == true)
    }

    @Test("a vendor channel is found and written as the rig says, and nothing else is taken for it")
    func ownChannel() throws {
        for type in DataChannelProfile.WriteType.allCases {
            let own = try DataChannelProfile("service=fff0,write=fff1,notify=fff2,writeType=\(type.rawValue)")
            var bench = ChannelBench(own, isOwn: true)
            bench.connect()
            #expect(bench.events.last == .ready(mtu: 247, profile: "service FFF0"))
            bench.send([0x0A], .initialize)
            let opcode: ATTOpcode = type == .withResponse ? .writeRequest : .writeCommand
            #expect(bench.frames.last?.first == opcode.rawValue && bench.written == [[0x0A]])
            var other = ChannelBench(own, services: ChannelBench.services(.nordicUART), isOwn: true)
            other.connect()
            #expect(other.failure?.contains("service FFF0") == true)
            let wrong: CharacteristicProperties = type == .withResponse ? .writeWithoutResponse : .write
            var contrary = ChannelBench(own, services: ChannelBench.services(own, receive: wrong), isOwn: true)
            contrary.connect()
            #expect(contrary.failure?.contains("FFF1 cannot be written") == true)
        }
    }

    @Test("a channel that needs encryption is paired, and one that opens without it is reported")
    func encryption() throws {
        let own = try DataChannelProfile("service=fff0,write=fff1,notify=fff2,security=encrypted")
        let guarded = ChannelBench.services(own, transmitPermissions: .encryptedSubscribe)
        var bench = ChannelBench(own, services: guarded, isOwn: true)
        bench.connect()
        #expect(bench.channel.isReady && bench.findings.isEmpty && bench.requests.contains(.pair))
        let silent = try DataChannelProfile(
            "service=fff0,write=fff1,notify=fff2,writeType=withoutResponse,security=encrypted")
        var open = ChannelBench(silent, isOwn: true)
        open.connect()
        #expect(open.channel.isReady && open.findings.map(\.code) == ["channel.unencrypted"])
    }

    @Test("if only the write is protected, the phone pairs when it is refused, without a warning")
    func protectedWrite() throws {
        let own = try DataChannelProfile("service=fff0,write=fff1,notify=fff2,security=encrypted")
        var bench = ChannelBench(
            own, services: ChannelBench.services(own, receivePermissions: [.write, .encryptedWrite]), isOwn: true)
        bench.connect()
        #expect(bench.channel.isReady && bench.findings.isEmpty && !bench.requests.contains(.pair))
        bench.send([0x0A], .initialize)
        #expect(bench.requests.contains(.pair) && bench.written == [[0x0A]] && bench.findings.isEmpty)
        var unprotected = ChannelBench(own, isOwn: true)
        unprotected.connect()
        unprotected.send([0x0A], .initialize)
        #expect(unprotected.findings.map(\.code) == ["channel.openWithoutEncryption"])
    }

    @Test func aServerThatRefusesTheExchangeStaysAtTheSmallestMTU() {
        var bench = ChannelBench()
        bench.isDeaf = true
        bench.connect()
        #expect(bench.frames == [[0x02, 0x0F, 0x02]])
        bench.isDeaf = false
        bench.carryOut(bench.channel.receive(.frame([0x01, 0x02, 0x00, 0x00, 0x06]), at: bench.now))
        #expect(bench.events.last == .ready(mtu: 23, profile: "Nordic UART"))
    }

    @Test func aSilentServerIsHungUpOnAfterThirtySeconds() {
        var bench = ChannelBench()
        bench.isDeaf = true
        bench.connect()
        #expect(bench.channel.deadline == bench.now + .seconds(30))
        bench.pass(Lapse(nanoseconds: 29_999_999_999))
        #expect(!bench.told.contains(.request(.disconnect)))
        bench.pass(Lapse(nanoseconds: 1))
        #expect(bench.told.filter { $0 == .request(.disconnect) }.count == 1)
        #expect(bench.findings.contains { $0.weight == .fault && $0.meaning.contains("dead") })
        #expect(bench.channel.deadline == nil)
        bench.lose()
        #expect(bench.events.last == .lost(reason: .local))
    }

    @Test func aSilentServerFailsTheWritesThatWait() {
        var bench = ChannelBench()
        bench.connect()
        bench.isDeaf = true
        bench.send([0x0A], .initialize)
        bench.send([0x0C], .stop)
        #expect(bench.sent == [.initialize])
        bench.pass(.seconds(30))
        #expect(bench.sent == [.initialize])
        #expect(bench.findings.filter { $0.meaning.hasPrefix("the write of") }.count == 2)
        bench.send([0x0A], .initialize)
        #expect(bench.sent == [.initialize])
    }

    @Test func aWriteThatWaitsIsSentWhenItLeaves() {
        var bench = ChannelBench()
        bench.connect()
        bench.isDeaf = true
        bench.send([0x0A], .initialize)
        bench.send([0x0B], .shareableConfiguration)
        #expect(bench.sent == [.initialize])
        bench.isDeaf = false
        let effects = bench.channel.receive(.frame([0x13]), at: bench.now)
        guard case .request(.frame(let frame)) = effects.first else {
            Issue.record("no write left")
            return
        }
        #expect(frame.first == 0x12 && effects.dropFirst().first == .sent(.shareableConfiguration))
    }

    @Test func aRefusedWriteIsTold() {
        var bench = ChannelBench()
        bench.connect()
        bench.isDeaf = true
        bench.send([0x0A], .initialize)
        let handle = bench.frames.last.map { Array($0[1...2]) } ?? []
        bench.carryOut(bench.channel.receive(.frame([0x01, 0x12] + handle + [0x0E]), at: bench.now))
        #expect(
            bench.events.last == .writeRefused(message: .initialize, error: .unlikelyError) && bench.findings.isEmpty)
        #expect(bench.channel.isReady && bench.channel.deadline == nil)
    }

    @Test func aValueOfAnotherHandleIsIgnored() {
        var bench = ChannelBench()
        bench.connect()
        bench.carryOut(bench.channel.receive(.frame([0x1B, 0x99, 0x00, 0x04]), at: bench.now))
        #expect(bench.messages.isEmpty && bench.findings.map(\.weight) == [.note])
    }

    @Test func aMessageOfTheSessionOnAnotherHandleIsAFault() {
        var bench = ChannelBench()
        bench.connect()
        let message = [0x01] + SessionBench.configuration.encoded
        bench.carryOut(bench.channel.receive(.frame([0x1B, 0x99, 0x00] + message), at: bench.now))
        #expect(bench.messages.isEmpty && bench.findings.map(\.code) == ["channel.otherCharacteristic"])
    }

    @Test(arguments: [[0x01], [0x02], [0x03], [0x01, 0x02]] as [[UInt8]])
    func aBatteryLevelIsNoMessageOfTheSession(value: [UInt8]) {
        var bench = ChannelBench()
        bench.connect()
        bench.carryOut(bench.channel.receive(.frame([0x1B, 0x99, 0x00] + value), at: bench.now))
        #expect(bench.findings.map(\.weight) == [.note])
    }

    @Test(arguments: 1...14) func aLinkCanGoAtEveryFrameAndComeBack(frames: Int) {
        var bench = ChannelBench()
        bench.framesLeft = frames
        bench.connect()
        if bench.isLinked { bench.send(configureAndStart, .shareableConfiguration) }
        guard !bench.isLinked else { return }
        #expect(bench.events.last == .lost(reason: .remote))
        #expect(!bench.channel.isUp && !bench.channel.isReady && bench.channel.deadline == nil)
        bench.send([0x0C], .stop)
        #expect(bench.findings.last?.weight == .note)
        bench.pass(.seconds(60))
        bench.framesLeft = .max
        bench.told = []
        bench.connect()
        bench.send([0x0A], .initialize)
        #expect(bench.events.last == .ready(mtu: 247, profile: "Nordic UART"))
        #expect(bench.sent == [.initialize] && bench.findings.isEmpty)
    }

    @Test func theLinkCanGoDuringEverySetUp() {
        var bench = ChannelBench()
        bench.connect()
        #expect(bench.frames.count >= 6 && bench.frames.count < 14)
    }

    @Test func hangingUpWhileConnectingEndsALinkThatComesUpAllTheSame() {
        var channel = AccessoryChannel(settings: LinkSetup(subscribesToBoth: true))
        let address = BluetoothAddress(value: 1)
        let effects = [
            channel.connect(within: .seconds(1), at: .start), channel.disconnect(),
            channel.receive(.connected(address), at: .start), channel.receive(.disconnected(.remote), at: .start),
        ]
        #expect(
            effects.flatMap { $0 } == [
                .request(.connect(within: .seconds(1))), .request(.disconnect), .event(.connected(address: address)),
                .request(.disconnect), .event(.lost(reason: .local)),
            ])
        #expect(!channel.isUp)
    }

    @Test func connectingTwiceDoesNotLoseTheFirstLink() {
        var bench = ChannelBench()
        bench.connect()
        let effects = bench.channel.connect(within: .seconds(1), at: bench.now)
        #expect(!effects.contains { if case .request = $0 { true } else { false } })
        #expect(bench.channel.isReady)
    }

    @Test func whatComesWithoutALinkIsIgnored() {
        var channel = AccessoryChannel(settings: LinkSetup(subscribesToBoth: true))
        var effects = channel.receive(.frame([0x1B, 1, 0, 1]), at: .start)
        effects += channel.receive(.disconnected(.remote), at: .start) + channel.disconnect()
        #expect(effects.isEmpty)
        _ = channel.connect(within: .seconds(1), at: .start)
        effects = channel.receive(.frame([0x13]), at: .start)
        #expect(effects.isEmpty)
        effects = channel.receive(.connectFailed("away"), at: .start)
        #expect(effects == [.event(.connectFailed(reason: "away"))] && !channel.isUp)
    }
}
