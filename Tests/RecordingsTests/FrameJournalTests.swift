import Foundation
import Ground
import Journal
import Links
import Recordings
import Testing

@Suite("Frames in the journal") struct FrameJournalTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/journal/frames.jsonl")

    /// Every frame of every kind of link, except one that is merely long.
    private static let records: [FrameRecord] = {
        let sent = Samples.outbound.filter { $0.frame.bytes.count < 1_000 }.map {
            FrameRecord($0, number: 1, at: .start)
        }
        let received = Samples.inbound.filter { $0.frame.bytes.count < 1_000 }.compactMap {
            FrameRecord(Arrival($0, at: .start), number: 2)
        }
        return sent + received
    }()

    /// Run the tests with TRAMMEL_WRITE_GOLDEN=1 after an intended change.
    @Test("every frame has its golden line") func golden() throws {
        let lines = Self.records.map { record in
            String(decoding: JournalEntry(.frame(frame: record), at: .start).jsonLine(), as: UTF8.self)
        }
        if ProcessInfo.processInfo.environment["TRAMMEL_WRITE_GOLDEN"] == "1" {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: Self.file)
        }
        let golden = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines == golden)
        for (line, record) in zip(golden, Self.records) {
            #expect(try JournalEntry(jsonLine: Array(line.utf8)).event == .frame(frame: record))
        }
    }

    @Test("a number's label has its unit, and an entry without bytes has values and words") func values() {
        let connect = FrameRecord(.bluetooth("door", .connect(within: .seconds(5))), number: 1, at: .start)
        #expect(connect.kind == "connect" && connect.bytes.isEmpty && connect.meaning != nil)
        #expect(connect.values == ["withinNanoseconds": .number(5_000_000_000)])
        let write = FrameRecord(.bluetooth("door", .frame([0x52, 1, 0])), number: 1, at: .start)
        #expect(write.kind == "att" && write.bytes == [0x52, 1, 0] && write.values.isEmpty && write.meaning == nil)
    }
}
