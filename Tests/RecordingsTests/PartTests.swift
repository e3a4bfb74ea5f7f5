import Ground
import Links
import Recordings
import Testing
import Traces

@Suite("A trace in parts") struct PartTests {
    /// A run in three parts, divided after every second frame, and its events.
    private static let run: (parts: [[UInt8]], events: [TraceEvent]) = {
        let events = Samples.numbered(6)
        var writer = TraceWriter()
        var parts: [[UInt8]] = [[]]
        for (index, event) in events.enumerated() {
            parts[parts.count - 1] += writer.bytes(for: event)
            if index == 2 || index == 4 {
                let (end, beginning) = writer.nextPart()
                parts[parts.count - 1] += end
                parts.append(beginning)
            }
        }
        return (parts, events)
    }()

    @Test("the concatenated parts are the run") func together() {
        let reading = TraceReader.read(Self.run.parts.flatMap { $0 })
        #expect(reading.error == nil && reading.events == Self.run.events)
        #expect(Self.run.parts.count == 3)
    }

    @Test("a missing part is a gap at its place") func missing() {
        let reading = TraceReader.read(Self.run.parts[0] + Self.run.parts[2])
        #expect(reading.error == nil)
        let whole = Self.run.events
        #expect(reading.events == whole[..<3] + [.gap("part 2 of the trace is missing")] + whole[5...])
    }

    @Test("the last part alone says what it belongs to, and what is missing") func alone() {
        let reading = TraceReader.read(Self.run.parts[2])
        #expect(reading.error == nil)
        #expect(
            reading.events == [.began(Samples.header), .gap("parts 1 to 2 of the trace are missing")]
                + Self.run.events[5...])
    }

    @Test("parts in the wrong order, and parts of two runs, are refused at the place where they meet") func wrong() {
        let reversed = TraceReader.read(Self.run.parts[1] + Self.run.parts[0])
        #expect(reversed.error?.kind == .damaged)
        var other = Samples.header
        other.seed = 8
        var writer = TraceWriter()
        let stranger = writer.bytes(for: .began(other))
        let mixed = TraceReader.read(Self.run.parts[0] + stranger)
        #expect(mixed.error?.kind == .damaged)
        #expect(mixed.error.map { $0.offset > Self.run.parts[0].count } == true)
        #expect(mixed.events == Array(Self.run.events[..<3]))
    }

    @Test("an unfinished part is awaited until the next one begins") func awaited() throws {
        var reader = TraceReader()
        for (index, part) in Self.run.parts.enumerated() {
            _ = try reader.receive(part[...])
            #expect(reader.awaitedPart == (index < 2 ? index + 2 : nil))
        }
    }

    @Test("removed frames are a gap") func takenOut() {
        let blocks = Samples.blocks(of: Samples.numbered(4))
        let reading = TraceReader.read((blocks[..<2] + blocks[4...]).flatMap { $0 })
        #expect(
            reading.events.contains(.gap("frame 4 follows frame 1: the frames between them are missing")),
            "\(reading)")
    }
}
