import Evidence
import Glibc
import Ground
import OperatingSystem
import RigKit
import TestSupport
import Testing

@testable import Runs

/// Tools that write firmware: they succeed, fail, hang, lie, and leave processes behind.
@Suite struct FlashCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Returns the sentence of the failure; nil if the firmware was written.
    private func failure(_ flash: FlashCommand) -> String? {
        do throws(CommandError) {
            try flash.write("a file", log: FlashLog(in: scratch.path))
            return nil
        } catch {
            return error.what
        }
    }

    private var log: String { Scratch.text(of: scratch(FlashLog.fileName)) ?? "" }

    @Test("a tool has written the firmware if it ends with 0 and prints what it must")
    func success() throws {
        #expect(failure(FlashCommand("test \"$TRAMMEL_FIRMWARE\" = 'a file'")) == nil)
        // The line may come in pieces, on either output, and without an end.
        let pieces = "printf '** Veri'; sleep 0.2; printf 'fied OK **' >&2"
        #expect(failure(FlashCommand(pieces, mustPrint: ["** Verified OK **"])) == nil)
        let verified = FlashCommand("echo programmed", verify: "echo same", mustPrint: ["programmed", "same"])
        #expect(failure(verified) == nil)
        #expect(log.contains("programmed\n") && log.contains("same\n"), "\(log)")
    }

    @Test("a tool that fails, lies or is ended has not, and its last line is quoted")
    func failures() throws {
        for (flash, words) in [
            (
                FlashCommand("echo first; echo 'no probe' >&2; exit 2"),
                "ended with status 2; its last line was \"no probe\""
            ),
            (FlashCommand("echo done", mustPrint: ["Verified OK"]), "no line with \"Verified OK\""),
            (FlashCommand("echo 'Verify Failed'", mustNotPrint: ["Failed"]), "printed \"Verify Failed\""),
            // Long lines are searched in parts, and this text is in two of them.
            (FlashCommand("printf '%4094sERROR%5000s\\n' x y", mustNotPrint: ["ERROR"]), "printed"),
            // The last line passes through another program, which ends after the first.
            (
                FlashCommand("(sleep 0.1; echo 'Verify Failed') & echo done", mustNotPrint: ["Failed"]),
                "printed \"Verify Failed\""
            ),
            (FlashCommand("kill -9 $$"), "was ended by signal 9; it printed nothing"),
            (
                FlashCommand("echo done", verify: "exit 1"), "'exit 1' ended with status 1; it printed nothing"
            ),
            (
                FlashCommand("true", verify: "echo differs; exit 1"),
                "ended with status 1; its last line was \"differs\""
            ),
            (FlashCommand("echo half; sleep 600", limit: .seconds(1)), "did not end within 1.00 s"),
        ] {
            let what = try #require(failure(flash), "\(flash)")
            #expect(what.contains(words) && what.contains("half an image"), "\(what)")
        }
    }

    @Test("the command that recovers runs once, and the second attempt decides")
    func recovery() throws {
        let (mark, count) = (scratch("mark"), scratch("count"))
        let tool = "echo once >> '\(count)'; test -e '\(mark)'"
        let flash = FlashCommand(tool, recover: "touch '\(mark)'")
        let trouble = try flash.write("a file")
        #expect(trouble?.contains("ended with status 1") == true)
        #expect(Scratch.text(of: count)?.split(separator: "\n").count == 2)
        #expect(try flash.write("a file") == nil)
        let lost = FlashCommand("false", recover: "true")
        #expect(failure(lost)?.contains("after 'true', 'false' ended with status 1") == true)
        #expect(
            failure(FlashCommand("false", recover: "exit 5"))?.contains("then 'exit 5' ended with status 5") == true)
    }

    @Test("a process that a tool leaves behind is killed, and not waited for")
    func leftovers() throws {
        let clock = MonotonicClock()
        let start = clock.now
        let tool = "sleep 1000 & echo $! > '\(scratch("child"))'; echo done"
        #expect(failure(FlashCommand(tool, mustPrint: ["done"])) == nil)
        #expect(clock.now - start < .seconds(60))
        let child = try #require(Scratch.text(of: scratch("child"))?.split(separator: "\n").first.flatMap { Int32($0) })
        let deadline = clock.now + .seconds(10)
        func isGone() -> Bool {
            kill(child, 0) != 0 || Scratch.text(of: "/proc/\(child)/stat")?.contains(") Z ") ?? true
        }
        while !isGone(), clock.now < deadline {
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(20))
        }
        #expect(isGone())
    }

    @Test("the log keeps the end, and continues the one in the folder")
    func bound() {
        let log = FlashLog(in: scratch.path)
        for _ in 0..<40 { log.receive([UInt8](repeating: 0x61, count: 100_000)) }
        log.receive(Array("the end\n".utf8))
        log.save()
        let kept = Scratch.bytes(of: scratch(FlashLog.fileName)) ?? []
        #expect(kept.count == FlashLog.limit && kept.suffix(8) == Array("the end\n".utf8)[...])
        let next = FlashLog(in: scratch.path)
        next.receive(Array("more\n".utf8))
        next.save()
        #expect(self.log.hasSuffix("the end\nmore\n"))
    }

    @Test("the words of a rig's program reach it as they are, with the path in place of the image")
    func words() throws {
        try Scratch.write("#!/bin/sh\nprintf '<%s>' \"$@\"; echo\n", to: scratch("tool"))
        try #require(chmod(scratch("tool"), 0o755) == 0)
        let tool = FirmwareTool(
            write: [scratch("tool"), "--file={image}", "{image}", "a 'b' $HOME; *", "{image}+{image}"],
            mustPrint: ["<--file=a file><a file><a 'b' $HOME; *><a file+a file>"], within: .seconds(7))
        #expect(failure(FlashCommand(tool)) == nil)
        #expect(FlashCommand(tool).limit == .seconds(7) && FlashCommand(tool).verify == nil)
    }

    @Test("what decides whether a firmware was written distinguishes gates, and a plain command is itself")
    func text() {
        #expect(FlashCommand("a", limit: .seconds(1)).text == "a")
        let texts = [
            FlashCommand("a", verify: "b"), FlashCommand("a", recover: "b"), FlashCommand("a", mustPrint: ["b"]),
            FlashCommand("a", mustNotPrint: ["b"]), FlashCommand("a"),
        ].map(\.text)
        #expect(Set(texts).count == texts.count)
    }
}
