import GATT
import Ground
import Links
import NearbyInteraction
import Phone
import Testing

@Suite struct ChannelSecurityTests {
    private static let configuration = [UInt8](1...37)
    private static let security = LinkSecurity(isSecureConnections: true, isBonded: false)

    /// Returns the data channel, and Apple's own service whose value requires an encrypted link.
    private static func services(
        _ configuration: [UInt8]? = configuration, receivePermissions: AttributePermissions? = nil,
        transmitPermissions: AttributePermissions? = nil
    ) -> [ServiceDefinition] {
        var services = ChannelBench.services(
            .nordicUART, receivePermissions: receivePermissions, transmitPermissions: transmitPermissions)
        let value = AttributeUUID(BackgroundService.accessoryConfigurationData)!
        let characteristics = configuration.map {
            [CharacteristicDefinition(value, .read, permissions: [.read, .encryptedRead], value: $0)]
        }
        services.append(
            ServiceDefinition(AttributeUUID(BackgroundService.service)!, characteristics: characteristics ?? []))
        return services
    }

    private func bench(
        _ services: [ServiceDefinition], pairs: Bool = true, serverMTU: UInt16 = 247
    ) -> ChannelBench {
        ChannelBench(
            services: services, serverMTU: serverMTU, settings: LinkSetup(subscribesToBoth: true, pairs: pairs))
    }

    @Test(arguments: [23, 247] as [UInt16]) func aRefusedReadIsRepeatedOnceAfterPairing(mtu: UInt16) {
        var bench = bench(Self.services(), serverMTU: mtu)
        bench.connect()
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        #expect(
            bench.events.suffix(2) == [
                .encrypted(security: Self.security), .backgroundConfiguration(bytes: Self.configuration),
            ])
        #expect(bench.requests.filter { $0 == .pair }.count == 1 && bench.findings.isEmpty)
        // With the smallest ATT_MTU the rest of the value is read in parts.
        #expect(bench.frames.contains { $0[0] == 0x0C } == (mtu == 23))
    }

    @Test func aPhoneThatDoesNotPairTellsTheRefusal() {
        var bench = bench(Self.services(), pairs: false)
        bench.connect()
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        #expect(bench.events.last == .backgroundRefused(error: .insufficientAuthentication))
        #expect(!bench.requests.contains(.pair) && bench.channel.isReady)
    }

    @Test func whenPairingFailsTheFirstRefusalStands() {
        var bench = bench(Self.services())
        bench.pairing = .pairingFailed("refused")
        bench.connect()
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        #expect(
            bench.events.suffix(2) == [
                .pairingFailed(reason: "refused"), .backgroundRefused(error: .insufficientAuthentication),
            ])
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        #expect(bench.requests.filter { $0 == .pair }.count == 2)
    }

    @Test func pairingThatTheAccessoryBeginsIsTimedLikeOurs() {
        var bench = bench(Self.services())
        bench.receive(.pairingBegan)
        #expect(bench.events.isEmpty, "there is no link")
        bench.connect()
        bench.receive(.pairingBegan)
        #expect(bench.events.last == .securing && !bench.requests.contains(.pair))
        bench.receive(.encrypted(Self.security))
        bench.receive(.pairingBegan)
        #expect(bench.events.filter { $0 == .securing }.count == 1)
    }

    @Test func anEncryptedLinkIsNotPairedForAgain() {
        var bench = bench(Self.services())
        bench.connect()
        bench.receive(.encrypted(LinkSecurity(isSecureConnections: true, isBonded: true)))
        bench.server.isEncrypted = false
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        #expect(bench.events.last == .backgroundRefused(error: .insufficientEncryption))
        #expect(!bench.requests.contains(.pair))
    }

    @Test(
        "a request sent before encryption and refused after it is repeated once", arguments: [1, 2])
    func crossing(refusals: Int) {
        var bench = bench(Self.services(receivePermissions: [.write, .encryptedWrite]))
        bench.connect()
        bench.isDeaf = true
        bench.send([0x0A], .initialize)
        let write = bench.frames.last ?? []
        #expect(write.first == ATTOpcode.writeRequest.rawValue && write.count == 4)
        guard write.count == 4 else { return }
        bench.isDeaf = refusals > 1
        bench.receive(.encrypted(LinkSecurity(isSecureConnections: true, isBonded: true)))
        for _ in 1...refusals { bench.receive(.frame([0x01, write[0], write[1], write[2], 0x0F])) }
        #expect(bench.frames.filter { $0 == write }.count == 2 && !bench.requests.contains(.pair))
        #expect(bench.written == (refusals == 1 ? [[0x0A]] : []))
        let isRefused = bench.events.contains(.writeRefused(message: .initialize, error: .insufficientEncryption))
        #expect(isRefused == (refusals > 1))
    }

    @Test func aRequestIsRepeatedOnceOnly() {
        var bench = bench(Self.services())
        bench.connect()
        // The accessory keeps refusing, regardless of the link.
        bench.pairing = nil
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        bench.carryOut(bench.channel.receive(.encrypted(Self.security), at: bench.now))
        #expect(bench.events.last == .backgroundRefused(error: .insufficientAuthentication))
        #expect(bench.requests.filter { $0 == .pair }.count == 1)
    }

    @Test func aMessageThatWasRefusedIsSentOnce() {
        var bench = bench(Self.services(receivePermissions: [.write, .encryptedWrite]))
        bench.connect()
        bench.send([0x0A], .initialize)
        #expect(bench.written == [[0x0A]] && bench.sent == [.initialize])
        #expect(bench.frames.filter { $0[0] == 0x12 }.count == 3)
        #expect(bench.findings.isEmpty)
    }

    @Test func messagesThatWaitForPairingKeepTheirOrder() {
        var bench = bench(Self.services(receivePermissions: [.write, .encryptedWrite]))
        bench.pairing = nil
        bench.connect()
        for byte in 0x0A...0x0C as ClosedRange<UInt8> { bench.send([byte]) }
        #expect(bench.written.isEmpty && bench.requests.filter { $0 == .pair }.count == 1)
        bench.receive(.encrypted(Self.security))
        #expect(bench.written == [[0x0A], [0x0B], [0x0C]] && bench.sent.count == 3)
    }

    @Test func aMessageThatWaitsForPairingIsRefusedWhenThatFails() {
        var bench = bench(Self.services(receivePermissions: [.write, .encryptedWrite]))
        bench.pairing = .pairingFailed("no")
        bench.connect()
        bench.send([0x0C], .stop)
        #expect(bench.events.last == .writeRefused(message: .stop, error: .insufficientAuthentication))
    }

    @Test func aSubscriptionThatNeedsEncryptionIsPairedFor() throws {
        let services = Self.services(transmitPermissions: [.encryptedSubscribe])
        var bench = bench(services)
        bench.connect()
        #expect(bench.channel.isReady)
        try bench.tell([0x01])
        #expect(bench.messages == [[0x01]])
        var shy = self.bench(services)
        shy.pairing = .pairingFailed("no")
        shy.connect()
        #expect(shy.failure?.contains("insufficient authentication") == true && shy.channel.isUp)
    }

    @Test func whatWaitsForPairingIsLostWithTheLink() {
        var bench = bench(Self.services(receivePermissions: [.write, .encryptedWrite]))
        bench.pairing = nil
        bench.connect()
        bench.send([0x0A], .initialize)
        bench.lose(.authentication)
        #expect(bench.events.last == .lost(reason: .authentication))
        bench.connect()
        bench.receive(.encrypted(LinkSecurity(isSecureConnections: true, isBonded: true)))
        #expect(bench.written.isEmpty && bench.findings.isEmpty)
    }

    @Test func withoutTheServiceOrItsValueThereIsNothingToRead() {
        for services in [ChannelBench.services(.nordicUART), Self.services(nil)] {
            var bench = bench(services)
            bench.connect()
            bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
            #expect(bench.events.last == .noBackgroundService && bench.findings.isEmpty)
        }
    }

    @Test func theServiceCanBeReadWhereTheDataChannelFailed() {
        var bench = bench(Array(Self.services().dropFirst(2)))
        bench.connect()
        #expect(bench.failure != nil)
        bench.carryOut(bench.channel.readBackgroundConfiguration(at: bench.now))
        #expect(bench.events.last == .backgroundConfiguration(bytes: Self.configuration))
    }

    @Test func pairingThatTheAccessoryBeganIsDoubtful() {
        var bench = bench(Self.services())
        bench.connect()
        bench.receive(.encrypted(Self.security))
        #expect(bench.events.last == .encrypted(security: Self.security) && bench.findings.map(\.weight) == [.warning])
    }

    @Test func pairingAndForgettingOnDemand() {
        var channel = AccessoryChannel(settings: LinkSetup(subscribesToBoth: true))
        #expect(channel.forget() == [.request(.forget)])
        var bench = bench(Self.services())
        bench.connect(upTo: .link)
        let effects = bench.channel.pair()
        #expect(effects == [.event(.securing), .request(.pair)])
        bench.carryOut(effects)
        #expect(bench.events.last == .encrypted(security: Self.security) && bench.findings.isEmpty)
    }
}
