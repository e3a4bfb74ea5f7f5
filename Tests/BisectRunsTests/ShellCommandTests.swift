import Glibc
import Ground
import OperatingSystem
import Runs
import TestSupport
import Testing

/// Commands of the bench's owner that succeed, fail, hang and print.
@Suite struct ShellCommandTests {
    @Test("a command's exit status is returned, and its variables and arguments arrive unchanged")
    func ends() {
        #expect(ShellCommand("exit 7", limit: .seconds(60)).run() == .exited(7))
        #expect(ShellCommand("kill -9 $$", limit: .seconds(60)).run() == .killed(signal: 9))
        #expect(ShellCommand("test -z \"$HOME\"", limit: .seconds(60)).run(with: ["HOME": nil]) == .exited(0))
        let hostile = "$(exit 3); `exit 4` ' \" \\ %s"
        let (ending, bytes) = ShellCommand("printf %s%s \"$A\" \"$1\"", arguments: [hostile], limit: .seconds(60))
            .output(with: ["A": hostile], atMost: 1_000)
        #expect(ending == .exited(0) && String(decoding: bytes, as: UTF8.self) == hostile + hostile)
    }

    @Test("a command's output is bounded, and complete below the bound")
    func prints() {
        let many = ShellCommand("yes | head -c 200000", limit: .seconds(60)).output(atMost: 200_000)
        #expect(many.ending == .exited(0) && many.bytes.count == 200_000)
        let endless = ShellCommand("exec yes", limit: .seconds(60)).output(atMost: 100_000)
        #expect(endless.ending == .printedTooMuch && endless.bytes.count < 1_000_000)
    }

    @Test("a command that hangs is killed with everything it started, even if it ignores SIGTERM")
    func hangs() throws {
        let scratch = try Scratch()
        let command = "trap '' TERM; sh -c 'echo $$ > \"$1\"; exec sleep 600' sh \"$1\" & wait; sleep 600"
        let ending = ShellCommand(command, arguments: [scratch("child")], limit: .seconds(3)).run()
        #expect(ending == .tookLonger(than: .seconds(3)))
        let child = try #require(Scratch.text(of: scratch("child")).flatMap { Int($0.dropLast()) })
        // The kill is asynchronous, so the process may exist a little longer.
        let (clock, began) = (MonotonicClock(), MonotonicClock().now)
        while Self.isRunning(child), clock.now - began < .seconds(60) { usleep(10_000) }
        #expect(!Self.isRunning(child), "the child was left running")
    }

    private static func isRunning(_ process: Int) -> Bool {
        let state = Scratch.text(of: "/proc/\(process)/stat").flatMap { $0.split(separator: ") ").last?.first }
        return state != nil && state != "Z" && state != "X"
    }

    @Test("the flash command gets the firmware in its environment, and throws when the command fails")
    func flash() throws {
        let write = FlashCommand("test \"$TRAMMEL_FIRMWARE-$MORE\" = 'a b-c'")
        try write.write("a b", with: ["MORE": "c"])
        #expect(throws: (any Error).self) { try write.write("a b") }
    }
}
