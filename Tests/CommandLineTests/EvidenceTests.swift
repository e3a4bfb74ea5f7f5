import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct EvidenceTests {
    @Test func everyRunLeavesItsJournalAndItsVerdictAndAllLeaveOneReport() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "zoneWalk", "tagOpensApp", "--port", "motion=none", "--seed", "3", "--output", scratch("a/b"),
            "--junit", scratch("junit.xml"))
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(
            Scratch.names(in: scratch("a/b")) == [
                "001-zoneWalk-seed3", "002-tagOpensApp-seed3", "index.html", "report.xml", "runs.json",
            ])
        #expect(
            Scratch.names(in: scratch("a/b/001-zoneWalk-seed3")) == [
                "journal.jsonl", "manifest.sha256", "verdict.json",
            ])
        #expect(
            Scratch.names(in: scratch("a/b/002-tagOpensApp-seed3")) == [
                "journal.jsonl", "manifest.sha256", "page.html", "trace.pcapng", "verdict.json",
            ])
        #expect(try verdict(in: scratch("a/b/001-zoneWalk-seed3"))["verdict"] as? String == "skipped")
        #expect(try verdict(in: scratch("a/b/002-tagOpensApp-seed3"))["verdict"] as? String == "passed")
        let report = try #require(Scratch.text(of: scratch("junit.xml")))
        #expect(report == Scratch.text(of: scratch("a/b/report.xml")))
        #expect(report.contains("tests=\"2\" failures=\"0\" errors=\"0\"") && report.contains("skipped=\"1\""))
    }

    @Test func theJournalBeginsWithTheStartAndEndsWithTheVerdict() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        let journal = try #require(Scratch.text(of: scratch("a/001-tagOpensApp-seed1/journal.jsonl")))
        #expect(journal.hasSuffix("\n"))
        let lines = journal.split(separator: "\n")
        #expect(lines.first?.contains("\"provenance\"") == true && lines.last?.contains("\"runEnded\"") == true)
        #expect(lines.dropFirst().first?.contains("\"runStarted\"") == true)
        for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }

    @Test func resultsThatCannotBeWrittenAreAnErrorAndNotAPass() throws {
        let ended = try Program.run("run", "tagOpensApp", "--output", "/dev/null/results")
        #expect(ended.status == 3 && ended.error.contains("cannot be written"))
        let junit = try Program.run("run", "tagOpensApp", "--junit", "/dev/null/report.xml")
        #expect(junit.status == 3 && junit.error.contains("cannot be written"))
    }

    @Test("if two commands name one folder at once, one gets it and the other is refused", arguments: 0..<40)
    func oneFolder(pair: Int) throws {
        let scratch = try Scratch()
        // Every other pair starts with an existing empty folder.
        if !pair.isMultiple(of: 2) { try #require(mkdir(scratch("a"), 0o700) == 0) }
        let names = ["tagOpensApp", "tagOpensBrowser"]
        let programs = try names.map { try Program(["run", $0, "--output", scratch("a")]) }
        let statuses = programs.map { $0.end().status }
        let winners = names.indices.filter { statuses[$0] == 0 }
        try #require(winners.count == 1, "\(statuses)")
        let folder = "001-\(names[winners[0]])-seed1"
        #expect(Scratch.names(in: scratch("a")) == [folder, "index.html", "report.xml", "runs.json"])
        let shown = try Program.run("show", scratch("a/\(folder)"))
        #expect(shown.status == 0 && shown.error.isEmpty, "\(shown.error)")
        #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("tests=\"1\" failures=\"0\" errors=\"0\"") == true)
    }

    @Test("a folder or link planted at the path of a run's folder is not written to", arguments: [false, true])
    func plantedFolder(isLink: Bool) throws {
        let scratch = try Scratch()
        try Scratch.write("precious", to: scratch("precious"))
        try #require(mkdir(scratch("mine"), 0o700) == 0)
        var program = try Program(["run", "hundredRounds", "tagOpensApp", "--verbose", "--output", scratch("a")])
        // The first run prints more than is buffered unread, and so waits until the second one's folder exists.
        let hasBegun = program.waitFor("hundredRounds on simulated")
        try #require(hasBegun)
        let folder = scratch("a/002-tagOpensApp-seed1")
        if isLink {
            try #require(symlink(scratch("mine"), folder) == 0)
        } else {
            try #require(mkdir(folder, 0o700) == 0)
            try #require(symlink(scratch("precious"), "\(folder)/journal.jsonl") == 0)
        }
        let ended = program.end()
        #expect(ended.status == 3 && ended.output.contains("2 runs: 1 passed, 1 error"), "\(ended.output)")
        #expect(Scratch.text(of: scratch("precious")) == "precious")
        #expect(Scratch.names(in: scratch("mine")) == [])
        #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("errors=\"1\"") == true)
    }

    private func verdict(in folder: String) throws -> [String: Any] {
        let bytes = try #require(Scratch.bytes(of: "\(folder)/verdict.json"))
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
}
