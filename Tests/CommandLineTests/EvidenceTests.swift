import Foundation
import Glibc
import Testing

@Suite struct EvidenceTests {
    @Test func everyRunLeavesItsJournalAndItsVerdictAndAllLeaveOneReport() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "zoneWalk", "tagOpensApp", "--port", "motion=none", "--seed", "3", "--output", scratch("a/b"),
            "--junit", scratch("junit.xml"))
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(Scratch.names(in: scratch("a/b")) == ["001-zoneWalk-seed3", "002-tagOpensApp-seed3", "report.xml"])
        #expect(Scratch.names(in: scratch("a/b/001-zoneWalk-seed3")) == ["journal.jsonl", "verdict.json"])
        #expect(
            Scratch.names(in: scratch("a/b/002-tagOpensApp-seed3")) == [
                "journal.jsonl", "trace.pcapng", "verdict.json",
            ])
        #expect(try verdict(in: scratch("a/b/001-zoneWalk-seed3"))["verdict"] as? String == "skipped")
        #expect(try verdict(in: scratch("a/b/002-tagOpensApp-seed3"))["verdict"] as? String == "passed")
        let report = try #require(Scratch.text(of: scratch("junit.xml")))
        #expect(report == Scratch.text(of: scratch("a/b/report.xml")))
        #expect(report.contains("tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"1\""))
    }

    @Test func theJournalBeginsWithTheStartAndEndsWithTheVerdict() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        let journal = try #require(Scratch.text(of: scratch("a/001-tagOpensApp-seed1/journal.jsonl")))
        #expect(journal.hasSuffix("\n"))
        let lines = journal.split(separator: "\n")
        #expect(lines.first?.contains("\"runStarted\"") == true && lines.last?.contains("\"runEnded\"") == true)
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }

    @Test func resultsThatCannotBeWrittenAreAnErrorAndNotAPass() throws {
        let ended = try Program.run("run", "tagOpensApp", "--output", "/dev/null/results")
        #expect(ended.status == 3 && ended.error.contains("cannot be written"))
        let junit = try Program.run("run", "tagOpensApp", "--junit", "/dev/null/report.xml")
        #expect(junit.status == 3 && junit.error.contains("cannot be written"))
    }

    /// What stands for a disk without room: a device that takes no byte.
    private static let full = "/dev/full"

    @Test(
        "on a full disk a run is an error, whichever of its files meets it",
        arguments: ["trace.pcapng", "journal.jsonl"])
    func fullDisk(name: String) throws {
        let scratch = try Scratch()
        var program = try Program(["run", "hundredRounds", "tagOpensApp", "--verbose", "--output", scratch("a")])
        // The first run prints more than is taken of it unread, and so waits until the second one's folder is there.
        let hasBegun = program.waitFor("hundredRounds on simulated")
        try #require(hasBegun)
        let folder = scratch("a/002-tagOpensApp-seed1")
        try #require(mkdir(folder, 0o700) == 0 && symlink(Self.full, "\(folder)/\(name)") == 0)
        let ended = program.end()
        #expect(ended.status == 3 && ended.output.contains("2 runs: 1 passed, 1 error"), "\(ended.output)")
        #expect(ended.error.contains("\(name) cannot be written") && ended.error.contains("No space left on device"))
        #expect(try verdict(in: folder)["verdict"] as? String == "error")
        #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("errors=\"1\"") == true)
    }

    @Test("a report that finds no room is an error, and no half of it is left")
    func reportWithoutRoom() throws {
        let scratch = try Scratch()
        try #require(symlink(Self.full, scratch("junit.xml.part")) == 0)
        let ended = try Program.run("run", "tagOpensApp", "--junit", scratch("junit.xml"))
        #expect(ended.status == 3 && ended.error.contains("No space left on device"), "\(ended.error)")
        #expect(Scratch.names(in: scratch.path)?.contains("junit.xml") == false)
    }

    private func verdict(in folder: String) throws -> [String: Any] {
        let bytes = try #require(Scratch.bytes(of: "\(folder)/verdict.json"))
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
}
