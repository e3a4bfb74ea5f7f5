import Foundation
import Glibc
import TestSupport
import Testing

/// The choice of trace files in a folder, and the value of an unfinished run's folder.
@Suite struct ShownTraceTests {
    private static func run(_ arguments: String..., in scratch: Scratch) throws -> String {
        let (scenario, more) = (arguments[0], Array(arguments.dropFirst()))
        let program = try Program(["run", scenario, "--output", scratch("a")] + more)
        try #require(program.end().status == 0)
        return scratch("a/001-\(scenario)-seed1")
    }

    private static func copy(_ from: String, _ to: String) throws {
        let bytes = try #require(Scratch.bytes(of: from))
        let file = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(file) }
        try #require(write(file, bytes, bytes.count) == bytes.count)
    }

    @Test func aRunFolderWithoutVerdictIsOfAnAbortedRunWhateverItsTraceSays() throws {
        let scratch = try Scratch()
        let folder = try Self.run("tagOpensApp", in: scratch)
        let whole = try Program.run("show", folder)
        #expect(whole.status == 0 && whole.error.isEmpty && whole.output.contains(" verdict  "))
        try #require(unlink("\(folder)/verdict.json") == 0)
        let shown = try Program.run("show", folder)
        #expect(shown.status == 0 && !shown.output.contains(" verdict  "))
        #expect(shown.error.contains("no verdict.json: the run was aborted"), "\(shown.error)")
        _ = try Program.run("show", folder, "--html", scratch("page.html"))
        #expect(Scratch.text(of: scratch("page.html"))?.contains("aborted: the trace has no verdict") == true)
        let replayed = try Program.run("replay", folder)
        #expect(replayed.status == 4 && replayed.output.contains("the same as recorded, as far as it goes"))
        let parts = replayed.error.split(separator: "aborted", omittingEmptySubsequences: false)
        #expect(parts.count == 2, "told once: \(replayed.error)")
        let parted = try Program.run("diff", folder, folder)
        #expect(parted.status == 4 && parted.error.contains("the end of the run is missing"), "\(parted.error)")
        let journal = try #require(Scratch.text(of: "\(folder)/journal.jsonl"))
        #expect(journal.contains("\"runEnded\""), "the journal says what the run came to, and that does not count")
        let file = try Program.run("show", "\(folder)/trace.pcapng")
        #expect(file.error.isEmpty && file.output.contains(" verdict  "), "a file says what its end says")
        #expect(try Program.run("replay", "\(folder)/trace.pcapng").status == 0)
        let end = open("\(folder)/trace.pcapng", O_WRONLY | O_APPEND)
        try #require(write(end, [UInt8](repeating: 0, count: 12), 12) == 12)
        close(end)
        let damaged = try Program.run("show", folder)
        #expect(damaged.status == 3 && damaged.error.contains("cannot be read to its end"), "\(damaged.error)")
        #expect(damaged.output.contains("tag") && !damaged.output.contains(" verdict  "), "nor with a damage behind it")
    }

    @Test func onlyTheTraceItselfIsTaken() throws {
        let scratch = try Scratch()
        let folder = try Self.run("tagOpensApp", in: scratch)
        let before = try Program.run("show", folder)
        for name in ["trace-copy.pcapng", "trace-1.pcapng", "trace-0001.pcapng", "trace2.pcapng", "trace.old.pcapng"] {
            try Self.copy("\(folder)/trace.pcapng", "\(folder)/\(name)")
        }
        let after = try Program.run("show", folder)
        // They are not shown but reported: later files are no evidence.
        #expect(after.output == before.output && after.status == 3)
        #expect(after.error.split(separator: "\n").count == 5 && after.error.contains("trace-copy.pcapng"))
        try Self.copy("\(folder)/trace.pcapng", "\(folder)/trace-002.pcapng")
        let both = try Program.run("show", folder)
        #expect(both.status == 3 && both.error.contains("holds a whole trace and parts of one"), "\(both.error)")
        let empty = try Scratch()
        let none = try Program.run("show", empty.path)
        #expect(none.status == 3 && none.error.contains("holds no trace"), "\(none.error)")
    }

    @Test("the output folder of one run is that run, and one with several names them")
    func outputFolder() throws {
        let scratch = try Scratch()
        let folder = try Self.run("tagOpensApp", in: scratch)
        let (whole, run) = (try Program.run("show", scratch("a")), try Program.run("show", folder))
        #expect(whole.status == 0 && whole.output == run.output)
        try FileManager.default.copyItem(atPath: folder, toPath: folder + "-again")
        let both = try Program.run("show", scratch("a"))
        #expect(both.status == 3 && both.error.contains("holds 2 runs") && both.error.contains(folder), "\(both.error)")
    }

    @Test("another program's capture is refused with the commands that read it", arguments: ["show", "replay", "diff"])
    func foreign(command: String) throws {
        let scratch = try Scratch()
        let header = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA]
        try Scratch.write(header, to: scratch("hci.log"))
        let paths = Array(repeating: scratch("hci.log"), count: command == "diff" ? 2 : 1)
        let ended = try Program([command] + paths).end()
        #expect(ended.status == 3 && ended.error.contains("'trammel judge' says what it shows"), "\(ended.error)")
    }

    @Test func partsThatAreMissingAreToldWhereverTheyWere() throws {
        let missing = [
            1: "of the trace's parts there is no file of 1", 2: "of the trace's parts there is no file of 2",
            4: "part 4 of the trace, which should follow, is missing",
        ]
        for (part, complaint) in missing.sorted(by: { $0.key < $1.key }) {
            let scratch = try Scratch()
            let folder = try Self.run("hundredRounds", "--trace-limit", "300K", in: scratch)
            if part == 1 { #expect(try Program.run("show", folder).error.isEmpty) }
            try #require(unlink("\(folder)/trace-00\(part).pcapng") == 0)
            let shown = try Program.run("show", folder, "--kind", "gap")
            // Nothing after the last part reveals a gap, but the seal names every part.
            #expect(shown.status == 3 && shown.error.contains(complaint), "\(part): \(shown.error)")
            #expect(shown.output.contains("part \(part) of the trace is missing") == (part < 4), "\(shown.output)")
        }
    }
}
