import GATT
import Ground
import Testing

@Suite struct DiscoveryTests {
    static let mtus: [UInt16] = [23, 185, 247, 527]

    @Test(arguments: mtus) func theWholeAccessoryIsDiscovered(mtu: UInt16) throws {
        var loop = Loopback(clientMTU: mtu, serverMTU: 527)
        #expect(loop.run { $0.exchangeMTU(at: $1) } == .mtu(mtu))
        #expect(loop.server.mtu == mtu)
        let services = [
            Service(.genericAccess, HandleRange(0x01, 0x05)), Service(0x180A, HandleRange(0x06, 0x08)),
            Service(Accessory.uart, HandleRange(0x20, 0x26)), Service(0xFF00, HandleRange(0x28, 0x2F)),
        ]
        #expect(loop.run { $0.discoverServices(at: $1) } == .services(services))
        #expect(
            loop.run { $0.discoverCharacteristics(in: services[0], at: $1) }
                == .characteristics([
                    Characteristic(.deviceName, .read, declaration: 2, valueHandle: 3, end: 3),
                    Characteristic(.appearance, .read, declaration: 4, valueHandle: 5, end: 5),
                ]))
        let transmit = Characteristic(
            Accessory.transmit, [.notify, .indicate], declaration: 0x23, valueHandle: 0x24, end: 0x26)
        #expect(
            loop.run { $0.discoverCharacteristics(in: services[2], at: $1) }
                == .characteristics([
                    Characteristic(
                        Accessory.receive, [.write, .writeWithoutResponse], declaration: 0x21, valueHandle: 0x22,
                        end: 0x22), transmit,
                ]))
        #expect(loop.run { $0.subscribe(.notifications, to: transmit, at: $1) } == .subscribed(.notifications))
        #expect(loop.findings.isEmpty && loop.longest <= Int(mtu))
    }

    @Test func oneServiceIsDiscoveredByItsUUID() throws {
        var loop = Loopback()
        let found = loop.run { $0.discoverService(Accessory.uart, at: $1) }
        #expect(found == .services([Service(Accessory.uart, HandleRange(0x20, 0x26))]))
        #expect(
            loop.run { $0.discoverService(AttributeUUID("0000180A-0000-1000-8000-00805F9B34FB")!, at: $1) }
                == .services([Service(0x180A, HandleRange(6, 8))]))
        #expect(loop.run { $0.discoverService(0x1234, at: $1) } == .services([]))
        #expect(loop.run { $0.discoverService(Accessory.qorvo, at: $1) } == .services([]))
    }

    @Test func aCharacteristicWithoutRoomForDescriptorsAsksNothing() {
        var loop = Loopback()
        let name = Characteristic(.deviceName, .read, declaration: 2, valueHandle: 3, end: 3)
        let refused = GATTOutcome.failed(.noConfigurationDescriptor)
        #expect(loop.run { $0.subscribe(.notifications, to: name, at: $1) } == refused)
        #expect(loop.sent == 0)
        let last = Characteristic(.deviceName, .read, declaration: 2, valueHandle: 0xFFFF, end: 0xFFFF)
        #expect(loop.run { $0.subscribe(.notifications, to: last, at: $1) } == refused)
        #expect(loop.sent == 0)
    }

    @Test func aServiceUpToTheLastHandleEndsTheDiscovery() {
        let service = ServiceDefinition(
            0xFF00, start: 0xFFFD, characteristics: [CharacteristicDefinition(0xFF01, .read)])
        var loop = Loopback([service])
        let found = Service(0xFF00, HandleRange(0xFFFD, 0xFFFF))
        #expect(loop.run { $0.discoverServices(at: $1) } == .services([found]))
        #expect(loop.sent == 1)
    }

    @Test func proceduresRunOneAfterTheOther() {
        var loop = Loopback()
        let first = loop.client.exchangeMTU(at: .start)
        let second = loop.client.discoverServices(at: .start)
        let third = loop.client.read(3, at: .start)
        #expect(second.effects == [] && third.effects == [])
        loop.pump(first.effects)
        let ended = loop.told.compactMap { if case .completed(let id, _) = $0 { id } else { nil } }
        #expect(ended == [first.id, second.id, third.id])
        #expect(loop.told.last == .completed(third.id, .value(Array("Door".utf8))))
        #expect(!loop.client.isBusy)
    }

    @Test func theQueueOfProceduresIsBounded() {
        var client = GATTClient(ownMTU: 185)
        for _ in 0...GATTClient.queueLimit { _ = client.read(3, at: .start) }
        let (id, effects) = client.read(3, at: .start)
        #expect(effects == [.completed(id, .failed(.notSent(.queueFull)))])
    }
}
