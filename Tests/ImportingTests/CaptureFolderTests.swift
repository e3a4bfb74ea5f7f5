import Captures
import Foundation
import Ground
import Recordings
import Testing

/// The folder with third-party captures, which are not part of the project.
private let captures = ProcessInfo.processInfo.environment["TRAMMEL_CAPTURES"]

@Suite struct CaptureFolderTests {
    /// The folder's files with supported Bluetooth ATT, UWB or HCI data; all others must be rejected.
    private static let importable = ["btsnoop", "pklg", "pcapng201", "qorvo"]

    @Test(
        "every capture of others is imported, or refused with the reason",
        .enabled(if: captures != nil, "TRAMMEL_CAPTURES names no folder of captures"))
    func folder() throws {
        let folder = URL(filePath: try #require(captures))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var seen = 0
        for name in names where name != "README.md" && name != "licences" {
            seen += 1
            let file = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            let isImportable = Self.importable.contains { name.hasPrefix($0) }
            do throws(ImportRefusal) {
                let trace = try imported(file, by: 1_000)
                print(name, "imported", "\(trace.frames.count) frames", trace.remarks.joined(separator: "; "))
                #expect(isImportable, "\(name)")
                var reader = TraceReader()
                var events: [TraceEvent] = []
                try? reader.receive(trace.file[...], into: &events)
                #expect(events.count == trace.events.count, "\(name)")
            } catch {
                print(name, "refused", error.description)
                #expect(!isImportable && !error.meaning.isEmpty, "\(name): \(error)")
            }
        }
        #expect(seen > 0)
    }
}
