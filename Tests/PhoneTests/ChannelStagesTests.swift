import GATT
import Ground
import Links
import NearbyInteraction
import Phone
import Testing

@Suite struct ChannelStagesTests {
    private let ready = ChannelEvent.ready(mtu: 247, profile: "Nordic UART")

    @Test func findingHearsAndDoesNotConnect() {
        var channel = AccessoryChannel(settings: LinkSetup(subscribesToBoth: true))
        let advertisement = Advertisement(address: BluetoothAddress(value: 1), rssi: -40, name: "Door", services: [])
        #expect(channel.find(within: .seconds(3)) == [.request(.find(within: .seconds(3)))])
        #expect(channel.isUp && channel.stage == nil)
        let heard = channel.receive(.discovered(advertisement), at: .start)
        #expect(heard == [.event(.found(advertisement: advertisement))] && !channel.isUp)
        _ = channel.find(within: .seconds(3))
        let failed = channel.receive(.connectFailed("nothing was heard"), at: .start)
        #expect(failed == [.event(.connectFailed(reason: "nothing was heard"))] && !channel.isUp)
    }

    @Test func whileALinkIsMadeNothingElseIsLookedFor() {
        var channel = AccessoryChannel(settings: LinkSetup(subscribesToBoth: true))
        _ = channel.connect(within: .seconds(1), at: .start)
        let finding = channel.find(within: .seconds(1))
        let again = channel.connect(within: .seconds(1), at: .start)
        #expect(finding.count == 1 && again.count == 1)
        for case .request in finding + again { Issue.record("something was asked of the link") }
    }

    @Test func theWayStopsAtEachStageAndGoesOnFromThere() throws {
        var bench = ChannelBench()
        bench.connect(upTo: .link)
        #expect(bench.events.last == .linked(mtu: 247) && bench.channel.stage == .link)
        #expect(bench.frames.map { $0[0] } == [0x02])
        bench.carryOut(bench.channel.connect(within: .seconds(1), upTo: .discovered, at: bench.now))
        #expect(bench.events.last == .linked(mtu: 247) && bench.channel.stage == .discovered)
        #expect(!bench.frames.contains { $0[0] == 0x12 })
        bench.carryOut(bench.channel.subscribe(at: bench.now))
        #expect(bench.events.last == ready && bench.channel.stage == .subscribed)
        try bench.tell([0x02])
        #expect(bench.messages == [[0x02]] && bench.findings.isEmpty)
    }

    @Test func subscribingFromABareLinkDiscoversFirst() {
        var bench = ChannelBench()
        bench.connect(upTo: .link)
        bench.carryOut(bench.channel.subscribe(at: bench.now))
        #expect(bench.events.last == ready)
    }

    @Test func aStageThatIsReachedIsToldAgain() {
        var bench = ChannelBench()
        bench.connect()
        let frames = bench.frames.count
        bench.carryOut(bench.channel.connect(within: .seconds(1), at: bench.now))
        #expect(bench.events.suffix(2) == [ready, ready] && bench.frames.count == frames)
    }

    @Test func askingForMoreOnTheWayGoesFurther() {
        var bench = ChannelBench()
        bench.isDeaf = true
        bench.connect(upTo: .link)
        bench.carryOut(bench.channel.subscribe(at: bench.now))
        bench.isDeaf = false
        bench.carryOut(bench.channel.receive(.frame([0x03, 0xF7, 0x00]), at: bench.now))
        #expect(bench.events.last == ready)
    }

    @Test func aMessageCanPrecedeTheSubscription() throws {
        var bench = ChannelBench()
        bench.connect(upTo: .discovered)
        bench.send([0x0A], .initialize)
        #expect(bench.written == [[0x0A]] && bench.sent == [.initialize])
        bench.carryOut(bench.channel.subscribe(at: bench.now))
        try bench.tell([0x01])
        #expect(bench.messages == [[0x01]] && bench.findings.isEmpty)
    }

    @Test func aMessageIsNotTakenForTheSubscriptionThatLeavesBeforeIt() {
        var bench = ChannelBench()
        bench.connect(upTo: .discovered)
        bench.isDeaf = true
        // The subscription finds its descriptor, then writes it; only then is it the message's turn.
        bench.carryOut(bench.channel.subscribe(at: bench.now))
        bench.send([0x0A], .initialize)
        #expect(bench.sent.isEmpty)
        let search = Array(bench.frames.last ?? [])
        bench.isDeaf = false
        bench.carryOut(bench.server.receive(search, at: bench.now))
        #expect(bench.sent == [.initialize] && bench.written == [[0x0A]] && bench.events.last == ready)
    }

    @Test func onABareLinkThereIsNothingToWriteTo() {
        var bench = ChannelBench()
        bench.connect(upTo: .link)
        bench.send([0x0A], .initialize)
        #expect(bench.sent.isEmpty && bench.findings.map(\.weight) == [.note])
    }

    @Test func anEmptyValueIsWritten() {
        var bench = ChannelBench()
        bench.connect()
        bench.carryOut(bench.channel.send([], .other, at: bench.now))
        #expect(bench.written == [[]] && bench.sent == [.other])
    }

    @Test func writesBackToBackKeepTheirOrder() {
        var bench = ChannelBench()
        bench.connect()
        bench.isDeaf = true
        for byte in [0x0C, 0x0A, 0x0B] as [UInt8] { bench.carryOut(bench.channel.send([byte], .other, at: bench.now)) }
        bench.isDeaf = false
        bench.carryOut(bench.server.receive(bench.frames.last ?? [], at: bench.now))
        #expect(bench.written == [[0x0C], [0x0A], [0x0B]])
    }

    @Test func theSampleAppSubscribesToBothAndGoesOnWhenOneIsRefused() {
        for refused in [false, true] {
            let properties: CharacteristicProperties = [.write, .notify]
            let permissions: AttributePermissions = refused ? [.write, .encryptedSubscribe] : .write
            let services = ChannelBench.services(
                .nordicUART, receive: properties, receivePermissions: permissions)
            var bench = ChannelBench(services: services)
            bench.connect()
            #expect(bench.events.last == ready && bench.frames.filter { $0[0] == 0x12 }.count == 2)
            #expect(bench.findings.map(\.weight) == (refused ? [.note] : []))
            var alone = ChannelBench(services: services, settings: LinkSetup(subscribesToBoth: false))
            alone.connect()
            #expect(alone.events.last == ready && alone.frames.filter { $0[0] == 0x12 }.count == 1)
        }
    }

    @Test func whatNobodySubscribedToIsHeardWithAWarning() throws {
        var bench = ChannelBench()
        bench.connect(upTo: .discovered)
        let handle = try #require(bench.server.responder.handle(of: AttributeUUID(bench.profile.tx)!)).rawValue
        bench.receive(.frame([0x1B, UInt8(handle), 0, 0x01]))
        #expect(bench.messages == [[0x01]] && bench.findings.map(\.weight) == [.warning])
    }
}
