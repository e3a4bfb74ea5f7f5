import GATT
import Ground
import TestSupport
import Testing

@Suite struct HostileServerTests {
    static let service = Service(0xFF00, HandleRange(0x10, 0x20))

    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let begin: @Sendable (inout GATTClient) -> GATTClient.Begun
        /// The answers, one per request.
        let answers: [String]
    }

    static let services: @Sendable (inout GATTClient) -> GATTClient.Begun = { $0.discoverServices(at: .start) }
    static let one: @Sendable (inout GATTClient) -> GATTClient.Begun = { $0.discoverService(0xFF00, at: .start) }
    static let characteristics: @Sendable (inout GATTClient) -> GATTClient.Begun = {
        $0.discoverCharacteristics(in: service, at: .start)
    }
    static let descriptors: @Sendable (inout GATTClient) -> GATTClient.Begun = {
        $0.subscribe(
            .notifications, to: Characteristic(0xFF01, .notify, declaration: 0x11, valueHandle: 0x12, end: 0x18),
            at: .start)
    }
    static let write: @Sendable (inout GATTClient) -> GATTClient.Begun = {
        $0.write(Array(repeating: 7, count: 25), to: 9, mode: .withResponse, at: .start)
    }

    static let attacks = [
        Attack(
            testDescription: "the same service for ever", begin: services,
            answers: ["11 06 01 00 05 00 00 18", "11 06 01 00 05 00 00 18"]),
        Attack(
            testDescription: "services that go back", begin: services,
            answers: ["11 06 06 00 09 00 00 18 01 00 05 00 01 18"]),
        Attack(
            testDescription: "a service that ends before it begins", begin: services,
            answers: ["11 06 06 00 05 00 00 18"]),
        Attack(
            testDescription: "a service after the last handle", begin: services,
            answers: ["11 06 01 00 ff ff 00 18 02 00 03 00 01 18"]),
        Attack(
            testDescription: "a service with a UUID of three bytes", begin: services,
            answers: ["11 07 01 00 05 00 00 18 00"]),
        Attack(testDescription: "a list of services that is cut", begin: services, answers: ["11 06 01 00 05"]),
        Attack(
            testDescription: "one service found again", begin: one,
            answers: ["07 01 00 05 00", "07 01 00 05 00"]),
        Attack(
            testDescription: "a characteristic outside its service", begin: characteristics,
            answers: ["09 07 21 00 02 22 00 01 ff"]),
        Attack(
            testDescription: "a characteristic before its service", begin: characteristics,
            answers: ["09 07 01 00 02 02 00 01 ff"]),
        Attack(
            testDescription: "a value before its declaration", begin: characteristics,
            answers: ["09 07 12 00 02 11 00 01 ff"]),
        Attack(
            testDescription: "a value outside its service", begin: characteristics,
            answers: ["09 07 20 00 02 21 00 01 ff"]),
        Attack(
            testDescription: "a declaration within a value", begin: characteristics,
            answers: ["09 07 11 00 02 14 00 01 ff 13 00 02 15 00 02 ff"]),
        Attack(
            testDescription: "a declaration of six bytes", begin: characteristics,
            answers: ["09 08 11 00 02 12 00 01 ff 00"]),
        Attack(testDescription: "a declaration of nothing", begin: characteristics, answers: ["09 02 11 00"]),
        Attack(
            testDescription: "the same descriptor for ever", begin: descriptors,
            answers: ["05 01 13 00 02 29", "05 01 13 00 02 29"]),
        Attack(
            testDescription: "a descriptor of another characteristic", begin: descriptors,
            answers: ["05 01 19 00 02 29"]),
        Attack(testDescription: "a descriptor at handle 0", begin: descriptors, answers: ["05 01 00 00 02 29"]),
        Attack(testDescription: "an echo of other bytes", begin: write, answers: ["17 09 00 00 00 07 07", "19"]),
        Attack(
            testDescription: "an echo that cannot be cancelled", begin: write,
            answers: ["17 09 00 00 00 07 07", "01 18 00 00 0e"]),
    ]

    @Test(arguments: attacks) func aHostileAnswerIsAFindingAndEndsTheProcedure(attack: Attack) {
        var client = GATTClient(ownMTU: 23)
        let (id, begun) = attack.begin(&client)
        #expect(begun.count == 1)
        var effects: [GATTClientEffect] = []
        for answer in attack.answers {
            #expect(client.isBusy)
            effects += client.receive(bytes(answer), at: .start)
        }
        let faults = effects.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
        #expect(faults.map(\.weight) == [.fault])
        #expect(effects.last == faults.first.map { .completed(id, .failed(.violation($0))) })
        #expect(!client.isBusy && !client.isDead)
        #expect(client.read(3, at: .start).effects == [.send(bytes("0a 03 00"))])
    }

    @Test func aValueWithoutEndIsAFault() {
        var client = GATTClient(ownMTU: 23)
        var effects = client.read(3, at: .start).effects
        var parts = 0
        while client.isBusy, parts < 100 {
            let opcode = parts == 0 ? "0b" : "0d"
            effects += client.receive(bytes(opcode) + Array(repeating: 1, count: 22), at: .start)
            parts += 1
        }
        #expect(parts == 24)
        guard case .completed(_, .failed(.violation))? = effects.last else {
            Issue.record("the read did not fail")
            return
        }
    }

    @Test(arguments: ["01 0c 03 00 07", "01 0c 03 00 0b"]) func anErrorEndsALongRead(answer: String) {
        var client = GATTClient(ownMTU: 23)
        let (id, _) = client.read(3, at: .start)
        let part = Array(repeating: UInt8(1), count: 22)
        #expect(client.receive(bytes("0b") + part, at: .start) == [.send(bytes("0c 03 00 16 00"))])
        #expect(client.receive(bytes(answer), at: .start) == [.completed(id, .value(part))])
    }

    @Test func aValueThatDoesNotFollowItsDeclarationIsDoubtful() {
        var client = GATTClient(ownMTU: 23)
        let (id, _) = client.discoverCharacteristics(in: Self.service, at: .start)
        let effects = client.receive(bytes("09 07 11 00 02 14 00 01 ff"), at: .start)
        guard case .finding(let finding)? = effects.first else {
            Issue.record("no finding")
            return
        }
        #expect(finding.weight == .warning)
        #expect(effects.last == .send(bytes("08 12 00 20 00 03 28")))
        let found = Characteristic(0xFF01, .read, declaration: 0x11, valueHandle: 0x14, end: 0x20)
        #expect(
            client.receive(bytes("01 08 12 00 0a"), at: .start) == [.completed(id, .characteristics([found]))])
    }

    @Test func aSilentServerEndsEverything() {
        var client = GATTClient(ownMTU: 185)
        let first = client.exchangeMTU(at: .start)
        let second = client.discoverServices(at: .start)
        let end = Instant.start + .seconds(30)
        #expect(client.deadline == end)
        #expect(client.advance(to: end - .nanoseconds(1)) == [])
        let death = ATTBearerFailure.requestTimedOut(.exchangeMTURequest)
        #expect(
            client.advance(to: end) == [
                .completed(first.id, .failed(.timedOut)), .completed(second.id, .failed(.notSent(.dead(death)))),
                .dead(death),
            ])
        #expect(client.isDead && client.deadline == nil)
        let (id, effects) = client.read(3, at: end)
        #expect(effects == [.completed(id, .failed(.notSent(.dead(death))))])
        let sends = client.receive(bytes("0a 03 00"), at: end).contains { if case .send = $0 { true } else { false } }
        #expect(!sends)
    }

    @Test func aResponseToNothingIsAFault() {
        var client = GATTClient(ownMTU: 185)
        guard case .finding(let finding)? = client.receive(bytes("13"), at: .start).first else {
            Issue.record("no finding")
            return
        }
        #expect(finding.weight == .fault)
    }
}
