import GATT
import Ground

/// A client and a server joined in memory: each receives what the other sends at the same instant.
struct Loopback {
    var client: GATTClient
    var server: GATTServer
    var now = Instant.start
    /// The client's effects except `send`.
    var told: [GATTClientEffect] = []
    /// The server's effects except `send`.
    var served: [GATTServerEffect] = []
    /// The number of PDUs that the client sent, and the longest PDU of either side.
    var sent = 0
    var longest = 0

    init(clientMTU: UInt16 = 527, serverMTU: UInt16 = 517, _ services: [ServiceDefinition] = Accessory.services) {
        client = GATTClient(ownMTU: clientMTU)
        server = GATTServer(ownMTU: serverMTU, services: services)
    }

    /// Runs one procedure to its end.
    mutating func run(_ begin: (inout GATTClient, Instant) -> GATTClient.Begun) -> GATTOutcome? {
        let (id, effects) = begin(&client, now)
        pump(effects)
        for case .completed(id, let outcome) in told { return outcome }
        return nil
    }

    mutating func pump(_ effects: [GATTClientEffect]) {
        for effect in effects {
            guard case .send(let frame) = effect else {
                told.append(effect)
                continue
            }
            sent += 1
            longest = max(longest, frame.count)
            pump(server.receive(frame, at: now))
        }
    }

    mutating func pump(_ effects: [GATTServerEffect]) {
        for effect in effects {
            guard case .send(let frame) = effect else {
                served.append(effect)
                continue
            }
            longest = max(longest, frame.count)
            pump(client.receive(frame, at: now))
        }
    }

    var findings: [Finding] {
        told.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
            + served.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
    }

    var events: [GATTServerEvent] { served.compactMap { if case .event(let event) = $0 { event } else { nil } } }
}

/// An accessory with short and long UUIDs, included services and every kind of permission.
enum Accessory {
    static let uart = AttributeUUID("6E400001-B5A3-F393-E0A9-E50E24DCCA9E")!
    static let receive = AttributeUUID("6E400002-B5A3-F393-E0A9-E50E24DCCA9E")!
    static let transmit = AttributeUUID("6E400003-B5A3-F393-E0A9-E50E24DCCA9E")!
    static let qorvo = AttributeUUID("2E938FD0-6A61-11ED-A1EB-0242AC120002")!
    static let long: AttributeUUID = 0xFF01
    static let secret: AttributeUUID = 0xFF02

    static let services = [
        ServiceDefinition(
            .genericAccess,
            characteristics: [
                CharacteristicDefinition(.deviceName, .read, value: Array("Door".utf8)),
                CharacteristicDefinition(.appearance, .read, value: [0x00, 0x00]),
            ]),
        ServiceDefinition(
            0x180A, characteristics: [CharacteristicDefinition(0x2A29, .read, value: Array("Example Locks".utf8))]),
        ServiceDefinition(
            uart, start: 0x0020,
            characteristics: [
                CharacteristicDefinition(receive, [.write, .writeWithoutResponse]),
                CharacteristicDefinition(
                    transmit, [.notify, .indicate],
                    descriptors: [DescriptorDefinition(.characteristicUserDescription, value: Array("out".utf8))]),
            ]),
        ServiceDefinition(qorvo, isPrimary: false, characteristics: []),
        ServiceDefinition(
            0xFF00, includes: [0x180A, qorvo],
            characteristics: [
                CharacteristicDefinition(long, [.read, .write], value: (0..<512).map { UInt8($0 % 251) }),
                CharacteristicDefinition(
                    secret, [.read, .write, .notify],
                    permissions: [.read, .write, .encryptedRead, .encryptedWrite, .encryptedSubscribe],
                    maximumLength: 8),
            ]),
    ]
}
