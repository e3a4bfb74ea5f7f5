import FirmwareIdentity
import GATT
import Ground
import Links
import NearbyInteraction
import Phone
import TestSupport
import Testing

/// A channel to a mostly well-behaved accessory, on a link where anything may happen at any time.
@Suite struct ChannelFuzzTests {
    private static let seeds: [[UInt8]] = [
        [0x03, 0xF7, 0x00], [0x13], [0x01, 0x12, 0x03, 0x00, 0x05], [0x01, 0x0A, 0x03, 0x00, 0x0F], [0x19],
        [0x0B, 0x01],
        [0x1B, 0x05, 0x00, 0x01], [0x1D, 0x05, 0x00, 0x02], [0x1D, 0x03, 0x00, 0x01, 0x00, 0xFF, 0xFF],
        [0x11, 0x06, 0x01, 0x00, 0x09, 0x00, 0x00, 0x18], [0x07, 0x01, 0x00, 0x03, 0x00],
    ]

    private var frames = Mutator(seeds: Self.seeds, number: 3)
    private var chance = SeededGenerator(seed: 4)
    private var channel = AccessoryChannel(settings: LinkSetup(mtu: 185, subscribesToBoth: true, reconnectAttempts: 3))
    private var server: GATTServer
    /// The link's pending events, unless something else happens first.
    private var pending: [BluetoothEvent] = []
    private var told: [ChannelEvent] = []

    init() {
        let value = CharacteristicDefinition(
            AttributeUUID(BackgroundService.accessoryConfigurationData)!, .read, permissions: [.read, .encryptedRead],
            value: [1, 2, 3])
        let revision = CharacteristicDefinition(
            AttributeUUID(DeviceInformation.firmwareRevision.uuid), .read, value: Array("1.2.3".utf8))
        let management = CharacteristicDefinition(
            AttributeUUID(SMPService.characteristic)!, [.writeWithoutResponse, .notify])
        let changed = CharacteristicDefinition(.serviceChanged, .indicate, value: [1, 0, 0xFF, 0xFF])
        server = GATTServer(
            ownMTU: 100,
            services: ChannelBench.services(
                .nordicUART, receive: [.write, .notify], receivePermissions: [.write, .encryptedWrite]) + [
                    ServiceDefinition(AttributeUUID(BackgroundService.service)!, characteristics: [value]),
                    ServiceDefinition(.genericAttribute, characteristics: [changed]),
                    ServiceDefinition(AttributeUUID(DeviceInformation.service), characteristics: [revision]),
                    ServiceDefinition(AttributeUUID(SMPService.service)!, characteristics: [management]),
                ])
    }

    private mutating func chanceEvent() -> BluetoothEvent {
        let number = UInt16.random(in: 0...UInt16.max, using: &chance)
        switch Int.random(in: 0..<12, using: &chance) {
        case 0: return .connected(BluetoothAddress(value: 1))
        case 1: return .disconnected(.authentication)
        case 2: return .connectFailed("away")
        case 3: return .encrypted(LinkSecurity(isSecureConnections: true, isBonded: chance.chance(0.5)))
        case 4: return .pairingFailed("no")
        case 5:
            return .connectionParametersRequested(
                ConnectionParameters(
                    minimumInterval: number, maximumInterval: number, latency: number, supervisionTimeout: number))
        case 6:
            return .discovered(
                Advertisement(address: BluetoothAddress(value: 1), rssi: nil, name: nil, services: []))
        case 7: return .finding(Finding("test.odd", .note, "odd"))
        default: return .frame(frames.next(limit: 60))
        }
    }

    private mutating func happen(at now: Instant) -> [AccessoryChannel.Effect] {
        switch Int.random(in: 0..<200, using: &chance) {
        case 0: return channel.find(within: .seconds(1))
        case 1...6: return channel.connect(within: .seconds(1), upTo: .subscribed, at: now)
        case 7: return channel.connect(within: .seconds(1), upTo: .link, at: now)
        case 8: return channel.subscribe(at: now)
        case 9: return channel.disconnect()
        case 10...14: return channel.send(chance.bytes(Int.random(in: 0...600, using: &chance)), .other, at: now)
        case 15...17: return channel.readBackgroundConfiguration(at: now)
        case 18: return channel.pair()
        case 19: return channel.forget()
        case 20: return channel.disconnect()
        case 25...27: return channel.identify(console: chance.chance(0.5) ? .smp : nil, within: .seconds(2), at: now)
        case 21...24: return channel.receive(chanceEvent(), at: now)
        default: return pending.isEmpty ? [] : channel.receive(pending.removeFirst(), at: now)
        }
    }

    /// Returns an answer without any image.
    private static func images(_ question: [UInt8]) -> [UInt8] {
        guard let header = try? SMPHeader(decoding: question[...]) else { return [] }
        return SMPRead.imageState.answer(.object(["images": .array([])]), to: header)
    }

    /// Returns console lines: an answer to the request there, its echo, or anything.
    private mutating func printed(_ question: [UInt8]) -> [String] {
        var reader = SMPConsoleReader()
        guard chance.chance(0.5), case .message(let message)? = reader.receive(question).first else {
            return [String(decoding: chance.chance(0.5) ? question : frames.next(limit: 60), as: UTF8.self)]
        }
        return SMPConsole.lines(Self.images(message)).map { String(decoding: $0.dropLast(), as: UTF8.self) }
    }

    /// Handles the channel's requests to the link.
    private mutating func take(_ effects: [AccessoryChannel.Effect], at now: Instant) {
        for effect in effects {
            switch effect {
            case .event(let event):
                told.append(event)
                if case .lost = event { pending = [] }
            case .request(.frame(let frame)):
                for effect in server.receive(frame, at: now) where pending.count < 100 {
                    if case .send(let answer) = effect { pending.append(.frame(answer)) }
                    guard case .event(.written(let written, let question, _)) = effect,
                        written.uuid == AttributeUUID(SMPService.characteristic)
                    else { continue }
                    let answer = chance.chance(0.5) ? Self.images(question) : frames.next(limit: 60)
                    for case .send(let told) in (try? server.notify(written.handle, answer, at: now)) ?? [] {
                        pending.append(.frame(told))
                    }
                }
            case .request(.connect):
                server.linkLost()
                pending = [.connected(BluetoothAddress(value: 1))]
            case .request(.pair):
                server.isEncrypted = chance.chance(0.5)
                let made = BluetoothEvent.encrypted(LinkSecurity(isSecureConnections: true, isBonded: false))
                pending.append(server.isEncrypted ? made : .pairingFailed("no"))
            case .request(.disconnect): pending.append(.disconnected(.remote))
            case .console(let bytes):
                for line in printed(bytes) { take(channel.receive(printed: line, at: now), at: now) }
            case .request(.find), .request(.forget), .opened, .message, .sent, .finding: break
            }
        }
    }

    @Test mutating func noOrderOfEventsBringsAChannelDown() {
        var now = Instant.start
        for _ in 0..<100_000 {
            now = now + .milliseconds(Int.random(in: 0...100, using: &chance))
            let effects = happen(at: now) + channel.advance(to: now)
            take(effects, at: now)
            #expect(channel.deadline.map { $0 > now } ?? true)
            #expect(effects.count < 300)
        }
        func count(_ isWanted: (ChannelEvent) -> Bool) -> Int { told.count(where: isWanted) }
        #expect(count { if case .ready = $0 { true } else { false } } > 100)
        #expect(count { if case .backgroundConfiguration = $0 { true } else { false } } > 10)
        #expect(count { if case .writeRefused = $0 { true } else { false } } > 10)
        #expect(count { if case .reconnecting = $0 { true } else { false } } > 100)
        #expect(count { if case .identified = $0 { true } else { false } } > 100)
        #expect(
            count {
                guard case .identified(let readings) = $0 else { return false }
                return readings.contains { $0.claim == .images(slots: []) }
            } > 3)
        #expect(count { if case .setUpFailed = $0 { true } else { false } } > 3)
    }
}
