import GATT
import Ground
import Links
import NearbyInteraction
import Phone
import Testing

@Suite struct ChannelLossTests {
    private let ready = ChannelEvent.ready(mtu: 247, profile: "Nordic UART")

    @Test func theLinkIsMadeAnewAsOftenAsTheAppWants() {
        var bench = ChannelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 2))
        bench.connect()
        bench.lose(.supervisionTimeout)
        #expect(bench.events.suffix(2) == [.lost(reason: .supervisionTimeout), .reconnecting(attempt: 1)])
        #expect(bench.requests.last == .connect(within: .seconds(5)))
        bench.linkComesUp()
        #expect(bench.events.last == ready)
        bench.lose()
        #expect(bench.events.suffix(2) == [.lost(reason: .remote), .reconnecting(attempt: 2)])
        bench.linkComesUp()
        bench.lose()
        #expect(bench.events.last == .lost(reason: .remote) && !bench.channel.isUp)
    }

    @Test func anAttemptThatFailsIsFollowedByTheNext() {
        var bench = ChannelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 2))
        bench.connect()
        bench.lose()
        bench.receive(.connectFailed("away"))
        #expect(bench.events.last == .reconnecting(attempt: 2))
        bench.receive(.connectFailed("away"))
        #expect(bench.events.last == .connectFailed(reason: "away") && !bench.channel.isUp)
    }

    @Test func aFirstConnectionThatFailsIsNotTriedAgain() {
        var bench = ChannelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 2))
        bench.carryOut(bench.channel.connect(within: .seconds(5), at: bench.now))
        bench.receive(.connectFailed("away"))
        #expect(bench.events == [.connectFailed(reason: "away")] && !bench.channel.isUp)
    }

    @Test func aLinkThatThePhoneEndsStaysDown() {
        var bench = ChannelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 2))
        bench.connect()
        bench.carryOut(bench.channel.disconnect())
        bench.lose()
        #expect(bench.events.last == .lost(reason: .local) && !bench.channel.isUp)
    }

    @Test func hangingUpEndsTheAttemptsToConnectAnew() {
        var bench = ChannelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 5))
        bench.connect()
        bench.lose()
        bench.carryOut(bench.channel.disconnect())
        bench.receive(.connectFailed("given up"))
        #expect(!bench.channel.isUp)
    }

    @Test func aNewWishToConnectCountsFromTheBeginning() {
        var bench = ChannelBench(settings: LinkSetup(subscribesToBoth: true, reconnectAttempts: 1))
        for _ in 0..<3 {
            bench.connect()
            bench.lose()
            #expect(bench.events.last == .reconnecting(attempt: 1))
            bench.linkComesUp()
            bench.lose()
            #expect(!bench.channel.isUp)
        }
    }
}

@Suite struct ChannelServiceChangeTests {
    private static let attributeService = ServiceDefinition(
        .genericAttribute,
        characteristics: [CharacteristicDefinition(.serviceChanged, .indicate, value: [1, 0, 0xFF, 0xFF])])
    private static let services = [attributeService] + ChannelBench.services(.nordicUART)

    private func change(_ bench: inout ChannelBench) throws {
        let handle = try #require(bench.server.responder.handle(of: .serviceChanged))
        bench.carryOut(try bench.server.indicate(handle, [1, 0, 0xFF, 0xFF], at: bench.now))
    }

    @Test func changesAreSubscribedToBeforeTheDataChannelIsOpened() {
        var bench = ChannelBench(services: Self.services)
        bench.connect()
        #expect(bench.channel.isReady && bench.findings.isEmpty)
        #expect(bench.frames.filter { $0[0] == 0x12 }.map { Array($0.suffix(2)) } == [[2, 0], [1, 0]])
    }

    @Test func changedServicesAreDiscoveredAnew() throws {
        var bench = ChannelBench(services: Self.services)
        bench.connect()
        let before = bench.frames.count
        try change(&bench)
        #expect(bench.frames[before...].contains([0x1E]) && bench.frames[before...].contains { $0[0] == 0x10 })
        #expect(bench.events.filter { if case .ready = $0 { true } else { false } }.count == 2)
        try bench.tell([0x02])
        bench.send([0x0A], .initialize)
        #expect(bench.messages == [[0x02]] && bench.written == [[0x0A]])
        #expect(bench.findings.map(\.weight) == [.note])
    }

    @Test func movedCharacteristicsAreFoundAgain() throws {
        var bench = ChannelBench(services: Self.services)
        bench.connect()
        // New firmware: the same service at higher handles. The client keeps its subscription to changes.
        var moved = GATTServer(
            ownMTU: 247,
            services: [Self.attributeService, ServiceDefinition(0x180F, characteristics: [])]
                + ChannelBench.services(.nordicUART))
        _ = moved.receive([0x02, 0x0F, 0x02], at: bench.now)
        let changed = try #require(moved.responder.handle(of: .serviceChanged))
        let descriptor = try #require(changed.next)
        _ = moved.receive([0x12, UInt8(descriptor.rawValue), 0, 2, 0], at: bench.now)
        bench.server = moved
        try change(&bench)
        bench.send([0x0A], .initialize)
        try bench.tell([0x01])
        #expect(bench.channel.isReady && bench.written == [[0x0A]] && bench.messages == [[0x01]])
    }

    @Test func whenTheDataChannelIsGoneThePhoneHangsUp() throws {
        var bench = ChannelBench(services: Self.services)
        bench.connect()
        var bare = GATTServer(ownMTU: 247, services: [Self.attributeService])
        _ = bare.receive([0x12, 0x04, 0, 2, 0], at: bench.now)
        bench.server = bare
        try change(&bench)
        #expect(bench.failure != nil && bench.requests.last == .disconnect)
    }

    @Test func anAccessoryThatRefusesToTellChangesIsStillUsed() {
        var attribute = Self.attributeService
        attribute.characteristics[0].permissions = [.encryptedSubscribe]
        var bench = ChannelBench(services: [attribute] + ChannelBench.services(.nordicUART))
        bench.connect()
        #expect(bench.channel.isReady && bench.findings.map(\.weight) == [.note] && bench.requests.count == 1)
    }

    @Test func aFloodOfChangesComesToAnEnd() throws {
        var bench = ChannelBench(services: Self.services)
        bench.connect()
        bench.isDeaf = true
        let handle = try #require(bench.server.responder.handle(of: .serviceChanged)).rawValue
        for _ in 0..<200 { bench.receive(.frame([0x1D, UInt8(handle), 0, 1, 0, 0xFF, 0xFF])) }
        #expect(bench.requests.filter { $0 == .disconnect }.count >= 1)
    }
}
