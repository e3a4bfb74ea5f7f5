import GATT
import Ground
import TestSupport
import Testing

@Suite struct SubscriptionTests {
    static let transmit = Characteristic(
        Accessory.transmit, [.notify, .indicate], declaration: 0x23, valueHandle: 0x24, end: 0x26)
    var loop = Loopback()

    @Test mutating func notificationsComeAfterSubscribing() throws {
        #expect(throws: GATTRefusal.notSubscribed) { try loop.server.notify(0x24, [1], at: .start) }
        #expect(throws: GATTRefusal.noSuchCharacteristic) { try loop.server.notify(0x22, [1], at: .start) }
        #expect(subscribe(.notifications) == .subscribed(.notifications))
        #expect(
            loop.events == [.subscribed(AttributeReference(Accessory.transmit, 0x24), .notifications)])
        loop.pump(try loop.server.notify(0x24, [1, 2], at: .start))
        #expect(loop.told.last == .notified(0x24, [1, 2]))
        #expect(throws: GATTRefusal.notSubscribed) { try loop.server.indicate(0x24, [1], at: .start) }
        #expect(subscribe(.off) == .subscribed(.off))
        #expect(throws: GATTRefusal.notSubscribed) { try loop.server.notify(0x24, [1], at: .start) }
    }

    @Test mutating func aKnownDescriptorIsWrittenWithoutSearch() {
        let outcome = loop.run { $0.subscribe(.indications, to: Self.transmit, descriptor: 0x25, at: $1) }
        #expect(outcome == .subscribed(.indications) && loop.sent == 1)
    }

    @Test mutating func aCharacteristicWithoutCCCDCannotBeSubscribed() {
        let name = Characteristic(.deviceName, .read, declaration: 2, valueHandle: 3, end: 3)
        #expect(
            loop.run { $0.subscribe(.notifications, to: name, at: $1) } == .failed(.noConfigurationDescriptor))
        #expect(loop.sent == 0)
        let plain = Characteristic(0x2A29, .read, declaration: 7, valueHandle: 8, end: 0x1F)
        #expect(
            loop.run { $0.subscribe(.notifications, to: plain, at: $1) } == .failed(.noConfigurationDescriptor))
        #expect(loop.sent == 1)
    }

    @Test mutating func aSubscriptionThatIsNotOfferedIsRefused() {
        loop.server.isEncrypted = true
        let secret = Characteristic(Accessory.secret, .notify, declaration: 0x2D, valueHandle: 0x2E, end: 0x2F)
        #expect(
            loop.run { $0.subscribe(.indications, to: secret, at: $1) }
                == .failed(.refused(.valueNotAllowed, 0x2F)))
        #expect(
            loop.run { $0.write([1], to: 0x2F, mode: .withResponse, at: $1) }
                == .failed(.refused(.invalidAttributeValueLength, 0x2F)))
    }

    @Test mutating func indicationsAreConfirmedOneByOne() throws {
        _ = subscribe(.indications)
        let first = try loop.server.indicate(0x24, [1], at: .start)
        let second = try loop.server.indicate(0x24, [2], at: .start)
        #expect(first == [.send(bytes("1d 24 00 01"))] && second == [])
        loop.pump(first)
        #expect(loop.told.suffix(2) == [.indicated(0x24, [1]), .indicated(0x24, [2])])
        #expect(loop.served.suffix(2) == [.confirmed(0x24), .confirmed(0x24)])
        #expect(loop.server.deadline == nil)
    }

    @Test mutating func aWithheldConfirmationKillsTheAccessorysBearer() throws {
        _ = subscribe(.indications)
        loop.client.confirmsIndications = false
        loop.pump(try loop.server.indicate(0x24, [1], at: .start))
        #expect(loop.told.last == .indicated(0x24, [1]))
        #expect(loop.server.deadline == .start + .seconds(30))
        #expect(loop.server.advance(to: .start + .seconds(30)) == [.dead(.indicationTimedOut(0x24))])
        #expect(loop.server.isDead)
        #expect(throws: GATTRefusal.bearer(.dead(.indicationTimedOut(0x24)))) {
            try loop.server.indicate(0x24, [1], at: .start + .seconds(31))
        }
    }

    @Test mutating func aLateConfirmationStillConfirms() throws {
        _ = subscribe(.indications)
        loop.client.confirmsIndications = false
        loop.pump(try loop.server.indicate(0x24, [1], at: .start))
        loop.pump(loop.client.sendConfirmation(at: .start + .seconds(29)))
        #expect(loop.served.last == .confirmed(0x24))
        #expect(loop.client.sendConfirmation(at: .start + .seconds(29)) == [])
    }

    @Test(arguments: [23, 185, 247, 517] as [UInt16])
    mutating func whatDoesNotFitIsRefusedOrCutOffOnPurpose(mtu: UInt16) throws {
        loop = Loopback(clientMTU: mtu)
        _ = loop.run { $0.exchangeMTU(at: $1) }
        _ = subscribe(.notifications)
        let limit = Int(mtu) - 3
        let value = Array(repeating: UInt8(3), count: limit + 1)
        loop.pump(try loop.server.notify(0x24, Array(value.dropLast()), at: .start))
        #expect(loop.told.last == .notified(0x24, Array(value.dropLast())))
        #expect(throws: GATTRefusal.tooLong(limit: limit)) { try loop.server.notify(0x24, value, at: .start) }
        loop.server.truncatesNotifications = true
        loop.pump(try loop.server.notify(0x24, value + value, at: .start))
        #expect(loop.told.last == .notified(0x24, Array(value.dropLast())))
        #expect(loop.findings.isEmpty)
    }

    @Test mutating func aNewConnectionBeginsUnsubscribedUnlessBonded() throws {
        _ = loop.run { $0.exchangeMTU(at: $1) }
        _ = subscribe(.notifications)
        loop.server.linkLost(keepingSubscriptions: true)
        #expect(loop.server.mtu == 23 && loop.server.responder.subscription(to: 0x24) == .notifications)
        loop.server.linkLost()
        #expect(loop.server.responder.subscription(to: 0x24) == .off)
    }

    private mutating func subscribe(_ subscription: Subscription) -> GATTOutcome? {
        loop.run { $0.subscribe(subscription, to: Self.transmit, at: $1) }
    }
}
