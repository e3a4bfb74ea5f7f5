import GATT
import Ground
import TestSupport
import Testing

@Suite struct ServerTests {
    var server = GATTServer(ownMTU: 247, services: Accessory.services)

    /// Requests with the accessory's answers at MTU 23.
    static let answers = [
        ("02 17 00", "03 f7 00"),
        ("04 01 00 05 00", "05 01 01 00 00 28 02 00 03 28 03 00 00 2a 04 00 03 28 05 00 01 2a"),
        ("04 22 00 25 00", "05 02 22 00 9e ca dc 24 0e e5 a9 e0 93 f3 a3 b5 02 00 40 6e"),
        ("04 25 00 ff ff", "05 01 25 00 02 29 26 00 01 29 27 00 01 28 28 00 00 28 29 00 02 28"),
        ("04 09 00 1f 00", "01 04 09 00 0a"), ("04 05 00 04 00", "01 04 05 00 01"),
        ("04 00 00 04 00", "01 04 00 00 01"), ("06 01 00 ff ff 00 28 0a 18", "07 06 00 08 00"),
        ("06 01 00 ff ff 00 2a 44 6f 6f 72", "07 03 00 03 00"),
        ("06 01 00 ff ff 00 28 0b 18", "01 06 01 00 0a"),
        ("08 01 00 05 00 03 28", "09 07 02 00 02 03 00 00 2a 04 00 02 05 00 01 2a"),
        ("08 01 00 ff ff 01 ff", "09 15 2c 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12"),
        ("08 01 00 ff ff 02 ff", "01 08 2e 00 05"), ("08 05 00 01 00 03 28", "01 08 05 00 01"),
        ("0a 03 00", "0b 44 6f 6f 72"), ("0a 00 00", "01 0a 00 00 01"), ("0c 03 00 02 00", "0d 6f 72"),
        ("0c 03 00 04 00", "0d"), ("0c 03 00 05 00", "01 0c 03 00 07"),
        ("0e 03 00 05 00", "0f 44 6f 6f 72 00 00"), ("0e 03 00 22 00", "01 0e 22 00 02"),
        ("20 03 00 05 00", "21 04 00 44 6f 6f 72 02 00 00 00"),
        ("20 08 00 03 00 05 00", "21 0d 00 45 78 61 6d 70 6c 65 20 4c 6f 63 6b 73 04 00 44 6f 6f 72"),
        ("10 01 00 ff ff 00 28", "11 06 01 00 05 00 00 18 06 00 08 00 0a 18"),
        ("10 01 00 ff ff 01 28", "11 14 27 00 27 00 02 00 12 ac 42 02 eb a1 ed 11 61 6a d0 8f 93 2e"),
        ("10 01 00 ff ff 03 28", "01 10 01 00 10"), ("10 30 00 ff ff 00 28", "01 10 30 00 0a"),
        ("12 22 00 aa", "13"), ("12 03 00 aa", "01 12 03 00 03"), ("16 22 00 00 00 aa", "17 22 00 00 00 aa"),
        ("16 03 00 00 00 aa", "01 16 03 00 03"), ("18 01", "19"), ("18 00", "19"), ("18 07", "01 18 00 00 04"),
        ("14 01 02", "01 14 00 00 06"), ("0a 03", "01 0a 00 00 04"), ("0a 03 00 00", "01 0a 00 00 04"),
        ("0e 03 00", "01 0e 00 00 04"),
    ]

    @Test(arguments: answers) mutating func everyRequestHasItsAnswer(request: String, answer: String) {
        let effects = server.receive(bytes(request), at: .start)
        let sent = effects.compactMap { if case .send(let frame) = $0 { frame.hex } else { nil } }
        #expect(sent == [answer])
    }

    @Test(arguments: ["7f 01", "52 22", "d2 22 00 01", "d2 22 00 00 01 02 03 04 05 06 07 08 09 0a 0b", "52 99 00 01"])
    mutating func commandsThatCannotBeTakenAreOnlyNoted(command: String) {
        let effects = server.receive(bytes(command), at: .start)
        #expect(effects.count == 1)
        guard case .finding? = effects.first else {
            Issue.record("no finding")
            return
        }
    }

    @Test mutating func preparedWritesAreBoundedAndCanBeCancelled() {
        for _ in 0..<GATTResponder.prepareQueueLimit {
            #expect(sent(server.receive(bytes("16 22 00 00 00 aa"), at: .start)) == ["17 22 00 00 00 aa"])
        }
        #expect(sent(server.receive(bytes("16 22 00 00 00 aa"), at: .start)) == ["01 16 22 00 09"])
        #expect(sent(server.receive(bytes("18 00"), at: .start)) == ["19"])
        #expect(server.responder.value(at: 0x22) == [])
        #expect(sent(server.receive(bytes("16 22 00 00 00 aa"), at: .start)) == ["17 22 00 00 00 aa"])
    }

    @Test mutating func preparedWritesAreStoredTogetherOrNotAtAll() {
        for part in ["16 22 00 00 00 01 02 03", "16 2c 00 00 00 09", "16 22 00 02 00 04"] {
            _ = server.receive(bytes(part), at: .start)
        }
        let written = server.receive(bytes("18 01"), at: .start)
        #expect(
            written == [
                .send(bytes("19")),
                .event(.written(AttributeReference(Accessory.receive, 0x22), [1, 2, 4], withResponse: true)),
                .event(.written(AttributeReference(Accessory.long, 0x2C), [9], withResponse: true)),
            ])
        for part in ["16 2c 00 00 00 08", "16 22 00 09 00 05"] { _ = server.receive(bytes(part), at: .start) }
        #expect(sent(server.receive(bytes("18 01"), at: .start)) == ["01 18 22 00 07"])
        #expect(server.responder.value(at: 0x2C) == [9])
    }

    @Test mutating func valuesCanBeSetAndFound() {
        #expect(server.responder.handle(of: .deviceName) == 3)
        #expect(server.responder.handle(of: 0x1234) == nil)
        #expect(server.responder.setValue(Array("Gate".utf8), at: 3) == true)
        #expect(sent(server.receive(bytes("0a 03 00"), at: .start)) == ["0b 47 61 74 65"])
        #expect(server.responder.setValue([1], at: 0x99) == false)
        #expect(server.responder.setValue([1], at: 2) == false)
        #expect(server.responder.setValue(Array(repeating: 0, count: 513), at: 3) == false)
    }

    @Test func definitionsThatMakeNoTableAreNamed() {
        #expect(ServiceDefinition.problems(in: Accessory.services) == [])
        let long = CharacteristicDefinition(0xFF01, .read, value: [1, 2], maximumLength: 1)
        let wrong = [
            ServiceDefinition(0xFF00, start: 5, includes: [0x1234], characteristics: [long]),
            ServiceDefinition(0xFF01, start: 3, characteristics: []),
            ServiceDefinition(0xFF02, start: 0xFFFF, characteristics: [long]),
        ]
        #expect(ServiceDefinition.problems(in: wrong).count == 4)
        let zero = ServiceDefinition(0xFF00, start: 0, characteristics: [])
        #expect(ServiceDefinition.problems(in: [zero]).count == 1)
    }

    @Test func thePhoneAnswersWhileItWaitsItself() {
        var client = GATTClient(ownMTU: 185)
        _ = client.discoverServices(at: .start)
        let name = client.receive(bytes("0a 03 00"), at: .start)
        #expect(name == [.send(bytes("0b 69 50 68 6f 6e 65")), .served(.read(AttributeReference(.deviceName, 3)))])
        let appearance = client.receive(bytes("08 01 00 ff ff 01 2a"), at: .start)
        #expect(appearance.first == .send(bytes("09 04 05 00 40 00")))
        #expect(client.receive(bytes("3f"), at: .start).first == .send(bytes("01 3f 00 00 06")))
        #expect(client.receive(bytes("02 64 00"), at: .start) == [.send(bytes("03 b9 00")), .settledMTU(100)])
        #expect(client.isBusy && client.mtu == 100)
        client.answersRequests = false
        #expect(client.receive(bytes("0a 03 00"), at: .start) == [])
    }

    @Test func anAccessoryMayExchangeTheMTUItself() throws {
        var loop = Loopback(clientMTU: 185)
        loop.pump(try loop.server.exchangeMTU(at: .start))
        #expect(loop.client.mtu == 185 && loop.server.mtu == 185)
        #expect(loop.told == [.settledMTU(185)] && loop.served == [.settledMTU(185)])
    }

    @Test mutating func aSilentAccessoryLetsTheClientTimeOut() {
        server.answersRequests = false
        #expect(server.receive(bytes("0a 03 00"), at: .start) == [])
    }

    private func sent(_ effects: [GATTServerEffect]) -> [String] {
        effects.compactMap { if case .send(let frame) = $0 { frame.hex } else { nil } }
    }
}
