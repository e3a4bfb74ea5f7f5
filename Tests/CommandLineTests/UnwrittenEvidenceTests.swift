import Foundation
import Glibc
import Recordings
import TestSupport
import Testing
import Traces

/// The state of a run, and of the runs around it, after the disk became full.
@Suite(.enabled(if: FileSizeLimit.obstacle == nil, "\(FileSizeLimit.obstacle ?? "")")) struct UnwrittenEvidenceTests {
    @Test("a trace that the disk took a part of ends with a whole block, and its run is an error", arguments: 0..<12)
    func partOfABlock(step: Int) throws {
        let scratch = try Scratch()
        // From the header, which is one large block, into the frames, a few bytes further each time.
        let size = 15_100 + 431 * step
        let ended = try Program(
            ["run", "tagOpensApp", "--output", scratch("a")], launcher: FileSizeLimit.refusing(at: size)
        ).end()
        #expect(ended.status == 3 && ended.error.contains(" cannot be written"), "\(ended.error)")
        #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("errors=\"1\"") == true)
        let (events, error) = trace(in: scratch("a/001-tagOpensApp-seed1"))
        #expect(error == nil && events.count > 1, "\(String(describing: error))")
        #expect(!events.contains { if case .ended = $0 { true } else { false } })
        #expect(try verdict(scratch("a/001-tagOpensApp-seed1")) == "error")
        let shown = try Program.run("show", scratch("a/001-tagOpensApp-seed1"))
        #expect(shown.error.contains("aborted"), "\(shown.error)")
    }

    @Test("if there is room for it, the trace says that it was cut")
    func gap() throws {
        let scratch = try Scratch()
        let folder = "001-tagOpensApp-seed1"
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("whole")).status == 0)
        let file = try #require(Scratch.bytes(of: scratch("whole/\(folder)/trace.pcapng")))
        // The last byte of the longest block after the header does not fit; the gap block is shorter.
        let ends = KilledRunTests.blockEnds(of: file)
        let blocks = zip(ends, ends.dropFirst()).filter { $0.0 > 14_000 }
        let longest = try #require(blocks.max { $0.1 - $0.0 < $1.1 - $1.0 })
        try #require(longest.1 - longest.0 > 500)
        let ended = try Program(
            ["run", "tagOpensApp", "--output", scratch("a")], launcher: FileSizeLimit.refusing(at: longest.1 - 1)
        ).end()
        #expect(ended.status == 3)
        let (events, error) = trace(in: scratch("a/\(folder)"))
        #expect(error == nil)
        guard case .gap(let what) = events.last else {
            Issue.record("\(String(describing: events.last))")
            return
        }
        #expect(what.contains("cannot be written") && what.contains("File too large"))
    }

    @Test("a trace whose very beginning does not fit has nothing but whole blocks, and is none")
    func beginning() throws {
        let scratch = try Scratch()
        let ended = try Program(
            ["run", "tagOpensApp", "--output", scratch("a")], launcher: FileSizeLimit.refusing(at: 9_000)
        ).end()
        #expect(ended.status == 3)
        let (events, error) = trace(in: scratch("a/001-tagOpensApp-seed1"))
        #expect(events.isEmpty && error != nil)
        let shown = try Program.run("show", scratch("a/001-tagOpensApp-seed1"))
        #expect(shown.status == 3 && !shown.output.contains("passed"))
    }

    @Test("a report that finds no room is an error, leaves no half of it, and an older one does not stay")
    func reportWithoutRoom() throws {
        let scratch = try Scratch()
        #expect(try Program.run("run", "tagOpensApp", "--junit", scratch("junit.xml")).status == 0)
        let ended = try Program(
            ["run", "tagOpensApp", "--junit", scratch("junit.xml")], launcher: FileSizeLimit.refusing(at: 60)
        ).end()
        #expect(ended.status == 3, "\(ended.error)")
        #expect(Scratch.names(in: scratch.path) == [])
    }

    @Test("a series whose first trace cannot be written leaves its reports, with the runs after it as aborted")
    func series() throws {
        let scratch = try Scratch()
        let ended = try Program(
            [
                "run", "tagOpensApp", "fullFlow", "--seeds", "3", "--output", scratch("a"), "--junit",
                scratch("junit.xml"),
            ],
            launcher: FileSizeLimit.refusing(at: 30_000)
        ).end()
        // The first one fits, but the second does not.
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("6 runs: 1 passed, 1 error, 4 aborted"), "\(ended.output)")
        #expect(
            Scratch.names(in: scratch("a")) == [
                "001-tagOpensApp-seed1", "002-fullFlow-seed1", "index.html", "report.xml", "runs.json",
            ])
        #expect(try verdict(scratch("a/001-tagOpensApp-seed1")) == "passed")
        #expect(try verdict(scratch("a/002-fullFlow-seed1")) == "error")
        let report = try #require(Scratch.text(of: scratch("junit.xml")))
        #expect(report == Scratch.text(of: scratch("a/report.xml")))
        #expect(report.contains("tests=\"6\" failures=\"0\" errors=\"5\""), "\(report)")
    }

    @Test("a run whose folder cannot be made is an error too, and the reports are written")
    func folder() throws {
        let scratch = try Scratch()
        // The longest path that the kernel accepts leaves room for the shorter of two names only.
        let room = 4095 - scratch.path.utf8.count - "/001-tagOpensApp-seed1/.trammel-0123456789abcdef.part".utf8.count
        let part = "/" + String(repeating: "x", count: 99)
        // The last name has at least one letter, however long the scratch folder's name is.
        let parts = (room - 2) / 100
        let deep = String(repeating: part, count: parts)
        let output = scratch.path + deep + "/" + String(repeating: "y", count: room - parts * 100 - 1)
        let ended = try Program.run(
            "run", "tagOpensApp", "configurationExchange", "tagOpensBrowser", "--output", output, "--junit",
            scratch("junit.xml"))
        #expect(ended.status == 3 && ended.error.contains("File name too long"), "\(ended.output)\(ended.error)")
        #expect(ended.output.contains("3 runs: 1 passed, 1 error, 1 aborted"), "\(ended.output)")
        #expect(Scratch.text(of: scratch("junit.xml"))?.contains("errors=\"2\"") == true)
    }

    @Test("nothing says passed where the verdict could not be written")
    func verdictWithoutRoom() throws {
        let name = "verdict.json"
        let scratch = try Scratch()
        var program = try Program(["run", "hundredRounds", "--verbose", "--output", scratch("a")])
        // It prints more than is buffered unread, and so waits until there is a folder that no file can replace.
        let hasBegun = program.waitFor("hundredRounds on simulated")
        try #require(hasBegun)
        let folder = scratch("a/001-hundredRounds-seed1")
        try #require(mkdir("\(folder)/\(name)", 0o700) == 0 && mkdir("\(folder)/\(name)/x", 0o700) == 0)
        let ended = program.end()
        #expect(ended.status == 3 && ended.error.contains("verdict.json cannot be written"), "\(ended.error)")
        let (events, error) = trace(in: folder)
        #expect(error == nil && events.count > 1_000)
        #expect(!events.contains { if case .ended = $0 { true } else { false } })
        #expect(Scratch.bytes(of: "\(folder)/verdict.json") ?? [] == [])
        let names = try #require(Scratch.names(in: folder))
        #expect(names == ["journal.jsonl", "trace.pcapng", name])
        #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("errors=\"1\"") == true)
    }

    private func verdict(_ folder: String) throws -> String? {
        let bytes = try #require(Scratch.bytes(of: "\(folder)/verdict.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return document["verdict"] as? String
    }
}
