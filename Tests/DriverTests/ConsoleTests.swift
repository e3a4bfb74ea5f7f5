import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import TestSupport
import Testing

@testable import Benches

@Suite("Consoles of accessories")
struct ConsoleTests {
    private let clock = MonotonicClock()
    private let mailbox = Mailbox()

    @Test func `lines are the same however their bytes are cut`() {
        let bytes = Array("one\r\ntwo\n\n\rthree \u{1B}[1;32mgreen\u{1B}[0m\tend\rlast".utf8)
        var whole = ConsoleLines()
        let lines = whole.receive(bytes)
        #expect(lines == ["one", "two", "three green end"])
        for cut in bytes.indices {
            var parts = ConsoleLines()
            #expect(parts.receive(bytes[..<cut]) + parts.receive(bytes[cut...]) == lines)
        }
    }

    @Test func `texts for the terminal, redrawn prompts and bytes that are no UTF-8 do not spoil a line`() {
        let bytes =
            Array("\u{1B}]0;a title\u{7}one\n\u{1B}]2;other\u{1B}\\two\n\u{1B}(Bthree\n".utf8)
            + Array("uart:~$ \u{1B}[8D\u{1B}[Jfour\n".utf8) + [0x66, 0xFF, 0x65, 0x0A]
            + Array("10 %\r20 %\r\u{1B}[2Kdone\n".utf8)
        var whole = ConsoleLines()
        let lines = whole.receive(bytes)
        #expect(lines == ["one", "two", "three", "four", "f\u{FFFD}e", "10 %", "20 %", "done"])
        for cut in bytes.indices {
            var parts = ConsoleLines()
            #expect(parts.receive(bytes[..<cut]) + parts.receive(bytes[cut...]) == lines)
        }
        #expect(whole.receive(Array("hal".utf8)).isEmpty)
        #expect(whole.end() == "hal\(ConsoleLines.unfinished)" && whole.end() == nil)
    }

    @Test func `a console at a wrong rate prints noise, and one that glitches or prints another language does not`() {
        var random = Mutator(seeds: [[UInt8](repeating: 0xF8, count: 64)])
        var noise = ConsoleNoise()
        var changes: [ConsoleNoise.Change] = []
        for _ in 0..<100 {
            if let change = noise.receive(random.next(limit: 64).map { $0 | 0x80 }) { changes.append(change) }
        }
        #expect(changes == [.noisy])
        // A boot loader at another rate: the firmware's own text ends the noise.
        let clear = (0..<100).compactMap { _ in noise.receive(Array("[00:01] uwb: ranging\r\n".utf8)) }
        #expect(clear == [.clear])
        var glitches = ConsoleNoise()
        for _ in 0..<100 {
            let change = glitches.receive([0x00, 0xFF, 0xF8] + Array("\u{1B}[1;31mboot: ready\u{1B}[0m\r\n".utf8))
            #expect(change == nil)
        }
        var words = ConsoleNoise()
        for _ in 0..<100 {
            let change = words.receive(Array("Tür geöffnet, 門が開いた \u{8}|\u{8}/\r\n".utf8))
            #expect(change == nil)
        }
    }

    @Test func `lines of the management protocol keep their marks, wherever they are cut`() {
        let (one, two) = ("\u{6}\tAAsIAAABAAFCAKDczA==", "\u{4}\u{14}ZGluZ/Rp")
        let text = "log\r\n\(one)\r\n\(two)\nx\u{6}\ty\n\u{6}z\n\u{4}\u{15}q\n\t\u{6}w\n"
        var whole = ConsoleLines()
        let lines = whole.receive(text.utf8)
        #expect(lines == ["log", one, two, "x y", "\u{6}z", "\u{4}q", " w"])
        for cut in text.utf8.indices {
            var parts = ConsoleLines()
            #expect(parts.receive(text.utf8[..<cut]) + parts.receive(text.utf8[cut...]) == lines)
        }
        // The longest line that the protocol's reader accepts.
        var long = ConsoleLines()
        let letters = String(repeating: "A", count: 1_000)
        #expect(long.receive("\u{6}\t\(letters)\n".utf8) == ["\u{6}\t\(letters)"])
    }

    @Test func `what is written to a console goes out as it is, and a line that is gone is the rig's fault`() throws {
        let terminal = try PseudoTerminal(link: temporaryPath("typed"))
        let console = try ConsoleReader(
            of: "door", at: .serial(path: terminal.path, baud: 115_200), mailbox: mailbox, clock: clock)
        let bytes: [UInt8] = [6, 9] + Array("AAsI\n".utf8) + [4, 0x14, 0x0D, 0x0A, 0xFF]
        _ = console.write(bytes)
        var heard: [UInt8] = []
        let (poller, deadline) = (Poller(clock: clock), clock.now + .seconds(30))
        while heard.count < bytes.count, clock.now < deadline {
            _ = poller.wait([PollDescriptor(terminal.master.number)], until: deadline)
            heard += try terminal.master.read(upTo: 64) ?? []
        }
        #expect(heard == bytes)
        terminal.close()
        var faults: [String] = []
        // Without this, the reader might be closed before it notices.
        if case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock),
            case .fault(.console("door"), let fault) = arrival.inbound
        {
            faults.append(fault.what)
        }
        console.close()
        _ = console.write(bytes)
        while case .arrival(let arrival) = mailbox.take(until: clock.now, clock: clock) {
            if case .fault(.console("door"), let fault) = arrival.inbound { faults.append(fault.what) }
        }
        // The reader reports the hang-up, and so does the write after it.
        #expect(faults.count == 2 && Set(faults).count == 1, "\(faults)")
    }

    @Test func `noise is bounded and never traps`() {
        let line = Array("[00:00:01.000] <inf> uwb: started\r\n\u{1B}[0m".utf8)
        var mutator = Mutator(seeds: [line, [0xFF, 0xFE, 0x0A]])
        var lines = ConsoleLines()
        var count = 0
        for _ in 0..<100_000 {
            for line in lines.receive(mutator.next(limit: 80)) {
                count += 1
                #expect(line.unicodeScalars.count <= ConsoleLines.limit && !line.contains("\n"))
            }
        }
        #expect(count > 1000)
        var long = ConsoleLines()
        let pieces = [Int](repeating: ConsoleLines.limit, count: 9) + [10_000 - 9 * ConsoleLines.limit]
        #expect(long.receive([UInt8](repeating: 0x41, count: 10_000) + [0x0A]).map(\.count) == pieces)
        // Bytes from a line without power come before the first text.
        #expect(long.receive([0xFF, 0xF8, 0xFF] + Array("E (1) a: b\n".utf8)) == ["E (1) a: b"])
    }

    @Test func `a serial console is read line by line until it is unplugged`() throws {
        let terminal = try PseudoTerminal(link: temporaryPath("console"))
        let console = try ConsoleReader(
            of: "door", at: .serial(path: terminal.path, baud: 9600), mailbox: mailbox, clock: clock)
        _ = try terminal.master.write(Array("UWB start".utf8))
        _ = try terminal.master.write(Array("ed\r\nsession 7\r\n".utf8))
        for line in ["UWB started", "session 7"] {
            guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
                Issue.record("no line")
                return
            }
            #expect(arrival.inbound == .console("door", line) && arrival.inbound.link == .console("door"))
        }
        terminal.close()
        guard case .arrival(let end) = mailbox.take(until: clock.now + .seconds(30), clock: clock),
            case .fault(.console("door"), let fault) = end.inbound
        else {
            Issue.record("no fault")
            return
        }
        #expect(fault.what.contains("unplugged"))
        console.close()
        console.close()
    }

    /// Returns the next line; nil if none comes.
    private func nextLine() -> String? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock),
            case .console("door", let line) = arrival.inbound
        else { return nil }
        return line
    }

    @Test func `a line whose end does not come is taken as it is, and ends when the power is switched`() throws {
        let terminal = try PseudoTerminal(link: temporaryPath("prompt"))
        defer { terminal.close() }
        let port = ConsolePort.serial(path: terminal.path, baud: 115_200)
        let console = try ConsoleReader(of: "door", at: port, mailbox: mailbox, clock: clock)
        defer { console.close() }
        _ = try terminal.master.write(Array("ASSERTION FAIL".utf8))
        #expect(nextLine() == "ASSERTION FAIL\(ConsoleLines.unfinished)")
        _ = try terminal.master.write(Array("up\nI (12) wi".utf8))
        #expect(nextLine() == "up")
        console.cut()
        _ = try terminal.master.write(Array("E (0) boot: x\n".utf8))
        #expect(nextLine() == "I (12) wi\(ConsoleLines.unfinished)")
        #expect(nextLine() == "E (0) boot: x")
    }

    @Test func `a console that another program reads is the rig's fault, until that program closes it`() throws {
        let terminal = try PseudoTerminal(link: temporaryPath("shared"))
        defer { terminal.close() }
        let port = ConsolePort.serial(path: terminal.path, baud: 115_200)
        let first = try ConsoleReader(of: "door", at: port, mailbox: mailbox, clock: clock)
        let fault = #expect(throws: RigFault.self) {
            try ConsoleReader(of: "trunk", at: port, mailbox: mailbox, clock: clock)
        }
        #expect(fault?.what.contains("in use") == true, "\(String(describing: fault))")
        first.close()
        try ConsoleReader(of: "door", at: port, mailbox: mailbox, clock: clock).close()
    }

    @Test func `a console that is not there, or too slow a rate, is the rig's fault`() throws {
        #expect(throws: RigFault.self) {
            try ConsoleReader(of: "door", at: .serial(path: "/dev/null", baud: 9600), mailbox: mailbox, clock: clock)
        }
        let terminal = try PseudoTerminal(link: temporaryPath("slow"))
        defer { terminal.close() }
        #expect(throws: RigFault.self) {
            try ConsoleReader(of: "door", at: .serial(path: terminal.path, baud: 7), mailbox: mailbox, clock: clock)
        }
    }

    @Test(arguments: [("/bin/true", true), ("/bin/false", false), ("/nowhere/at/all", false)])
    func `a power program's exit status says whether it is done`(path: String, isDone: Bool) {
        _ = PowerProgram(path: path).perform(.cycle, on: "door", mailbox: mailbox, clock: clock)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
            Issue.record("nothing came of it")
            return
        }
        switch arrival.inbound {
        case .stage(.powered("door")): #expect(isDone)
        case .fault(.stage, let fault): #expect(!isDone && fault.what.contains(path))
        default: Issue.record("\(arrival.inbound)")
        }
    }

    /// Returns the stage's events and faults that a power program with this script causes, up to the act's end.
    private func events(of script: String, _ act: PowerAct = .cycle) throws -> [Inbound] {
        let scratch = try Scratch()
        try Scratch.write("#!/bin/sh\n\(script)\n", to: scratch("power"))
        try #require(chmod(scratch("power"), 0o755) == 0)
        let thread = PowerProgram(path: scratch("power")).perform(act, on: "door", mailbox: mailbox, clock: clock)
        defer { thread?.join() }
        var events: [Inbound] = []
        while case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) {
            events.append(arrival.inbound)
            switch arrival.inbound {
            case .stage(.readBack): continue
            default: return events
            }
        }
        return events
    }

    @Test func `only a last line of off and on says that the power was read back`() throws {
        #expect(
            try events(of: "echo cycling; echo off on")
                == [.stage(.readBack(.power("door"))), .stage(.powered("door"))])
        for script in ["true", "echo on", "echo unknown", "echo done", "echo on; echo done", "echo off on; echo done"] {
            #expect(try events(of: script) == [.stage(.powered("door"))], "\(script)")
        }
        let lies = [
            "echo off", "echo off; echo on", "echo on; echo off on", "echo 'no such plug' >&2; exit 3", "exit 64",
            "yes",
        ]
        let words = ["with off", "two answers", "two answers", "no such plug", "does not know", "MiB"]
        for (script, word) in zip(lies, words) {
            guard case .fault(.stage, let fault)? = try events(of: script).first else {
                Issue.record("no fault: \(script)")
                continue
            }
            #expect(fault.what.contains(word), "\(fault.what)")
        }
    }

    @Test func `no answer shows that a firmware was reset`() throws {
        for script in ["echo on", "echo unknown", "echo off on"] {
            #expect(try events(of: script, .factoryReset) == [.stage(.powered("door"))], "\(script)")
        }
        guard case .fault(.stage, _)? = try events(of: "echo off", .factoryReset).first else {
            Issue.record("no fault")
            return
        }
    }

    @Test func `the switches wait for a power program in progress before they close`() throws {
        let scratch = try Scratch()
        try Scratch.write("#!/bin/sh\nsleep 0.5\n: > '\(scratch("over"))'\n", to: scratch("power"))
        try #require(chmod(scratch("power"), 0o755) == 0)
        let rig = Rig(
            name: "made", summary: "made by a test", kind: .hardware, bluetooth: .none, uwb: .none, nfc: .none,
            accessories: [
                AccessoryEntry("door", .le(.name("Door")), power: .program(path: scratch("power")))
            ], tags: [], motion: .none)
        let switches = PowerSwitches(rig, mailbox: mailbox, clock: clock)
        switches.perform(.cycle, on: "door", stage: nil)
        switches.close()
        #expect(Scratch.text(of: scratch("over"))?.isEmpty == true)
    }

    @Test func `what a power program leaves behind goes on, even if it prints`() throws {
        let scratch = try Scratch()
        let path = scratch("beats")
        let held = "(trap '' HUP; for i in 1 2 3 4 5; do sleep 0.1; echo x; done; echo over > '\(path)') & echo off on"
        #expect(try events(of: held).count == 2)
        let limit = clock.now + .seconds(20)
        while Scratch.text(of: path) != "over\n", clock.now < limit {
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(20))
        }
        #expect(Scratch.text(of: path) == "over\n")
    }
}
