import Foundation
import Testing

/// Traces of formats before this program's own.
@Suite struct OlderTraceTests {
    private static let trace = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/recordings/format-2.pcapng").path

    @Test func aTraceOfFormat2IsShown() throws {
        let ended = try Program.run("show", Self.trace)
        #expect(ended.status == 0, "\(ended.error)")
        #expect(ended.output.contains("detected"))
    }

    @Test func aTraceOfFormat2IsReplayed() throws {
        let ended = try Program.run("replay", Self.trace)
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
    }
}
