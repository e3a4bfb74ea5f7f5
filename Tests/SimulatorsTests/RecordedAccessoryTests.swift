import GATT
import Ground
import Links
import NearbyInteraction
import Scenarios
import Simulators
import Testing
import Zoo

struct RecordedAccessoryTests {
    private static let written = AttributeHandle(6)
    private static let told = AttributeHandle(8)

    /// Returns the accessory of a run that Trammel's phone passed.
    private func recorded() throws -> AccessoryRecording {
        let run = try RecordedRun(of: .named("fullFlow"), with: ZooAccessory(.appleSample))
        return try #require(run.recording.accessories.first)
    }

    // MARK: Another phone

    @Test("a phone that discovers in another order, at a larger MTU, finds everything and is answered")
    func discoversOtherwise() throws {
        var bench = RecordedBench(try recorded())
        #expect(bench.accessory.advertisement?.name == "Door")
        bench.connect()
        guard case .services(let services)? = bench.run({ $0.discoverServices(at: $1) }) else {
            return #expect(Bool(false), "no services")
        }
        let uart = try #require(services.first { $0.uuid == AttributeUUID(DataChannelProfile.nordicUART.service) })
        #expect(services.contains { $0.uuid == .genericAccess })
        guard case .characteristics(let found)? = bench.run({ $0.discoverCharacteristics(in: uart, at: $1) }) else {
            return #expect(Bool(false), "no characteristics")
        }
        let transmit = try #require(found.first { $0.uuid == AttributeUUID(DataChannelProfile.nordicUART.tx) })
        let receive = try #require(found.first { $0.uuid == AttributeUUID(DataChannelProfile.nordicUART.rx) })
        #expect(bench.run { $0.exchangeMTU(at: $1) } == .mtu(247), "as the recorded one said")
        #expect(bench.run { $0.subscribe(.notifications, to: transmit, at: $1) } == .subscribed(.notifications))
        bench.send(.writeCommand(receive.valueHandle, PhoneMessage.initialize.encoded()))
        bench.pass(.milliseconds(500))
        let messages = bench.events.compactMap { event -> [UInt8]? in
            if case .told(transmit.valueHandle, let value) = event { value } else { nil }
        }
        #expect(messages.count == 1 && messages.first?.first == 0x01, "its configuration, once")
    }

    @Test("a phone that did not subscribe gets nothing, and a request for more than there is is refused")
    func sensibleRefusals() throws {
        var bench = RecordedBench(try recorded())
        bench.connect()
        let before = bench.log.count
        bench.send(.writeCommand(Self.written, PhoneMessage.initialize.encoded()))
        bench.pass(.seconds(1))
        #expect(bench.log.count == before)
        #expect(bench.run { $0.read(AttributeHandle(0x7777), at: $1) } == .failed(.refused(.invalidHandle, 0x7777)))
        bench.send(.unknown(ATTOpcode(rawValue: 0x2C), [1, 2]))
        #expect(
            bench.events.last
                == .frame(
                    ATTPDU.errorResponse(
                        to: ATTOpcode(rawValue: 0x2C), handle: 0, code: .requestNotSupported
                    ).encoded))
    }

    @Test("the last answer is repeated, and earlier ones come once each, in order")
    func answersInOrder() {
        var hand = HandRecording()
        hand.connect(at: 0)
        for (index, value) in [[UInt8(1)], [2], [3]].enumerated() {
            hand.exchange(.readRequest(9), .readResponse(value), at: 100 * (index + 1))
        }
        var bench = RecordedBench(hand.recording())
        bench.connect()
        let values = (0..<5).map { _ in bench.run { $0.read(9, at: $1) } }
        #expect(values == [[UInt8(1)], [2], [3], [3], [3]].map { GATTOutcome.value($0) })
    }

    @Test("an answer that was truncated by a small MTU is given in full at a larger one")
    func largerMTU() {
        let value = [UInt8](0..<40)
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.exchange(
            .readByTypeRequest(.all, type: .characteristic),
            .readByTypeResponse([HandleValue(5, [0x02, 6, 0, 0xF0, 0xFF])]), at: 10)
        hand.exchange(
            .readByGroupTypeRequest(.all, type: .primaryService),
            .readByGroupTypeResponse([
                GroupValue(HandleRange(4, 6), [0xAA, 0xFE])
            ]), at: 30)
        hand.exchange(.exchangeMTURequest(23), .exchangeMTUResponse(100), at: 50)
        hand.exchange(.readRequest(6), .readResponse(Array(value.prefix(22))), at: 70)
        hand.exchange(.readBlobRequest(6, offset: 22), .readBlobResponse(Array(value.suffix(18))), at: 90)
        var small = RecordedBench(hand.recording(), mtu: 23)
        small.connect()
        #expect(small.run { $0.read(6, at: $1) } == .value(value))
        var large = RecordedBench(hand.recording())
        large.connect()
        #expect(large.run { $0.exchangeMTU(at: $1) } == .mtu(100))
        #expect(large.run { $0.read(6, at: $1) } == .value(value))
        #expect(large.events.last == .frame(ATTPDU.readResponse(value).encoded), "in one PDU")
    }

    // MARK: Defects

    @Test("late answers are as late, missing ones are missing, and a hang-up instead of an answer is repeated")
    func badAnswers() {
        var hand = HandRecording()
        hand.connect(at: 0)
        for index in 0..<3 { hand.exchange(.readRequest(3), .readResponse([7]), at: 20 * index, after: 10) }
        hand.exchange(.readRequest(4), .readResponse([8]), at: 100, after: 400)
        hand.phone(.readRequest(5), at: 600)
        hand.phone(.readRequest(6), at: 3_000)
        hand.received(.disconnected(.remote), at: 3_200)
        var bench = RecordedBench(hand.recording())
        bench.connect()
        let asked = bench.now
        #expect(bench.run { $0.read(4, at: $1) } == .value([8]))
        #expect(bench.now - asked == .milliseconds(390), "but for the way through the air, which is the bench's own")
        #expect(bench.run { $0.read(5, at: $1) } == nil)
        bench.send(.readRequest(6))
        bench.pass(.seconds(1))
        #expect(bench.log.last?.event == .hungUp)
    }

    @Test("answers that echoed the recorded phone's random values echo those of the live phone")
    func echoes() {
        func message(_ session: UInt32) -> [UInt8] {
            guard let vector = StaticSTSInitialization([1, 2, 3, 4, 5, UInt8(truncatingIfNeeded: session)]) else {
                return []
            }
            let data = ShareableConfigurationData(
                sessionID: session, initialization: vector, address: ShortAddress(rawValue: 0x1234))
            return PhoneMessage.configureAndStart(data.encoded).encoded()
        }
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.phone(.writeCommand(Self.written, message(77)), at: 100)
        hand.accessory(.notification(Self.told, message(77)), at: 120)
        var bench = RecordedBench(hand.recording())
        bench.connect()
        bench.send(.writeCommand(Self.written, message(4711)))
        bench.pass(.seconds(1))
        #expect(bench.events.last == .told(Self.told, message(4711)))
    }

    @Test("an indication waits until the previous one is confirmed")
    func indications() {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.phone(.writeCommand(Self.written, [0x0A]), at: 100)
        for byte in UInt8(0x41)...0x43 { hand.accessory(.indication(Self.told, [byte]), at: 100 + Int(byte)) }
        var accessory = RecordedAccessory(hand.recording())
        _ = accessory.connected(at: .start)
        var sent = accessory.receive(ATTPDU.writeCommand(Self.written, [0x0A]).encoded, at: .start)
        sent += accessory.advance(to: .start + .seconds(1))
        #expect(sent == [.frame(ATTPDU.indication(Self.told, [0x41]).encoded)])
        for byte in UInt8(0x42)...0x43 {
            let next = accessory.receive(ATTPDU.confirmation.encoded, at: .start + .seconds(Int(byte)))
            #expect(next == [.frame(ATTPDU.indication(Self.told, [byte]).encoded)])
        }
    }

    @Test("a message that fits the recorded MTU and not this one is cut, and the other way round")
    func smallerMTU() {
        let long = [UInt8](repeating: 5, count: 60)
        for isTooLong in [false, true] {
            var hand = HandRecording()
            hand.connect(at: 0)
            if !isTooLong { hand.exchange(.exchangeMTURequest(185), .exchangeMTUResponse(185), at: 10) }
            hand.phone(.writeCommand(Self.written, [0x0A]), at: 100)
            hand.accessory(.notification(Self.told, long), at: 120)
            var bench = RecordedBench(hand.recording())
            bench.connect()
            bench.send(.writeCommand(Self.written, [0x0A]))
            bench.pass(.seconds(1))
            let frame = ATTPDU.notification(Self.told, long).encoded
            #expect(bench.events.contains(.frame(isTooLong ? frame : Array(frame.prefix(23)))))
        }
    }

    @Test("parts of a long write are confirmed with the written bytes, even if the recorded phone wrote others")
    func longWrites() {
        var hand = HandRecording()
        hand.connect(at: 0)
        hand.exchange(
            .prepareWriteRequest(Self.written, offset: 0, [1, 2, 3]),
            .prepareWriteResponse(Self.written, offset: 0, [1, 2, 3]), at: 100)
        hand.exchange(.executeWriteRequest(.write), .executeWriteResponse, at: 150)
        hand.accessory(.notification(Self.told, [9]), at: 200)
        var bench = RecordedBench(hand.recording())
        bench.connect()
        bench.send(.prepareWriteRequest(Self.written, offset: 0, [1, 7]))
        bench.pass(.milliseconds(50))
        #expect(bench.events.last == .frame([0x17, 6, 0, 0, 0, 1, 7]))
        bench.send(.executeWriteRequest(.write))
        bench.pass(.milliseconds(100))
        #expect(bench.events.contains(.frame([0x19])) && bench.events.last == .told(Self.told, [9]))
    }
}
