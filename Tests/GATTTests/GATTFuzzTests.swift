import GATT
import Ground
import TestSupport
import Testing

@Suite struct GATTFuzzTests {
    static let answers = [
        "01 10 01 00 0a", "03 f7 00", "05 01 25 00 02 29", "07 05 00 09 00", "09 07 02 00 02 03 00 00 2a", "0b aa bb",
        "0d aa", "11 06 01 00 05 00 00 18", "13", "17 09 00 00 00 aa", "19", "1b 0a 00 01", "1d 0c 00 01",
        "23 0a 00 01 00 aa", "0a 03 00", "02 40 00", "52 03 00 01",
    ].map { bytes($0) }

    @Test func noServerCanHurtTheClient() {
        var generator = SeededGenerator(seed: 11)
        var mutator = Mutator(seeds: Self.answers, number: 12)
        var client = GATTClient(ownMTU: 247)
        var now = Instant.start
        var begun = 0
        var ended = 0
        for _ in 0..<100_000 {
            if client.isDead { client = GATTClient(ownMTU: 247) }
            now = now + .milliseconds(Int(generator.next() % 500))
            var effects = client.advance(to: now)
            if !client.isBusy {
                begun += 1
                effects += begin(&client, Int(generator.next() % 10), now)
            }
            let isPlain = generator.chance(0.5)
            let frame = isPlain ? Self.answers.randomElement(using: &generator)! : mutator.next(limit: 300)
            effects += client.receive(frame, at: now)
            for effect in effects {
                if case .completed = effect { ended += 1 }
                if case .send(let bytes) = effect, bytes.count > Int(max(client.mtu, 247)) {
                    Issue.record("a PDU of \(bytes.count) bytes")
                }
            }
        }
        #expect(begun - ended <= 1 && begun - ended >= 0)
        #expect(begun > 3000)
    }

    private func begin(_ client: inout GATTClient, _ choice: Int, _ now: Instant) -> [GATTClientEffect] {
        let service = Service(0x1800, HandleRange(1, 9))
        let characteristic = Characteristic(0x2A00, .read, declaration: 2, valueHandle: 3, end: 0x30)
        let value = Array(repeating: UInt8(7), count: 40)
        return switch choice {
        case 0: client.exchangeMTU(at: now).effects
        case 1: client.discoverServices(at: now).effects
        case 2: client.discoverService(0x1800, at: now).effects
        case 3: client.discoverServices(at: now).effects
        case 4: client.discoverCharacteristics(in: service, at: now).effects
        case 5: client.subscribe(.indications, to: characteristic, at: now).effects
        case 6: client.read(3, at: now).effects
        case 7: client.write(value, to: 9, mode: .withResponse, at: now).effects
        case 8: client.subscribe(.notifications, to: characteristic, at: now).effects
        default: client.read(0x30, at: now).effects
        }
    }

    @Test func noClientCanHurtTheServer() {
        var mutator = Mutator(seeds: ServerTests.answers.map { bytes($0.0) } + [bytes("1e"), bytes("12 25 00 03 00")])
        var server = GATTServer(ownMTU: 247, services: Accessory.services)
        var answered = 0
        for round in 0..<100_000 {
            if round % 1000 == 0 { server.linkLost() }
            let frame = mutator.next(limit: 80)
            let limit = Int(server.mtu)
            var answers = 0
            for case .send(let answer) in server.receive(frame, at: .start) {
                answers += 1
                if answer.count > limit { Issue.record("\(frame.hex) was answered with \(answer.count) bytes") }
            }
            let isRequest = frame.first.map { ATTOpcode(rawValue: $0).kind == .request } ?? false
            let isIndication = frame.count >= 3 && frame[0] == 0x1D
            if isRequest, answers != 1 { Issue.record("\(frame.hex) had \(answers) answers") }
            if !isRequest, !isIndication, answers != 0 { Issue.record("\(frame.hex) was answered") }
            answered += answers
        }
        #expect(answered > 50_000)
        for handle in [0x22, 0x2C] as [AttributeHandle] {
            #expect((server.responder.value(at: handle) ?? []).count <= 512)
        }
    }
}
