import Foundation
import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

@Suite("The bytes of a trace") struct GoldenTraceTests {
    /// Returns the blocks of the file, one per event.
    private static func blocks(testFile: String = #filePath) throws -> [[UInt8]] {
        let folder = URL(filePath: testFile).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(
            contentsOf: folder.appending(path: "Vectors/recordings/trace.txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { bytes(String($0)) }
    }

    @Test("the format is written as it always was, and read so")
    func format() throws {
        let golden = try Self.blocks()
        #expect(Samples.blocks(of: Samples.shortRun).map(\.hex) == golden.map(\.hex))
        #expect(TraceReader.read(golden.flatMap { $0 }).events == Samples.shortRun)
    }

    @Test(
        "an unknown version is refused with its place, in the header and in each later record",
        arguments: [4, 6] as [UInt8])
    func unknown(version other: UInt8) throws {
        let blocks = try Self.blocks()
        var start = 0
        for block in blocks {
            // After a custom block's type, length and owner, or after an option's owner.
            let place = block.indices.first { block[$0...].starts(with: Array("TRMR".utf8)) }
            var file = blocks.flatMap { $0 }
            let version = start + (try #require(place)) + 4
            file[version] = other
            let reading = TraceReader.read(file)
            #expect(reading.error != nil && reading.events.count < blocks.count, "byte \(version)")
            #expect(reading.error?.meaning.contains("version \(other)") == true, "\(String(describing: reading.error))")
            start += block.count
        }
    }
}
