import Foundation
import TestSupport
import Testing

/// Evidence in a format of another version is not read as far as it looks familiar: no command passes on it.
@Suite struct UnknownFormatTests {
    private let scratch: Scratch
    private let run: String

    init() throws {
        scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("runs")).status == 0)
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("others")).status == 0)
        run = scratch("runs/001-tagOpensApp-seed1")
    }

    /// Gives a file of the run the format 99, and returns the version that it had.
    private func change(_ path: String) throws {
        let text = try #require(Scratch.text(of: path))
        let changed = text.replacing(/"format"( ?: ?)\d+/, maxReplacements: 1) { "\"format\"\($0.output.1)99" }
        try #require(changed != text)
        try Scratch.write(changed, to: path)
    }

    @Test("a run whose verdict or journal has an unknown format ends every command with 3", arguments: [true, false])
    func run(isVerdict: Bool) throws {
        try change("\(run)/\(isVerdict ? "verdict.json" : "journal.jsonl")")
        let commands = [
            ["show", run], ["replay", run], ["reduce", run], ["diff", run, scratch("others/001-tagOpensApp-seed1")],
            ["export", run, "--btsnoop", scratch("out")], ["diagnose", scratch("runs")], ["report", scratch("runs")],
            ["history", "import", scratch("runs"), "--store", scratch("store")],
        ]
        for command in commands {
            let ended = try Program(command).end()
            #expect(ended.status == 3, "\(command): \(ended.status) \(ended.output)\(ended.error)")
            let isTold = ended.output.contains("format 99") || ended.error.contains("format 99")
            // These compare the files, and a journal that they cannot read contradicts the verdict.
            let compares = ["diagnose", "report", "history"].contains(command[0])
            #expect(isTold || (compares && !isVerdict) || command[0] == "report", "\(command): \(ended.error)")
        }
    }

    @Test("so does the record of all runs")
    func record() throws {
        try change(scratch("runs/runs.json"))
        let ended = try Program.run("report", scratch("runs"))
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        #expect(Scratch.text(of: scratch("runs/index.html"))?.contains("format 99") == true)
    }
}
