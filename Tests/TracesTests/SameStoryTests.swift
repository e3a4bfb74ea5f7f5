import Ground
import TestSupport
import Testing
import Traces

/// A packet of `four-packets.txt`.
struct StoryPacket: Equatable {
    let nanoseconds: Int64
    let direction: FrameDirection
    let h4: [UInt8]

    static func all() throws -> [StoryPacket] {
        try vectors("four-packets").map { columns in
            StoryPacket(
                nanoseconds: try #require(Int64(columns[0])),
                direction: try #require(FrameDirection(rawValue: columns[1])), h4: bytes(columns[2]))
        }
    }
}

/// A file of `same-story.txt`.
struct StoryFile: CustomTestStringConvertible, Sendable {
    let name: String
    let direction: String
    let file: [UInt8]
    var testDescription: String { name }

    static func all() throws -> [StoryFile] {
        try vectors("same-story").map { StoryFile(name: $0[0], direction: $0[1], file: bytes($0[3])) }
    }
}

@Suite("Four packets in every format") struct SameStoryTests {
    @Test("A format is recognised by its first bytes and gives the four packets", arguments: try StoryFile.all())
    func story(_ story: StoryFile) throws {
        let reading = Reading(story.file)
        #expect(reading.error == nil)
        #expect(reading.findings.isEmpty)
        for (packet, expected) in zip(reading.packets, try StoryPacket.all()) {
            let frame = try HCIFrame(packet)
            #expect(packet.instant?.nanoseconds == expected.nanoseconds)
            #expect(frame.h4 == expected.h4)
            #expect(!packet.isSnapped)
            switch story.direction {
            case "no": #expect(packet.direction == nil)
            case "header":
                #expect(packet.direction == nil)
                #expect(frame.direction == expected.direction)
            default:
                #expect(packet.direction == expected.direction)
                #expect(frame.direction == expected.direction)
            }
        }
        #expect(reading.packets.count == 4)
    }

    @Test("The offset of a packet is that of its record", arguments: try StoryFile.all())
    func offsets(_ story: StoryFile) throws {
        let packets = Reading(story.file).packets
        let offsets = packets.map(\.offset)
        #expect(offsets == offsets.sorted())
        for (packet, next) in zip(packets, offsets.dropFirst() + [story.file.count]) {
            // The record holds the packet's last bytes, whatever surrounds them.
            let record = story.file[packet.offset..<next]
            let tail = packet.bytes.suffix(3)
            #expect((record.startIndex..<record.endIndex - 2).contains { record[$0..<$0 + 3].elementsEqual(tail) })
        }
    }

    @Test("A file gives the same result however it is cut into pieces", arguments: try StoryFile.all())
    func pieces(_ story: StoryFile) throws {
        guard case .format(let format) = CaptureFormat.detect(story.file), let reader = format.reader else {
            Issue.record("not detected")
            return
        }
        let whole = Reading([story.file], with: reader)
        for pieces in feedings(of: story.file) { #expect(Reading(pieces, with: reader) == whole) }
    }

    @Test("A file that ends anywhere gives all packets before its end, and reports it", arguments: try StoryFile.all())
    func prefixes(_ story: StoryFile) throws {
        guard case .format(let format) = CaptureFormat.detect(story.file), let reader = format.reader else {
            Issue.record("not detected")
            return
        }
        let whole = Reading([story.file], with: reader)
        let ends = whole.packets.map(\.offset).dropFirst() + [story.file.count]
        var wholeEnds = 0
        for length in 0..<story.file.count {
            let reading = Reading([Array(story.file[..<length])], with: reader)
            #expect(reading.items.count <= whole.items.count)
            #expect(reading.items[...] == whole.items[..<reading.items.count])
            #expect(reading.packets.count == ends.filter { $0 <= length }.count)
            if let error = reading.error {
                #expect(error.kind == .truncated)
                #expect(error.offset <= length)
            } else {
                wholeEnds += 1
            }
        }
        // Only an end between two records is a clean end.
        #expect((3...6).contains(wholeEnds))
    }
}
