import Ground
import TestSupport
import Testing
import UWB

@Suite("Finding packets in a stream") struct FramerTests {
    static func run(_ pieces: [[UInt8]], side: UCIFramer.Side = .host) -> [UCIFramer.Output] {
        var framer = UCIFramer(side: side)
        var output: [UCIFramer.Output] = []
        for piece in pieces { output += framer.receive(piece, at: .start) }
        return output + framer.advance(to: .start + .seconds(1))
    }

    static func packets(_ output: [UCIFramer.Output]) -> [UCIPacket] {
        output.compactMap { if case .packet(let packet) = $0 { packet } else { nil } }
    }

    static func findings(_ output: [UCIFramer.Output]) -> [Finding] {
        output.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
    }

    static let ready = UCINotification.deviceStatus(.ready).packet
    static let start = UCIResponse.start(.ok).packet

    @Test("The board's stream gives the same packets however it is cut") func everySplit() throws {
        var stream: [UInt8] = []
        for case .fromBoard(let bytes) in try capturedExchange() { stream += bytes }
        let expected = Self.run([stream])
        #expect(Self.packets(expected).count == 22)
        #expect(Self.findings(expected).isEmpty)
        for pieces in feedings(of: stream) { #expect(Self.run(pieces) == expected) }
    }

    @Test(
        "Garbage before and between packets is dropped and counted",
        arguments: ["00", "FF FF FF", "0D 0A 68 65 6C 6C 6F 0D 0A", "20 00 00 01 00", "60 41", "62 00 01"])
    func garbage(hex: String) throws {
        let garbage = bytes(hex)
        let stream = garbage + Self.ready.encoded + garbage + Self.start.encoded
        for pieces in feedings(of: stream) {
            let output = Self.run(pieces)
            #expect(Self.packets(output) == [Self.ready, Self.start])
            #expect(Self.findings(output).count == 2)
            #expect(Self.findings(output).allSatisfy { $0.weight == .warning })
            #expect(Self.findings(output).first?.meaning.hasPrefix("\(garbage.count) bytes ") == true)
        }
    }

    @Test("A cut packet swallows nothing for longer than the framer's patience") func resync() {
        var framer = UCIFramer(side: .host)
        // The header promises 255 bytes that never arrive: the packets after it fall within that length.
        var output = framer.receive(bytes("62 00 00 FF") + Self.ready.encoded, at: .start)
        #expect(output.isEmpty)
        #expect(framer.deadline == .start + .milliseconds(100))
        output = framer.advance(to: .start + .milliseconds(100))
        #expect(Self.packets(output) == [Self.ready])
        #expect(Self.findings(output).count == 1)
        #expect(framer.deadline == nil)
    }

    @Test("Segments are put together, however they are cut") func segments() {
        let long = UCIPacket(
            type: .notification, group: .sessionControl, opcode: 0, payload: (0..<700).map { UInt8($0 % 251) })
        #expect(long.encodedSegments().map(\.count) == [259, 259, 194])
        for pieces in feedings(of: long.encoded + Self.ready.encoded) {
            #expect(Self.run(pieces) == [.packet(long), .packet(Self.ready)])
        }
    }

    @Test("A packet between another one's segments is dropped, but an ERROR is heard") func intruders() {
        let long = UCIPacket(
            type: .notification, group: .sessionControl, opcode: 0, payload: .init(repeating: 1, count: 300))
        let segments = long.encodedSegments()
        let between = Self.run([segments[0], Self.ready.encoded, segments[1]])
        #expect(Self.packets(between) == [long])
        #expect(Self.findings(between).map(\.weight) == [.fault])
        let error = UCINotification.deviceStatus(.error).packet
        let last = Self.run([segments[0], error.encoded, segments[1]])
        #expect(Self.packets(last) == [error, long])
    }

    @Test("A packet whose last segment does not come is given up") func missingSegment() {
        var framer = UCIFramer(side: .host)
        let long = UCIPacket(
            type: .notification, group: .sessionControl, opcode: 0, payload: .init(repeating: 1, count: 300))
        #expect(framer.receive(long.encodedSegments()[0], at: .start).isEmpty)
        let late = framer.receive(Self.ready.encoded, at: .start + .milliseconds(200))
        #expect(Self.packets(late) == [Self.ready])
        #expect(Self.findings(late).map(\.weight) == [.fault])
    }

    @Test("A packet longer than the limit is dropped whole") func tooLong() {
        let long = UCIPacket(
            type: .notification, group: .sessionControl, opcode: 0,
            payload: .init(repeating: 1, count: UCIFramer.maximumMessage + 1))
        let output = Self.run([long.encoded + Self.ready.encoded])
        #expect(Self.packets(output) == [Self.ready])
        #expect(Self.findings(output).map(\.weight) == [.fault])
    }

    @Test("Data packets are taken only where they are wanted") func data() {
        let data = UCIPacket(type: .data, group: .dataMessageReceive, opcode: 0, payload: [1, 2, 3])
        var wanting = UCIFramer(side: .host, dataLimit: 1024)
        #expect(wanting.receive(data.encoded, at: .start) == [.packet(data)])
        var refusing = UCIFramer(side: .host)
        #expect(Self.packets(refusing.receive(data.encoded + Self.ready.encoded, at: .start)) == [Self.ready])
    }
}
