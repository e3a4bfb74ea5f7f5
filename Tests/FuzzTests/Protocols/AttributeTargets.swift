import GATT
import Ground

/// ATT and GATT: any bytes, from any peer, in any order.
enum AttributeTargets {
    static let all = [
        FuzzTarget("att", seeds: { Seeds.hex(in: "att-pdus.txt") + Seeds.hex(in: "att-malformed.txt") }, take: pdu),
        FuzzTarget("gatt-client", seeds: { dialogues(answers) }, take: client),
        FuzzTarget("gatt-server", seeds: { dialogues(Seeds.hex(in: "att-pdus.txt")) }, take: server),
    ]

    /// A server's regular answers.
    private static let answers = [
        "01 10 01 00 0a", "03 f7 00", "05 01 25 00 02 29", "07 05 00 09 00", "09 07 02 00 02 03 00 00 2a", "0b aa bb",
        "0d aa", "11 06 01 00 05 00 00 18", "13", "17 09 00 00 00 aa", "19", "1b 0a 00 01", "1d 0c 00 01",
        "23 0a 00 01 00 aa", "0a 03 00", "02 40 00", "52 03 00 01",
    ].map(Seeds.bytes)

    private static func dialogues(_ frames: [[UInt8]]) -> [[UInt8]] {
        (0..<10).map { choice in Choices.input(frames, between: [choice]) }
    }

    private static func pdu(_ input: [UInt8]) {
        guard let pdu = try? ATTPDU(decoding: input) else { return }
        must(pdu.encoded == input, "\(input.hex) became \(pdu.encoded.hex)")
    }

    private static func client(_ input: [UInt8]) {
        var choices = Choices(input)
        var client = GATTClient(ownMTU: 247)
        var now = Instant.start
        var (begun, ended) = (0, 0)
        while !choices.isAtEnd {
            if client.isDead { return }
            let choice = choices.byte()
            now = now + .milliseconds(Int(choice) * 20)
            var effects = client.advance(to: now)
            if !client.isDead, !client.isBusy {
                begun += 1
                effects += begin(&client, Int(choice) % 10, now)
            }
            effects += client.receive(choices.piece(), at: now)
            for effect in effects {
                if case .completed = effect { ended += 1 }
                guard case .send(let bytes) = effect else { continue }
                must(bytes.count <= Int(max(client.mtu, 247)), "a PDU of \(bytes.count) bytes")
            }
            must((0...1).contains(begun - ended) || client.isDead, "\(begun) begun, \(ended) ended")
        }
    }

    private static func begin(_ client: inout GATTClient, _ choice: Int, _ now: Instant) -> [GATTClientEffect] {
        let service = Service(0x1800, HandleRange(1, 9))
        let characteristic = Characteristic(0x2A00, .read, declaration: 2, valueHandle: 3, end: 0x30)
        return switch choice {
        case 0: client.exchangeMTU(at: now).effects
        case 1: client.discoverServices(at: now).effects
        case 2: client.discoverService(0x1800, at: now).effects
        case 3: client.discoverServices(at: now).effects
        case 4: client.discoverCharacteristics(in: service, at: now).effects
        case 5: client.subscribe(.indications, to: characteristic, at: now).effects
        case 6: client.read(3, at: now).effects
        case 7: client.write(Array(repeating: 7, count: 40), to: 9, mode: .withResponse, at: now).effects
        case 8: client.subscribe(.notifications, to: characteristic, at: now).effects
        default: client.read(0x30, at: now).effects
        }
    }

    private static let services = [
        ServiceDefinition(
            .genericAccess,
            characteristics: [CharacteristicDefinition(.deviceName, .read, value: Array("Door".utf8))]),
        ServiceDefinition(
            0xFF10, start: 0x0020,
            characteristics: [
                CharacteristicDefinition(0xFF11, [.write, .writeWithoutResponse]),
                CharacteristicDefinition(0xFF12, [.notify, .indicate]),
            ]),
        ServiceDefinition(
            0xFF00, includes: [0xFF10],
            characteristics: [
                CharacteristicDefinition(0xFF01, [.read, .write], value: (0..<512).map { UInt8($0 % 251) }),
                CharacteristicDefinition(
                    0xFF02, [.read, .write, .notify],
                    permissions: [.read, .write, .encryptedRead, .encryptedWrite, .encryptedSubscribe],
                    maximumLength: 8),
            ]),
    ]
    private static let prepared = GATTServer(ownMTU: 247, services: services)

    private static func server(_ input: [UInt8]) {
        var choices = Choices(input)
        var server = prepared
        while !choices.isAtEnd, !server.isDead {
            let choice = choices.byte()
            if choice == 0xFF { server.linkLost() }
            server.isEncrypted = choice & 1 == 1
            let frame = choices.piece()
            let limit = Int(server.mtu)
            var answers = 0
            for case .send(let answer) in server.receive(frame, at: .start) {
                answers += 1
                must(answer.count <= limit, "\(frame.hex) was answered with \(answer.count) bytes")
            }
            let isRequest = frame.first.map { ATTOpcode(rawValue: $0).kind == .request } ?? false
            let isIndication = frame.count >= 3 && frame[0] == 0x1D
            must(!isRequest || answers == 1, "\(frame.hex) had \(answers) answers")
            must(isRequest || isIndication || answers == 0, "\(frame.hex) was answered")
        }
    }
}
