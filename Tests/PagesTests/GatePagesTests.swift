import Evidence
import Gate
import GateKit
import Glibc
import Ground
import Journal
import TestSupport
import Testing
import Views

/// A gate's files for people, made from its runs' evidence.
@Suite struct GatePagesTests {
    private static let hash = String(repeating: "0f", count: 32)

    /// Returns a gate over runs in `runs/`, for which the document states these verdicts.
    private static func document(_ runs: [(String, VerdictKind)]) -> GateDocument {
        let firmware = GateDocument.Firmware(
            file: "door.bin", sha256: hash, identity: .init(level: .proved, readings: []))
        let scenario = GateDocument.Scenario(
            name: "b", hash: hash, class: .flaky, trials: 2, failures: 1, powerCycles: 1, units: 1, benches: 1,
            confidence: .percent(95), upperLimit: 0.9, upperLimitWorstCase: 0.9, upperLimitIsExact: false,
            decision: .failed,
            runs: runs.enumerated().map { place, run in
                .init(ordinal: place + 1, folder: run.0, manifest: hash, verdict: run.1, seed: 1)
            }, failureKeys: [.init(key: hash, count: 1, firstOrdinal: 1)])
        return GateDocument(
            result: .failed, reasons: ["b failed"], plan: .init(hash: hash, name: "p", kind: .standard, text: "{}"),
            firmware: firmware, bench: .init(name: "r", fingerprint: hash), rig: "trammel 1", rehearsal: false,
            scenarios: [scenario], quantities: [], proves: [], doesNotProve: [], started: "2026-11-22T10:00:00Z",
            ended: "2026-11-22T10:01:00Z")
    }

    @Test func aFailedRunIsLinkedAndExplainedAndOneOutsideIsNotRead() throws {
        let scratch = try Scratch()
        _ = try LeftFolder(scratch("gate"), [LeftFolder.failure("b"), LeftFolder.run(.passed, "b")])
        _ = try LeftFolder(scratch("other"), [LeftFolder.failure("b")])
        let document = Self.document([
            ("001-b-seed1", .failed), ("002-b-seed1", .passed), ("../other/001-b-seed1", .failed),
            ("003-gone", .error),
        ])
        let report = try GatePages(of: document, attempts: [], in: scratch("gate"), host: "bench7").write()
        #expect(report.pages == [1: "001-b-seed1/page.html"])
        #expect(report.summaries.keys.sorted() == [1])
        let page = Markup(try #require(Scratch.text(of: scratch("gate/\(GatePage.fileName)"))))
        #expect(page.mistakes == [] && page.strayAddresses == [])
        #expect(page.values(of: "href").contains("001-b-seed1/page.html"))
        #expect(page.text.contains("run 1") && page.text.contains("it never starts"))
        // A port's text without spaces is wrapped on a narrow screen.
        let text = try #require(Scratch.text(of: scratch("gate/\(GatePage.fileName)")))
        #expect(text.contains(".halves>*{min-width:0;overflow-wrap:anywhere}"))
        let run = Markup(try #require(Scratch.text(of: scratch("gate/001-b-seed1/page.html"))))
        #expect(run.values(of: "href").contains("../\(GatePage.fileName)"))
        #expect(Scratch.bytes(of: scratch("other/001-b-seed1/page.html")) == nil)
        try OtherProgram.xmllint(scratch("gate/\(GateXML.fileName)"), schema: "junit-emitted.xsd")
    }

    @Test func aForeignFileUnderTheNameOfAPageStaysAndTheGateSaysSo() throws {
        let scratch = try Scratch()
        _ = try LeftFolder(scratch("gate"), [LeftFolder.failure("b")])
        let pages = GatePages(
            of: Self.document([("001-b-seed1", .failed)]), attempts: [], in: scratch("gate"), host: "bench7")
        for name in [GatePage.fileName, GateXML.fileName, "001-b-seed1/page.html"] {
            try Scratch.write("<html>precious</html>", to: scratch("gate/\(name)"))
            #expect(throws: CommandError.self) { try pages.write() }
            #expect(Scratch.text(of: scratch("gate/\(name)")) == "<html>precious</html>")
            unlink(scratch("gate/\(name)"))
            // Its own are replaced.
            for _ in 0..<2 { _ = try pages.write() }
        }
    }
}
