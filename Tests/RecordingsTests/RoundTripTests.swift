import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

@Suite("A trace, written and read") struct RoundTripTests {
    @Test("every event of every link reads back unchanged") func everyEvent() {
        let reading = TraceReader.read(Samples.blocks().flatMap { $0 })
        #expect(reading.error == nil)
        #expect(reading.events.count == Samples.events.count)
        for (read, written) in zip(reading.events, Samples.events) { #expect(read.placeless == written) }
    }

    @Test("a failed exchange keeps the code it has in older traces, and the reader's own failure has another")
    func failedExchanges() throws {
        for (code, event) in [(UInt8(6), ReaderEvent.exchangeFailed("no answer")), (10, .readerFailed("too hot"))] {
            let written = TraceEvent.received(Arrival(.reader(event), at: .start), now: .start, number: 1)
            let file = Samples.blocks(of: [Samples.shortRun[0], written]).flatMap { $0 }
            let text = Array((code == 6 ? "no answer" : "too hot").utf8)
            let record = try #require(
                file.indices.first { file[$0...].starts(with: [3, code]) && file[$0...].prefix(12).contains(text[0]) })
            #expect(file[record...].prefix(20).hex.contains(text.hex))
            #expect(TraceReader.read(file).events.last == written)
        }
    }

    @Test("however the file is cut into pieces, the events are the same") func everySplit() throws {
        let events = Samples.shortRun
        for pieces in feedings(of: Samples.blocks(of: events).flatMap { $0 }) {
            var reader = TraceReader()
            var read: [TraceEvent] = []
            for piece in pieces { try reader.receive(piece[...], into: &read) }
            try reader.finish()
            #expect(read == events)
            #expect(reader.hasEnded)
        }
    }

    @Test("a file that ends anywhere gives all complete blocks before that place, and no end") func everyPrefix() {
        let events = Samples.shortRun
        let blocks = Samples.blocks(of: events)
        var ends: [Int] = []
        for block in blocks { ends.append((ends.last ?? 0) + block.count) }
        let file = blocks.flatMap { $0 }
        for length in file.indices {
            let reading = TraceReader.read(Array(file[..<length]))
            let complete = ends.filter { $0 <= length }.count
            // The first packet of a link follows the link's description, and an event may take more than one block.
            #expect(reading.events == Array(events[..<complete]), "\(length) bytes")
            if !ends.contains(length), !Self.boundaries(of: file).contains(length) {
                #expect(reading.error?.kind == .truncated, "\(length) bytes: \(String(describing: reading.error))")
            } else if complete > 0 {
                #expect(reading.error == nil, "\(length) bytes: \(String(describing: reading.error))")
            }
        }
    }

    /// Returns the ends of blocks, by their lengths alone.
    private static func boundaries(of file: [UInt8]) -> [Int] {
        var places: [Int] = []
        var place = 0
        while place + 8 <= file.count {
            place += Int(file[place + 4]) | Int(file[place + 5]) << 8 | Int(file[place + 6]) << 16
            places.append(place)
        }
        return places
    }

    @Test("a frame's bytes are stored once: the packet that viewers show is read back") func flippedByte() throws {
        let pdu: [UInt8] = [0x1B, 0x10, 0x00, 0xA1, 0xA2, 0xA3, 0xA4, 0xA5]
        let events: [TraceEvent] = [
            .began(Samples.header),
            .received(Arrival(.bluetooth("door", .frame(pdu)), at: .start), now: .start, number: 1),
        ]
        var file = Samples.blocks(of: events).flatMap { $0 }
        let places = file.indices.filter { file[$0...].starts(with: pdu) }
        try #require(places.count == 1)
        file[places[0] + 4] = 0xFF
        var flipped = pdu
        flipped[4] = 0xFF
        #expect(
            TraceReader.read(file).events.last
                == .received(Arrival(.bluetooth("door", .frame(flipped)), at: .start), now: .start, number: 1))
    }
}
