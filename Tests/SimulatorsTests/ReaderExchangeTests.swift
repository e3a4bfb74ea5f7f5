import Ground
import NDEF
import Simulators
import TestSupport
import Testing

@Suite struct ReaderExchangeTests {
    private func reader(for tag: String) throws -> SimulatedReader {
        var reader = SimulatedReader()
        let simulated =
            tag == "type2"
            ? try SimulatedTag.type2(.ntag213, message: accessMessage) : try .type4(message: accessMessage)
        #expect(reader.present(simulated, at: .start).isEmpty)
        #expect(reader.receive(readerWakeUp, at: .start).isEmpty)
        return reader
    }

    @Test(arguments: ["type2", "type4"])
    func answersLibnfcByteForByte(tag: String) throws {
        var reader = try reader(for: tag)
        let rows = try readerVectors("libnfc.tsv").filter { $0[0] == tag }
        #expect(rows.count == (tag == "type2" ? 20 : 23))
        for row in rows {
            let sent = reader.receive(bytes(row[2]), at: .start).sent
            #expect(sent.map(\.hex) == [readerACK.hex, row[3]], "row \(row[1]): \(row[4])")
        }
        #expect(reader.receive(hostFrame("02"), at: .start).isEmpty, "the chip sleeps after PowerDown")
    }

    @Test func takesItsInputInPiecesOfAnySize() throws {
        for row in try readerVectors("libnfc.tsv") where row[0] == "type4" {
            let stream = readerWakeUp + bytes(row[2])
            for pieces in feedings(of: stream) {
                var reader = try reader(for: "type4")
                if row[4].hasPrefix("R") || row[4].hasPrefix("SELECT") || row[4].hasPrefix("InDe") {
                    _ = reader.command("4a0100")
                }
                let whole = reader
                var copy = whole
                let expected = copy.receive(stream, at: .start)
                #expect(pieces.flatMap { reader.receive($0, at: .start) } == expected, "row \(row[1])")
                #expect(expected.count == 2)
            }
        }
    }

    @Test func passesOverNoiseAndDamagedFrames() {
        var reader = SimulatedReader.awake()
        #expect(reader.receive(bytes("a5ff0000 00"), at: .start).isEmpty)
        #expect(reader.command("02") == "0332010607")
        let good = hostFrame("02")
        for (index, mask) in [(3, 0x01), (4, 0x10), (7, 0x80)] as [(Int, UInt8)] {
            var damaged = good
            damaged[index] ^= mask
            #expect(reader.receive(damaged, at: .start).isEmpty, "byte \(index)")
            #expect(reader.receive(good, at: .start).count == 2, "the next frame is good again")
        }
        let fromChip = bytes("0000ff02fed50328 00")
        #expect(reader.receive(fromChip, at: .start).sent.last == bytes("0000ff01ff7f8100"))
    }

    @Test func understandsAndSendsExtendedFrames() {
        var reader = SimulatedReader.awake()
        let body = [0xD4, 0x00, 0x00] + [UInt8](repeating: 0x5A, count: 261)
        let frame =
            bytes("0000ffffff") + [0x01, 0x08, 0xF7] + body + [0 &- body.reduce(0, &+), 0x00]
        let sent = reader.receive(frame, at: .start).sent
        #expect(sent.count == 2)
        #expect(chipAnswer(sent[1]) == [0x01, 0x00] + [UInt8](repeating: 0x5A, count: 261))
        #expect(Array(sent[1].prefix(8)) == bytes("0000ffffff0108f7"))
        #expect(reader.receive(bytes("0000ffffff 0200fe d4"), at: .start).isEmpty, "longer than the chip can take")
        #expect(reader.command("02") != nil)
    }

    @Test func unknownAndShortCommandsAreSyntaxErrors() {
        var reader = SimulatedReader.awake()
        for hex in [
            "99", "06", "0663", "08", "086302", "32", "320501", "3201", "4a", "4a00", "4a0300", "60", "601402",
            "600002 20", "40", "44", "52", "54", "12", "14", "16", "00",
        ] {
            let sent = reader.receive(hostFrame(hex), at: .start).sent
            #expect(sent == [readerACK, bytes("0000ff01ff7f8100")], "\(hex)")
        }
    }

    @Test func readsALongMessageThroughExtendedFramesAndThroughChaining() throws {
        let message = NDEFMessage([.media("a/b", payload: [UInt8](repeating: 7, count: 620))]).encoded
        for limit in [262, 40] {
            let tag = SimulatedTag(try Type4Files(message: message, maximumRead: 0xFF))
            var reader = SimulatedReader.awake(tag)
            reader.largestAnswer = limit
            #expect(reader.command("4a0100")?.hasPrefix("4b0101034420") == true)
            var frames = 0
            let (step, _) = talk(Type4Reader()) { command in
                var answer: [UInt8] = []
                var next = "4001" + command.hex(separator: "")
                while true {
                    guard let part = reader.command(next).map({ bytes($0) }), part.count >= 2 else { return nil }
                    frames += 1
                    answer += part.dropFirst(2)
                    if part[1] == 0x00 { return answer }
                    #expect(part[1] == 0x40)
                    next = "4001"
                }
            }
            #expect(step.contents?.message == message)
            #expect(limit == 262 ? frames == 8 : frames > 20, "\(frames) frames")
        }
    }

    @Test func hostileInputNeverTrapsTheReaderNorFillsIt() throws {
        let seeds =
            try readerVectors("libnfc.tsv").map { bytes($0[2]) } + [
                readerWakeUp, readerACK, hostFrame("6014022010031112 0403"), hostFrame("40013a0010"),
                hostFrame("42300000"),
            ]
        var mutator = Mutator(seeds: seeds)
        var generator = SeededGenerator(seed: 3)
        var reader = try SimulatedReader.awake(
            .type2(.ntag213, message: accessMessage), .type4(message: accessMessage))
        var now = Instant.start
        var answers = 0
        for _ in 0..<100_000 {
            let input = generator.chance(0.5) ? seeds.randomElement(using: &generator)! : mutator.next(limit: 80)
            answers += reader.receive(input, at: now).count
            if generator.chance(0.05) {
                now = now + .milliseconds(50)
                _ = reader.advance(to: now)
            }
            if generator.chance(0.01) { _ = reader.receive(readerWakeUp, at: now) }
        }
        #expect(answers > 50_000, "\(answers)")
        _ = reader.receive([UInt8](repeating: 0x55, count: 600), at: now)
        #expect(reader.command("02", at: now) == "0332010607", "after all that it still answers")
    }
}
