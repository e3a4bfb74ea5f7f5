import Foundation
import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

@Suite("The bytes of a trace") struct GoldenTraceTests {
    /// The blocks of the file, one an event.
    private static func blocks(ofFormat format: Int, testFile: String = #filePath) throws -> [[UInt8]] {
        let folder = URL(filePath: testFile).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: folder.appending(path: "Vectors/recordings/trace-\(format).txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { bytes(String($0)) }
    }

    @Test(
        "each format is written as it always was, and read so",
        arguments: [Samples.shortRun, Samples.shortRun2, Samples.shortRun3, Samples.shortRun4])
    func formats(events: [TraceEvent]) throws {
        guard case .began(let header) = events.first else { return }
        let golden = try Self.blocks(ofFormat: Int(header.format))
        let written = Samples.blocks(of: events)
        #expect(written.map(\.hex) == golden.map(\.hex))
        #expect(TraceReader.read(golden.flatMap { $0 }).events == events)
    }

    @Test("an unknown version is refused with its place, in the header and in each later record", arguments: [1, 2])
    func unknown(format: Int) throws {
        let blocks = try Self.blocks(ofFormat: format)
        var start = 0
        for block in blocks {
            // Behind a custom block's type, its length and its owner, or behind an option's owner.
            let place = block.indices.first { block[$0...].starts(with: Array("TRMR".utf8)) }
            var file = blocks.flatMap { $0 }
            let version = start + (try #require(place)) + 4
            file[version] = 3
            let reading = TraceReader.read(file)
            #expect(reading.error != nil && reading.events.count < blocks.count, "byte \(version)")
            #expect(reading.error?.meaning.contains("version 3") == true, "\(String(describing: reading.error))")
            start += block.count
        }
    }
}
