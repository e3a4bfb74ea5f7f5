import Captures
import Foundation
import GATT
import Ground
import Links
import Recordings
import TestSupport
import Testing
import UWB

/// The folder with third-party captures, which are not part of the project.
private let captures = ProcessInfo.processInfo.environment["TRAMMEL_CAPTURES"]

/// Data that can be decoded can still be decoded after redaction, with as many items of the same lengths.
@Suite struct RedactionSoundnessTests {
    /// Returns the lines of a vector file without its comments.
    private static func lines(_ name: String, testFile: String = #filePath) throws -> [String] {
        let folder = URL(filePath: testFile).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Vectors/\(name).txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    }

    private static func bytes(_ hex: some StringProtocol) -> [UInt8] {
        hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }

    private static var pdus: [[UInt8]] {
        get throws { try lines("att-pdus").map { bytes($0.split(separator: "|").last ?? "") }.filter { !$0.isEmpty } }
    }

    /// Returns a PDU's structure without the contents of its values; nil if the bytes are not a PDU.
    private static func shape(_ bytes: [UInt8]) -> [String]? {
        guard let pdu = try? ATTPDU(decoding: bytes) else { return nil }
        let head = "\(pdu.opcode) \(bytes.count)"
        return switch pdu {
        case .readByTypeResponse(let items), .multipleNotifications(let items):
            [head] + items.map { "\($0.handle) \($0.value.count)" }
        case .readByGroupTypeResponse(let items): [head] + items.map { "\($0.range) \($0.value.count)" }
        case .readMultipleVariableResponse(let items): [head] + items.map { "\($0.length) \($0.value.count)" }
        case .writeRequest(let handle, _), .writeCommand(let handle, _), .notification(let handle, _),
            .indication(let handle, _), .signedWriteCommand(let handle, _, _):
            [head, "\(handle)"]
        case .prepareWriteRequest(let handle, let offset, _), .prepareWriteResponse(let handle, let offset, _):
            [head, "\(handle) \(offset)"]
        case .findByTypeValueRequest(let range, let type, _): [head, "\(range) \(type)"]
        case .readResponse, .readBlobResponse, .readMultipleResponse, .unknown: [head]
        default: [head, "\(pdu)"]
        }
    }

    private static func frame(_ event: TraceEvent?) -> [UInt8]? {
        switch event {
        case .sent(.bluetooth(_, .frame(let bytes)), _, _): return bytes
        case .received(let arrival, _, _):
            if case .bluetooth(_, .frame(let bytes)) = arrival.inbound { return bytes }
            return nil
        default: return nil
        }
    }

    /// Returns every frame that is a PDU before redaction and not the same kind of PDU after it.
    private static func broken(_ events: [TraceEvent]) -> (broken: [[UInt8]], sound: Int) {
        var redactor = Redactor()
        var (broken, sound) = ([[UInt8]](), 0)
        for event in events {
            let redacted = redactor.receive(event)
            guard let before = frame(event), let shape = shape(before) else { continue }
            sound += 1
            if frame(redacted).flatMap(Self.shape) != shape { broken.append(before) }
        }
        return (broken, sound)
    }

    private static func events(_ frames: [[UInt8]], isSent: (Int) -> Bool) -> [TraceEvent] {
        frames.enumerated().map { number, bytes in
            isSent(number)
                ? .sent(.bluetooth("door", .frame(bytes)), at: .start, number: number)
                : .received(Arrival(.bluetooth("door", .frame(bytes)), at: .start), now: .start, number: number)
        }
    }

    @Test("every PDU of ATT keeps its shape, whatever was asked before it")
    func attVectors() throws {
        let pdus = try Self.pdus
        let questions = pdus.filter { $0.first == 0x08 } + [ATTPDU.readByTypeRequest(.all, type: 0x2A00).encoded]
        for question in questions {
            let frames = pdus.flatMap { [question, $0] }
            let outcome = Self.broken(Self.events(frames) { $0 % 2 == 0 })
            #expect(outcome.broken.isEmpty && outcome.sound == frames.count)
        }
    }

    @Test("a name that is read by its type stays an item of its length, and no name")
    func readByType() {
        let item = HandleValue(0x0003, Array("FrontDoor".utf8))
        let frames = [
            ATTPDU.readByTypeRequest(.all, type: 0x2A00).encoded, ATTPDU.readByTypeResponse([item]).encoded,
        ]
        var redactor = Redactor()
        let redacted = Self.events(frames) { $0 == 0 }.map { Self.frame(redactor.receive($0)) }
        guard let last = redacted.last, let last, case .readByTypeResponse(let items)? = try? ATTPDU(decoding: last)
        else {
            Issue.record("\(redacted)")
            return
        }
        #expect(items.map(\.handle) == [item.handle] && items.map(\.value.count) == [item.value.count])
        #expect(items.first?.value != item.value)
    }

    @Test("50,000 mutated PDUs that can still be decoded keep their shape")
    func attMutations() throws {
        var mutator = Mutator(seeds: try Self.pdus)
        let frames = (0..<50_000).map { _ in mutator.next(limit: 200) }
        let outcome = Self.broken(Self.events(frames) { $0 % 3 == 0 })
        #expect(outcome.broken.isEmpty, "\(outcome.broken.prefix(3))")
        #expect(outcome.sound > 10_000)
    }

    @Test("no value of any kind of PDU gets through")
    func secrets() throws {
        let secret = Array("FrontDoorKey".utf8)
        let values: [ATTPDU] = [
            .readByTypeResponse([HandleValue(3, secret), HandleValue(5, secret)]),
            .readByGroupTypeResponse([GroupValue(HandleRange(1, 9), secret)]),
            .readMultipleVariableResponse([LengthValue(length: 12, secret), LengthValue(length: 40, secret)]),
            .multipleNotifications([HandleValue(3, secret), HandleValue(5, secret)]),
            .findByTypeValueRequest(.all, type: 0x2A00, value: secret), .readResponse(secret),
            .readBlobResponse(secret), .readMultipleResponse(secret), .writeRequest(3, secret),
            .writeCommand(3, secret), .signedWriteCommand(3, secret, signature: secret), .notification(3, secret),
            .indication(3, secret), .prepareWriteRequest(3, offset: 0, secret),
            .prepareWriteResponse(3, offset: 0, secret),
        ]
        let frames = values.map(\.encoded)
        let outcome = Self.broken(Self.events(frames) { _ in false })
        #expect(outcome.broken.isEmpty && outcome.sound == frames.count)
        var redactor = Redactor()
        for event in Self.events(frames, isSent: { _ in false }) {
            let bytes = try #require(Self.frame(redactor.receive(event)))
            let parts = secret.indices.dropLast(3).map { secret[$0..<$0 + 4] }
            #expect(!bytes.indices.contains { start in parts.contains { bytes[start...].starts(with: $0) } })
        }
    }

    // MARK: UCI

    /// Returns a message's kind, lengths and identifiers; nil if it cannot be decoded.
    private static func shape(uci bytes: [UInt8]) -> String? {
        guard bytes.count >= 4, bytes.count == 4 + Int(bytes[3]), bytes[0] & 0x10 == 0 else { return nil }
        let packet = UCIPacket(
            type: MessageType(rawValue: bytes[0] >> 5), group: GroupIdentifier(rawValue: bytes[0] & 0x0F),
            opcode: bytes[1] & 0x3F, payload: Array(bytes[4...]))
        func list(_ configuration: AppConfiguration) -> String {
            "\(configuration.entries.map { "\($0.id) \($0.value.count)" })"
        }
        func list(_ parameters: [CoreParameter]) -> String { "\(parameters.map { "\($0.id) \($0.value.count)" })" }
        let head = "\(packet.type) \(packet.group) \(packet.opcode) \(bytes.count) "
        switch bytes[0] >> 5 {
        case 1:
            guard let command = try? UCICommand(decoding: packet) else { return nil }
            return switch command {
            case .setAppConfig(_, let configuration): head + list(configuration)
            case .setConfig(let parameters): head + list(parameters)
            case .updateMulticastList(_, let action, let controlees):
                head + "\(action) \(controlees.map(\.key.count))"
            default: head
            }
        case 2:
            guard let response = try? UCIResponse(decoding: packet) else { return nil }
            return switch response {
            case .appConfig(let status, let configuration): head + "\(status)" + list(configuration)
            case .config(let status, let parameters): head + "\(status)" + list(parameters)
            case .capabilities(let status, let capabilities): head + "\(status)" + list(capabilities.list)
            case .updateMulticastList(let status, let controlees):
                head + "\(status) \(controlees?.map(\.status) ?? [])"
            default: head + "\(response.status, default: "none")"
            }
        case 3:
            guard let notification = try? UCINotification(decoding: packet) else { return nil }
            guard case .sessionInfo(let info) = notification else { return head }
            guard case .twoWayRanging(let list) = info.measurements else { return head }
            return head + "\(list.map { "\($0.status) \($0.distance, default: "none")" })"
        default: return nil
        }
    }

    private static func broken(uci packets: [[UInt8]]) -> (broken: [[UInt8]], sound: Int) {
        var (broken, sound) = ([[UInt8]](), 0)
        for packet in packets {
            guard let shape = shape(uci: packet) else { continue }
            sound += 1
            var redactor = Redactor()
            let event = redactor.receive(
                .received(Arrival(.kit(.bytes(packet)), at: .start), now: .start, number: 1))
            guard case .received(let arrival, _, _) = event, case .kit(.bytes(let bytes)) = arrival.inbound,
                Self.shape(uci: bytes) == shape
            else {
                broken.append(packet)
                continue
            }
        }
        return (broken, sound)
    }

    private static var uci: [[UInt8]] {
        get throws {
            let composed: [UCICommand] = [
                .updateMulticastList(
                    SessionToken(rawValue: 7), .addWithShortKey,
                    [
                        Controlee(
                            address: ShortMACAddress(rawValue: 0xBEEF), subSessionID: 9,
                            key: .init(repeating: 7, count: 16))
                    ]),
                .setConfig([
                    CoreParameter(id: 1, value: [1]), CoreParameter(id: 0xE3, value: .init(repeating: 7, count: 20)),
                ]),
            ]
            let update = MulticastListUpdate(
                token: SessionToken(rawValue: 7), remaining: 1,
                controlees: [
                    ControleeStatus(address: ShortMACAddress(rawValue: 0xBEEF), subSessionID: 9, status: .ok)
                ])
            let newer = MulticastListUpdate(
                token: SessionToken(rawValue: 7),
                controlees: [ControleeStatus(address: ShortMACAddress(rawValue: 0xBEEF), status: .listFull)])
            let told: [UCINotification] = [.multicastList(update), .multicastList(newer)]
            let packets = composed.map(\.packet) + told.map(\.packet)
            return try lines("uci-dwm3001cdk").filter { $0.hasPrefix("<") || $0.hasPrefix(">") }.map {
                bytes($0.dropFirst())
            } + packets.map(\.encoded) + [[0x41, 0x07, 0, 5, 2, 1, 0xEF, 0xBE, 1]]
        }
    }

    @Test("every UCI message keeps its shape")
    func uciVectors() throws {
        let outcome = Self.broken(uci: try Self.uci)
        #expect(outcome.broken.isEmpty, "\(outcome.broken.map(\.hex))")
        #expect(try outcome.sound == Self.uci.count)
    }

    @Test("50,000 mutated UCI messages that can still be decoded keep their shape")
    func uciMutations() throws {
        var mutator = Mutator(seeds: try Self.uci)
        let packets = (0..<50_000).map { _ in
            var packet = mutator.next(limit: 250)
            guard packet.count >= 4 else { return packet }
            // With reserved bits set it is not a packet, and is replaced entirely.
            (packet[1], packet[2], packet[3]) = (packet[1] & 0x3F, 0, UInt8(clamping: packet.count - 4))
            return packet
        }
        let outcome = Self.broken(uci: packets)
        #expect(outcome.broken.isEmpty, "\(outcome.broken.count): \(outcome.broken.prefix(3).map(\.hex))")
        #expect(outcome.sound > 5_000)
    }

    // MARK: Captures

    @Test(
        "every PDU of every capture of others keeps its shape",
        .enabled(if: captures != nil, "TRAMMEL_CAPTURES names no folder of captures"))
    func folder() throws {
        let folder = URL(filePath: try #require(captures))
        var sound = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            guard let data = try? Data(contentsOf: folder.appending(path: name)),
                let trace = try? imported([UInt8](data))
            else { continue }
            let outcome = Self.broken(trace.events)
            #expect(outcome.broken.isEmpty, "\(name): \(outcome.broken.count) of \(outcome.sound)")
            sound += outcome.sound
        }
        print("\(sound) PDUs of captures keep their shape")
        #expect(sound > 0)
    }
}
