import Glibc
import TestSupport
import Testing

/// Standard streams that are closed or full.
@Suite struct StandardStreamTests {
    /// Returns a launcher that redirects the streams in shell syntax.
    private static func shell(_ streams: String) -> [String] { ["/bin/sh", "-c", "exec \"$@\" \(streams)", "sh"] }

    @Test("closed streams never end up in evidence files", arguments: [">&-", "<&- >&-", "<&- >&- 2>&-"])
    func closed(streams: String) throws {
        let scratch = try Scratch()
        let ended = try Program(
            ["run", "tagOpensApp", "--output", scratch("a"), "--junit", scratch("junit.xml")],
            launcher: Self.shell(streams)
        ).end()
        #expect(ended.status == 0, "\(ended.error)")
        let own = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", own("a")).status == 0)
        let folder = "a/001-tagOpensApp-seed1"
        let journal = try #require(Scratch.journal(of: scratch(folder)))
        #expect(journal == Scratch.journal(of: own(folder)))
        let replayed = try Program.run("replay", scratch(folder))
        #expect(replayed.status == 0 && replayed.error.isEmpty, "\(replayed.output)\(replayed.error)")
        #expect(Scratch.text(of: scratch("junit.xml")) == Scratch.text(of: scratch("a/report.xml")))
    }

    @Test("a command that cannot print its output does not exit with 0", arguments: [">&-", "<&- >&-"])
    func closedOutput(streams: String) throws {
        for command in [["list"], ["check", "tagOpensApp"], ["run", "tagOpensApp"], ["--help"]] {
            let ended = try Program(command, launcher: Self.shell(streams)).end()
            #expect(ended.status != 0, "\(command)")
        }
    }

    @Test("output into a full device is an error of every command that prints")
    func fullDevice() throws {
        let scratch = try Scratch()
        try #require(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        let folder = scratch("a/001-tagOpensApp-seed1")
        let commands = [
            ["list"], ["list", "--json"], ["zoo", "--list"],
            ["zoo", "--defect", "answersTwice", "--scenario", "answersAtOnce"], ["show", folder],
            ["diff", folder, folder],
            ["replay", folder], ["run", "tagOpensApp"], ["run", "tagOpensApp", "--output", scratch("b")], ["--help"],
            ["tag", "read", "doorTag"], ["tag", "route", "https://example.com"], ["--version"],
            ["import", folder, "--redact", "--output", scratch("c.pcapng")],
        ]
        for command in commands {
            let ended = try Program(command, launcher: Self.shell(">/dev/full")).end()
            // A link that opens no app is this command's "failed", which takes precedence over lost output.
            let status: Int32 = command.starts(with: ["tag", "route"]) ? 1 : 3
            #expect(ended.status == status, "\(command): \(ended.error)")
            #expect(ended.error.contains("No space left on device"), "\(command): \(ended.error)")
        }
    }
}
