import Foundation
import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

@Suite("The bytes of a trace") struct GoldenTraceTests {
    /// The blocks of the file, one an event.
    private static func blocks(testFile: String = #filePath) throws -> [[UInt8]] {
        let folder = URL(filePath: testFile).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Vectors/recordings/trace-1.txt"), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { bytes(String($0)) }
    }

    @Test("version 1 is written as it always was, and read so") func version1() throws {
        let golden = try Self.blocks()
        let written = Samples.blocks(of: Samples.shortRun)
        #expect(written.map(\.hex) == golden.map(\.hex))
        #expect(TraceReader.read(golden.flatMap { $0 }).events == Samples.shortRun)
    }

    @Test("a version that is not known is refused with its place") func version2() throws {
        let blocks = try Self.blocks()
        var file = blocks.flatMap { $0 }
        // Behind the last block's type, its length and its owner.
        let place = file.count - (try #require(blocks.last)).count + 12
        file[place + 4] = 2
        let error = try #require(TraceReader.read(file).error)
        #expect(error.offset == place + 4 && error.meaning.contains("version 2"))
    }
}
