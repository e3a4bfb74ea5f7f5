import Captures
import GATT
import Ground
import Links
import NearbyInteraction
import Recordings
import TestSupport
import Testing
import Traces

@Suite struct RedactorTests {
    private let address = BluetoothAddress(value: 0xC0FF_EE12_3456, kind: .random)
    private let session: UInt32 = 0xD15E_A5ED
    private let vector: [UInt8] = [0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0xF6]
    private let secrets: [String] = ["Grandma's door", "frontDoor", "keyFob", "ttyACM7", "S/N 123456"]

    /// Returns frames with every kind of content that must be redacted.
    private func events() throws -> [TraceEvent] {
        let accessory = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0xBEEF))
        let shareable = ShareableConfigurationData(
            sessionID: session, initialization: try #require(StaticSTSInitialization(vector)),
            address: ShortAddress(rawValue: 0xCAFE))
        var setting: [UInt8] = [0x21, 0x03, 0, 25, 0xED, 0xA5, 0x5E, 0xD1, 4, 0x06, 2, 0xFE, 0xCA, 0x07, 2, 0xEF, 0xBE]
        setting += [0x28, 6] + vector + [0x04, 1, 9]
        setting[3] = UInt8(setting.count - 4)
        let info: [UInt8] = [7, 0, 0, 0, 0xED, 0xA5, 0x5E, 0xD1, 0, 200, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        let round = [0x62, 0x00, 0, 56] + info + [0xEF, 0xBE] + [UInt8](repeating: 3, count: 29)
        let identity = TagIdentity(uid: [4, 0x9A, 0x8B, 0x7C, 0x6D, 0x5E, 0x4F], atqa: 0x44, sak: 0)
        let heard = Advertisement(address: address, rssi: -50, name: "Grandma's door", services: ["1800"])
        var events: [TraceEvent] = [.began(header)]
        var number = 0
        func came(_ inbound: Inbound) {
            number += 1
            events.append(.received(Arrival(inbound, at: .start), now: .start, number: number))
        }
        func went(_ outbound: Outbound) {
            number += 1
            events.append(.sent(outbound, at: .start, number: number))
        }
        func pdu(_ pdu: ATTPDU) { came(.bluetooth("frontDoor", .frame(pdu.encoded))) }
        came(.bluetooth("frontDoor", .discovered(heard)))
        came(.bluetooth("frontDoor", .connected(address)))
        went(.bluetooth("frontDoor", .frame(ATTPDU.readByTypeRequest(.all, type: 0x2A00).encoded)))
        pdu(.readByTypeResponse([HandleValue(3, Array("Grandma's door".utf8))]))
        pdu(.readResponse(Array("S/N 123456".utf8)))
        pdu(.notification(0x14, [1] + accessory.encoded))
        went(.bluetooth("frontDoor", .frame(ATTPDU.writeRequest(0x12, [0x0B] + shareable.encoded).encoded)))
        came(.kit(.opened("ttyACM7")))
        went(.kit(.bytes(setting)))
        came(.kit(.bytes(round)))
        came(.reader(.tagFound(identity)))
        went(.reader(.exchange([0x30, 4], within: .milliseconds(50))))
        came(.reader(.response(Array("Grandma's door!!".utf8))))
        went(.stage(.present("keyFob")))
        came(.console("frontDoor", "S/N 123456"))
        events.append(
            .journal(TraceNote("zone", at: .start, link: .bluetooth("frontDoor"), text: "frontDoor", line: [1])))
        events.append(.kernel(CapturedPacket(instant: nil, linkType: .bluetoothH4, bytes: [4] + address.wire)))
        events.append(.ended(verdict: "failed", reason: "frontDoor"))
        return events
    }

    private let header = TraceHeader(
        scenario: "tap", rig: "desk", seed: 1, program: "test", wallClock: WallInstant(nanoseconds: 0), start: .start,
        accessories: ["frontDoor"], hasKit: true, hasReader: true, scenarioText: "frontDoor", rigText: "ttyACM7")

    private func redacted() throws -> [TraceEvent] {
        var redactor = Redactor()
        return try events().compactMap { redactor.receive($0) }
    }

    private func contains(_ file: [UInt8], _ bytes: [UInt8]) -> Bool {
        file.indices.dropLast(bytes.count - 1).contains { file[$0..<($0 + bytes.count)] == bytes[...] }
    }

    private func file(_ events: [TraceEvent]) -> [UInt8] {
        var writer = TraceWriter()
        return events.reduce(into: []) { writer.append($1, to: &$0) }
    }

    @Test("nothing that must be removed can be found in the redacted trace or its export")
    func gone() throws {
        var survey = BtsnoopExport.Survey()
        for event in try redacted() { survey.receive(event) }
        var export = survey.export
        let exported = try redacted().reduce(into: export.header) { $0 += export.receive($1) }
        let originals =
            secrets.map { Array($0.utf8) } + [
                address.wire, address.wire.reversed(), vector, [0xED, 0xA5, 0x5E, 0xD1], [0xD1, 0x5E, 0xA5, 0xED],
                [0xEF, 0xBE], [0xFE, 0xCA], [0x9A, 0x8B, 0x7C, 0x6D],
            ]
        let (before, after) = (file(try events()), file(try redacted()))
        for original in originals {
            #expect(
                contains(before, original) || original == [0xD1, 0x5E, 0xA5, 0xED]
                    || original == address.wire.reversed())
            #expect(!contains(after, original), "\(original)")
            #expect(!contains(exported, original), "\(original)")
        }
    }

    @Test("a value is replaced alike on every link, with its length, and harmless values stay")
    func consistent() throws {
        let (before, after) = (try events(), try redacted())
        var frames: [[UInt8]] = []
        for (original, event) in zip(before, after) {
            switch (original, event) {
            case (.received(let one, _, _), .received(let other, _, _)):
                let (bytes, others) = (Self.bytes(one.inbound), Self.bytes(other.inbound))
                #expect(bytes.count == others.count)
                if !others.isEmpty { frames.append(others) }
            case (.sent(let one, _, _), .sent(let other, _, _)):
                let (bytes, others) = (Self.bytes(one), Self.bytes(other))
                #expect(bytes.count == others.count)
                if !others.isEmpty { frames.append(others) }
            default: break
            }
        }
        let notified = try #require(frames.first { $0.first == 0x1B })
        let accessory = try AccessoryConfigurationData(decoding: Array(notified.dropFirst(4)))
        let written = try #require(frames.first { $0.first == 0x12 })
        let shareable = try ShareableConfigurationData(decoding: Array(written.dropFirst(4)))
        let setting = try #require(frames.first { $0.first == 0x21 })
        let round = try #require(frames.first { $0.first == 0x62 })
        #expect(setting[4..<8] == round[8..<12] && contains(written, Array(setting[4..<8])))
        #expect(contains(setting, shareable.initialization.bytes))
        #expect(setting[15] == UInt8(truncatingIfNeeded: accessory.address.rawValue))
        #expect(setting.suffix(3) == [0x04, 1, 9] && round.suffix(29) == [UInt8](repeating: 3, count: 29)[...])
        #expect(shareable.channel == 9 && accessory.role == .responder)
        #expect(frames.contains([0x30, 4]))
    }

    @Test("any bytes on any link keep their length")
    func hostile() {
        var mutator = Mutator(seeds: [
            CaptureScript.notification.encoded, [0x21, 0x03, 0, 12, 1, 2, 3, 4, 2, 0x06, 2, 5, 6, 0x04, 1, 9],
            [0x62, 0x00, 0, 25, 7, 0, 0, 0, 1, 2, 3, 4, 0, 200, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        ])
        var redactor = Redactor()
        for number in 0..<100_000 {
            let bytes = mutator.next(limit: 100)
            let inbound: Inbound =
                switch number % 3 {
                case 0: .bluetooth("door", .frame(bytes))
                case 1: .kit(.bytes(bytes))
                default: .reader(.response(bytes))
                }
            let event = redactor.receive(.received(Arrival(inbound, at: .start), now: .start, number: number))
            guard case .received(let arrival, _, _) = event, Self.bytes(arrival.inbound).count == bytes.count else {
                Issue.record("\(bytes) became \(String(describing: event))")
                return
            }
        }
    }

    private static func bytes(_ inbound: Inbound) -> [UInt8] {
        switch inbound {
        case .bluetooth(_, .frame(let bytes)), .kit(.bytes(let bytes)), .reader(.response(let bytes)): bytes
        default: []
        }
    }

    private static func bytes(_ outbound: Outbound) -> [UInt8] {
        switch outbound {
        case .bluetooth(_, .frame(let bytes)), .kit(.bytes(let bytes)), .reader(.exchange(let bytes, _)): bytes
        default: []
        }
    }
}

@Suite("Redaction of streams") struct StreamRedactionTests {
    @Test("lengths and message ids stay; contents and the peer's name are removed") func fields() throws {
        let accessory = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0xBEEF))
        let message = [0x01] + accessory.encoded
        let framed = MessageStream.frame(message)
        let stream = StreamID.dataChannel(of: "frontDoor")
        var redactor = Redactor()
        func redacted(_ event: StreamEvent) throws -> StreamEvent {
            let arrival = Arrival(.stream(stream, event), at: .start)
            guard case .received(let arrival, _, _)? = redactor.receive(.received(arrival, now: .start, number: 1)),
                case .stream(.dataChannel(let name), let event) = arrival.inbound, name != "frontDoor"
            else { throw Malformed(at: 0, "another frame") }
            return event
        }
        #expect(try redacted(.opened("Grandma's door")) != .opened("Grandma's door"))
        guard case .bytes(let whole) = try redacted(.bytes(framed)) else { throw Malformed(at: 0, "no bytes") }
        #expect(whole.count == framed.count && whole.prefix(5) == framed.prefix(5) && whole != framed)
        #expect((try AccessoryConfigurationData(decoding: Array(whole.dropFirst(5)))).address.rawValue != 0xBEEF)
        // In pieces, fields are unknown, so everything is redacted.
        for piece in [framed.prefix(9), framed.dropFirst(9)] {
            guard case .bytes(let bytes) = try redacted(.bytes(Array(piece))) else {
                throw Malformed(at: 0, "no bytes")
            }
            #expect(bytes.count == piece.count && bytes != Array(piece))
        }
    }
}
