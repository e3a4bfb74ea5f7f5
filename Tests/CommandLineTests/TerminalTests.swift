import Glibc
import TestSupport
import Testing

@Suite struct TerminalTests {
    @Test func aTerminalGetsColoursAndALiveLine() throws {
        let ended = try Program(["run", "fullFlow"], environment: ["TERM": "xterm"], onTerminal: true).end()
        #expect(ended.status == 0)
        #expect(ended.output.contains("\u{1B}[32mpassed"))
        #expect(ended.output.contains("\r\u{1B}[K") && ended.output.contains("...      door "))
    }

    @Test func noColourMeansNoColour() throws {
        let ended = try Program(
            ["run", "fullFlow"], environment: ["TERM": "xterm", "NO_COLOR": "1"], onTerminal: true
        ).end()
        #expect(ended.status == 0 && !ended.output.contains("\u{1B}[3") && ended.output.contains("\u{1B}[K"))
    }

    @Test func aDumbTerminalAndAPipeGetPlainText() throws {
        let dumb = try Program(["run", "fullFlow"], environment: ["TERM": "dumb"], onTerminal: true).end()
        let pipe = try Program.run("run", "fullFlow", environment: ["TERM": "xterm"])
        #expect(!dumb.output.contains("\u{1B}") && !pipe.output.contains("\u{1B}"))
        #expect(!pipe.output.contains("..."))
    }
}

@Suite struct TerminalWidthTests {
    @Test("lines are as wide as the terminal, and 80 columns wide elsewhere")
    func width() throws {
        func widest(onTerminal: Bool) throws -> Int {
            let arguments = ["run", "fullFlow", "--verbose"]
            let ended = try Program(arguments, environment: ["NO_COLOR": "1"], onTerminal: onTerminal).end()
            // A terminal's live lines end with a carriage return.
            let lines = ended.output.split(whereSeparator: \.isNewline)
            return lines.map { $0.replacing("\u{1B}[K", with: "").count }.max() ?? 0
        }
        #expect((81...100).contains(try widest(onTerminal: true)), "the terminal has 100 columns")
        #expect((70...80).contains(try widest(onTerminal: false)))
    }
}

@Suite struct InterruptionTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalEndsTheRunsCleanlyAndIsNeverAPass(signal: Int32) throws {
        let scratch = try Scratch()
        var program = try Program(["run", "tagOpensApp", "--repeat", "5000", "--output", scratch("a")])
        let hasBegun = program.waitFor("625/5000: ")
        #expect(hasBegun)
        kill(program.process, signal)
        let ended = program.end()
        #expect(ended.status == 4, "\(ended.output.suffix(2000))\(ended.error)")
        #expect(ended.output.contains("5000 runs: ") && ended.output.contains(" aborted; "))
        let names = try #require(Scratch.names(in: scratch("a")))
        #expect(names.suffix(3) == ["index.html", "report.xml", "runs.json"])
        for name in names.dropLast(3) {
            #expect(Scratch.bytes(of: scratch("a/\(name)/verdict.json")) != nil, "\(name) has its verdict")
        }
    }

    @Test func aSecondSignalLeavesAtOnceAndIsNotAPass() throws {
        var program = try Program(["run", "tagOpensApp", "--repeat", "5000"])
        let hasBegun = program.waitFor("625/5000: ")
        #expect(hasBegun)
        // Stopped first, so that both signals are pending when it continues.
        for signal in [SIGSTOP, SIGINT, SIGTERM, SIGCONT] { kill(program.process, signal) }
        #expect(program.end().status == 130)
    }

    @Test func aReaderThatGoesAwayEndsTheRuns() throws {
        let program = try Program(["run", "tagOpensApp", "--repeat", "5000"])
        #expect(program.leave() == 4)
    }
}
