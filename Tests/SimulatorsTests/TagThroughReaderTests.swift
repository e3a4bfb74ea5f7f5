import Ground
import Links
import NDEF
import Simulators
import TestSupport
import Testing

/// Reading and writing through a simulated PN532, which passes on ACK, NAK and silence as the chip does.
@Suite struct TagThroughReaderTests {
    /// A tag behind a reader that has selected it.
    private struct Bench {
        var reader: SimulatedReader
        private let isType2: Bool
        private let uid: [UInt8]

        init(_ tag: SimulatedTag) throws {
            reader = .awake(tag)
            isType2 = tag.identity.sak == 0
            uid = tag.identity.uid
            _ = reader.command("0863028063038063054063 3c10")
            try #require(reader.command("4a0100") != nil)
        }

        /// READ and WRITE go as data exchange, the rest of Type 2 as raw bytes; a bad status counts as silence.
        mutating func exchange(_ command: [UInt8]) -> [UInt8]? {
            let isRaw = isType2 && ![0x30, 0xA2].contains(command[0])
            let prefix = isRaw ? "42" : "4001"
            guard let answer = reader.command(prefix + command.hex(separator: "")) else { return nil }
            let body = bytes(answer)
            return body.count >= 2 && body[1] == 0 ? Array(body[2...]) : nil
        }

        mutating func read(_ depth: ReadingDepth) -> TagReadStep {
            guard var tagReader = TagReader(for: isType2 ? .type2 : .type4, depth: depth) else { return noReader }
            var step = tagReader.begin()
            while case .command(let command) = step {
                step = exchange(command).map { tagReader.receive($0) } ?? tagReader.receiveNoAnswer()
                while step == .selectAgain {
                    _ = reader.command("4a0100")
                    step = tagReader.receiveSelection()
                }
            }
            return step
        }

        mutating func write(_ message: [UInt8]) -> TagWriteStep {
            guard var writer = TagWriter(for: isType2 ? .type2 : .type4, message: message, uid: uid) else {
                return .failed(.unreadable(.notNDEF("no writer")))
            }
            var step = writer.begin()
            while case .command(let command) = step {
                step = exchange(command).map { writer.receive($0) } ?? writer.receiveNoAnswer()
            }
            return step
        }

        private var noReader: TagReadStep { .failed(.notNDEF("no reader")) }
    }

    @Test("chips, sectors and Type 4 tags are written and read back through the chip's own statuses")
    func tagsAreWrittenThroughTheReader() throws {
        let tags: [(SimulatedTag, Int)] = [
            (try .type2(.ntag213, message: accessMessage), 100), (try .type2(.ntag216, message: nil), 868),
            (SimulatedTag(Type2Memory(areaSize: 2040, data: bytes("0103882068 0300fe"), tail: 16)), 1_500),
            (try .type4(message: accessMessage), 300),
            (SimulatedTag(try Type4Files(message: accessMessage, maximumRead: 0x100)), 700),
        ]
        for (tag, size) in tags {
            var bench = try Bench(tag)
            let step = bench.write(message(of: size))
            #expect(step.report?.after.message == message(of: size), "\(step)")
            // Newly selected, the tag is back in its first sector.
            _ = bench.reader.command("4a0100")
            let contents = try #require(bench.read(.everything).contents)
            #expect(contents.message == message(of: size))
            #expect(TagFacts(contents).used == size)
        }
    }

    @Test("a refusal that comes as silence leaves the tag as it was and says so")
    func aLockedTagIsSaidToBeUnchanged() throws {
        var locked = try SimulatedTag.type2(.ntag215, message: accessMessage)
        _ = locked.receive([0xA2, 2, 0, 0, 0xF0, 0xFF])
        var bench = try Bench(locked)
        let refusal = bench.write(message(of: 40)).refusal
        #expect(refusal == .locked(pages: [4..<15]), "\(String(describing: refusal))")
        #expect(TagFacts(try #require(bench.read(.everything).contents)).protection.locks?.locked == [4..<16])
    }
}
