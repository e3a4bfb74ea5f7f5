import Foundation
import Ground
import Journal
import ScenarioKit
import Testing
import Vocabulary

@Suite struct JournalFormatTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/journal")

    /// Run the tests with TRAMMEL_WRITE_GOLDEN=1 after an intended change.
    @Test func everyKindOfEventHasItsGoldenLine() throws {
        let lines = EventSamples.all.map { event in
            String(decoding: JournalEntry(.phone(event: event), at: .start).jsonLine(), as: UTF8.self)
        }
        let file = Self.folder.appending(path: "events.jsonl")
        if ProcessInfo.processInfo.environment["TRAMMEL_WRITE_GOLDEN"] == "1" {
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        }
        let golden = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines == golden)
        for (line, event) in zip(golden, EventSamples.all) {
            #expect(try JournalEntry(jsonLine: Array(line.utf8)).event == .phone(event: event))
        }
    }

    @Test("A journal of an older or a newer format is refused with both versions", arguments: [1, 2, 4])
    func otherFormats(format: Int) throws {
        let header = JournalEntry(.runStarted(header: RunHeader(scenario: "a", rig: "b", seed: 1)), at: .start)
        let line = String(decoding: header.jsonLine(), as: UTF8.self)
        let other = line.replacingOccurrences(of: "\"format\":3", with: "\"format\":\(format)")
        #expect(other != line)
        #expect {
            try JournalEntry(jsonLine: Array(other.utf8))
        } throws: { error in
            error as? UnknownFormat == UnknownFormat(what: "journal", format: format, known: 3)
        }
    }

    @Test func whatWasMeasuredHasItsUnit() throws {
        let measured: [Measured] = [
            Measured("a", .span(.milliseconds(3)), limit: .span(.seconds(1))), Measured("b", .distance(.metres(-1))),
            Measured("c", .rate(Rate(millihertz: 5))), Measured("d", .share(Share(permille: 7))),
            Measured("e", .count(3), times: 2),
        ]
        let bytes = try JSONEncoder().encode(measured)
        #expect(try JSONDecoder().decode([Measured].self, from: bytes) == measured)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\"_0\""))
    }
}
