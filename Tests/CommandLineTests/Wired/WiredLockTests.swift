import Foundation
import Glibc
import TestSupport
import Testing

/// One bench and several commands: the kernel's locks on its devices let one of them play at a time.
@Suite struct WiredLockTests {
    private let bench: WiredBench

    init() throws { bench = try WiredBench() }

    /// Starts a command that plays for long, and waits until it has the bench.
    private func begin() throws -> Program {
        let first = try Program(
            ["run", "configurationExchange", "--repeat", "100000", "--quiet"] + bench.options, isSilent: true)
        let limit = Date(timeIntervalSinceNow: 60)
        // A line of the kernel's: `1: FLOCK  ADVISORY  WRITE 4711 00:1b:1234 0 EOF`.
        let holds = try Regex("FLOCK +ADVISORY +WRITE \(first.process) ")
        while try #require(Scratch.text(of: "/proc/locks")).firstMatch(of: holds) == nil {
            try #require(Date() < limit, "the first command did not take the bench")
            usleep(5_000)
        }
        return first
    }

    private func run(_ arguments: String...) throws -> Program.Ended { try Program(arguments + bench.options).end() }

    @Test("a busy bench ends a command with 75 and the holder's name, and leaves no older report")
    func refused() throws {
        let first = try begin()
        defer { kill(first.process, SIGKILL) }
        let report = bench.scratch("junit.xml")
        try Scratch.write(try #require(Scratch.text(of: try passed(report))), to: report)
        let second = try run("run", "configurationExchange", "--junit", report)
        #expect(second.status == 75 && second.output.isEmpty, "\(second.output)\(second.error)")
        for part in ["bench.busy: ", "is in use by process \(first.process) of ", "trammel run configurationExchange"] {
            #expect(second.error.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(part), "\(part)")
        }
        #expect(Scratch.text(of: report)?.contains("errors=\"1\"") == true)
        let waited = try run("run", "configurationExchange", "--wait", "2")
        #expect(waited.status == 75 && waited.error.contains("waiting, because"), "\(waited.error)")
        #expect(try Program.run("run", "configurationExchange").status == 0, "a simulated bench is never busy")
    }

    @Test("the doctor asks the kit for its firmware, but not while another command has the bench")
    func doctor() throws {
        func state() throws -> Substring? {
            let text = try run("doctor", "--json").output
            let item = try #require(text.components(separatedBy: "},").first { $0.contains("\"uwb.firmware\"") })
            return item.split(separator: "\"").last { ["ok", "warning", "problem"].contains($0) }
        }
        #expect(try state() == "ok")
        let first = try begin()
        defer { kill(first.process, SIGKILL) }
        #expect(try state() == "warning")
    }

    /// Leaves a report of a passed run on simulated devices at a path, and returns the path.
    private func passed(_ path: String) throws -> String {
        #expect(try Program.run("run", "configurationExchange", "--junit", path).status == 0)
        return path
    }

    @Test("a command that is killed leaves nothing held, and one that waits for it goes on")
    func killed() throws {
        for signal in [SIGKILL, SIGTERM, SIGKILL] {
            let ended = try WiredBench.judged {
                let first = try begin()
                let second = try Program(
                    ["run", "configurationExchange", "--wait", "1m"] + bench.options, onTerminal: false)
                usleep(.random(in: 0..<300_000))
                kill(first.process, signal)
                defer { _ = first.end() }
                return second.end()
            }
            #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        }
    }

    @Test(
        "a time to wait is a number of seconds, or one with a unit", arguments: ["", "x", "-1", "1d", "0.5h", "9999h"])
    func malformed(wait: String) throws {
        #expect(try run("run", "configurationExchange", "--wait", wait).status == 64)
    }
}
