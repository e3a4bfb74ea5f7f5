import Benches
import Foundation
import Glibc
import Ground
import Links
import NFCDriver
import OperatingSystem
import Simulators
import Synchronization
import TestSupport
import Testing

private func isOpened(_ inbound: Inbound?) -> Bool {
    if case .reader(.opened)? = inbound { return true }
    return false
}

private func failure(_ inbound: Inbound?) -> String? {
    if case .reader(.exchangeFailed(let text))? = inbound { return text }
    return nil
}

private func fault(_ inbound: Inbound?) -> RigFault? {
    if case .fault(.reader, let fault)? = inbound { return fault }
    return nil
}

@Suite(
    "An NFC reader behind libnfc", .serialized, .onASteadyMachine,
    .enabled(if: access(ReaderBench.program, X_OK) == 0, "needs the program trammel beside the tests"))
struct NFCReaderTests {
    @Test("A type 2 tag is found, read to its end, taken away and found again")
    func type2Tag() throws {
        let bench = try ReaderBench("type2")
        #expect(isOpened(bench.ask(.open)))
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.present(try ExampleTag.type2())
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        var memory: [UInt8] = []
        for page in ["03", "07", "0b", "0f"] { memory += try #require(bench.exchange("30" + page)) }
        #expect(memory.dropFirst(11).starts(with: ExampleTag.message + [0xFE]))
        #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
        bench.with { $0.remove() }
        #expect(bench.ask(.checkPresence) == .reader(.tagAbsent))
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.present(try ExampleTag.type2())
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        bench.reader.close()
        #expect(bench.isChipAsleep)
        bench.close()
    }

    @Test("A type 4 tag is read by its files, and found again although it was never released")
    func type4Tag() throws {
        let bench = try ReaderBench("type4")
        #expect(isOpened(bench.ask(.open)))
        bench.present(try ExampleTag.type4())
        for _ in 0..<3 {
            #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type4Identity)))
            #expect(bench.exchange("00a4040007d276000085010100") == [0x90, 0x00])
            #expect(bench.exchange("00a4000c02e103") == [0x90, 0x00])
            #expect(bench.exchange("00b000000f") == bytes("000f20003b00340406e10408000000") + [0x90, 0x00])
            #expect(bench.exchange("00a4000c02e104") == [0x90, 0x00])
            #expect(bench.exchange("00b0000002") == [0x00, 0x1A, 0x90, 0x00])
            #expect(bench.exchange("00b000021a") == ExampleTag.message + [0x90, 0x00])
            #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
        }
        bench.close()
    }

    @Test("A tag that is removed during a read is distinguished from a disturbed transmission")
    func torn() throws {
        let bench = try ReaderBench("torn")
        #expect(isOpened(bench.ask(.open)))
        bench.present(try ExampleTag.type2())
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        bench.with { $0.inject(.status(0x02), on: .inDataExchange) }
        let disturbed = failure(bench.ask(.exchange([0x30, 4], within: .milliseconds(350))))
        #expect(disturbed?.hasPrefix("the transmission failed") == true)
        #expect(bench.exchange("3004") != nil)
        bench.with { $0.remove() }
        let torn = failure(bench.ask(.exchange([0x30, 8], within: .milliseconds(350))))
        #expect(torn == "the tag left the field")
        bench.close()
    }

    @Test("libnfc's abort loses the reader once, and the tag is read after the reader is opened again")
    func abort() throws {
        let bench = try ReaderBench("abort")
        #expect(isOpened(bench.ask(.open)))
        bench.present(try ExampleTag.type2())
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        bench.with { $0.inject(.status(0x80), on: .inDataExchange) }
        #expect(
            bench.ask(.exchange([0x30, 4], within: .milliseconds(350))) == .reader(.lost("libnfc aborted")))
        #expect(isOpened(bench.ask(.open)))
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        #expect(bench.exchange("3003") != nil)
        bench.close()
    }

    @Test("Commands that the chip's own data exchange does not know still reach the tag")
    func rawCommands() throws {
        let bench = try ReaderBench("raw")
        #expect(isOpened(bench.ask(.open)))
        bench.present(try ExampleTag.type2())
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        #expect(bench.exchange("60") == bytes("0004040201000f03"))
        #expect(bench.exchange("3a0407")?.count == 16)
        #expect(bench.exchange("3003")?.count == 16)
        bench.close()
    }

    @Test("A tag that leaves between two of its answers is lost, and found again whole", arguments: 0..<4)
    func tornAfter(answers: Int) throws {
        let bench = try ReaderBench("torn\(answers)")
        #expect(isOpened(bench.ask(.open)))
        var tag = try ExampleTag.type4()
        tag.tearAway(afterAnswers: answers)
        bench.present(tag)
        _ = bench.ask(.poll)
        var answered = 0
        for command in ["00a4040007d276000085010100", "00a4000c02e103", "00b000000f", "00a4000c02e104"] {
            guard bench.exchange(command) != nil else { break }
            answered += 1
        }
        #expect(answered == answers)
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.with { $0.remove() }
        bench.present(try ExampleTag.type4())
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type4Identity)))
        bench.close()
    }

    @Test("A chip that does not report its version at first is opened at the second try")
    func noVersion() throws {
        let bench = try ReaderBench("version")
        bench.with { $0.inject(.noReply, on: .getFirmwareVersion) }
        #expect(isOpened(bench.ask(.open)))
        bench.close()
    }

    @Test("Pulling the cable loses the reader, and plugging it in again finds the reader and its tag")
    func cable() throws {
        let bench = try ReaderBench("cable", tags: [("key", try ExampleTag.type2())])
        #expect(isOpened(bench.ask(.open)))
        bench.stage(.present("key"))
        #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        for _ in 0..<3 {
            bench.pullCable()
            guard case .reader(.lost(let why))? = bench.ask(.poll) else {
                Issue.record("the reader was not lost")
                break
            }
            #expect(why.hasPrefix("the NFC reader does not answer: Input / Output Error"))
            #expect(bench.ask(.open) == .reader(.lost("there is no NFC reader at \(bench.path)")))
            try bench.plugCable()
            #expect(isOpened(bench.ask(.open)))
            #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        }
        bench.close()
    }

    /// The next number of bytes to try, and the outcomes that do not name the reader.
    private final class Unplugging: Sendable {
        let next = Atomic<Int>(1)
        let told = Mutex<[String]>([])

        func note(_ what: String, after bytes: Int) { told.withLock { $0.append("after \(bytes) bytes: \(what)") } }
    }

    /// Opens a reader and reads its tag, until that fails or the requests are over; returns the outcome that does not
    /// name the reader as lost, nil if there is none.
    ///
    /// An answer to a poll that is cut may look like no tag; the next poll then has to find the reader lost.
    private static func readTag(on bench: ReaderBench) -> String? {
        let requests: [ReaderRequest] = [
            .open, .poll, .exchange([0x30, 0x00], within: .milliseconds(500)), .checkPresence,
        ]
        for request in requests {
            var answer = bench.ask(request, within: .seconds(30))
            if answer == .reader(.noTag) { answer = bench.ask(.poll, within: .seconds(30)) }
            switch answer {
            case .reader(.opened), .reader(.tagFound), .reader(.response), .reader(.tagPresent): continue
            case .reader(.lost), .fault(.reader, _): return nil
            case let other: return "\(request): \(String(describing: other))"
            }
        }
        return "it was not lost"
    }

    @Test("Unplugged after any byte of a session it is the reader that is lost, and never the tag")
    func anyByte() throws {
        let whole = try ReaderBench("whole")
        whole.present(try ExampleTag.type2())
        #expect(Self.readTag(on: whole) == "it was not lost")
        let (count, unplugging) = (whole.sent, Unplugging())
        whole.close()
        #expect(count > 100)
        // Nearly all of the time is spent waiting for answers that will not come.
        let threads = try (0..<24).map { _ in
            try DeviceThread("unplugging", urgency: .ordinary) {
                while true {
                    let bytes = unplugging.next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard bytes < count else { return }
                    do {
                        let bench = try ReaderBench("byte\(bytes)", unpluggedAfter: bytes)
                        defer { bench.close() }
                        bench.present(try ExampleTag.type2())
                        if let other = Self.readTag(on: bench) { unplugging.note(other, after: bytes) }
                    } catch {
                        unplugging.note("\(error)", after: bytes)
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(unplugging.told.withLock { $0 } == [])
    }

    @Test("A lost reader opens again even if a child process has inherited copies of all descriptors")
    func copiedLock() throws {
        let bench = try ReaderBench("copied")
        #expect(isOpened(bench.ask(.open)))
        let device = URL(fileURLWithPath: bench.path).resolvingSymlinksInPath().path
        let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        let copies = try own.filter { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == device
        }.map { number in try FileDescriptor("fcntl") { fcntl(number, F_DUPFD_CLOEXEC, 0) } }
        #expect(copies.count == 2, "the terminal's own end, and the lock")
        bench.killHelper()
        #expect(bench.next() == .reader(.lost("its helper was ended by signal 9")))
        #expect(isOpened(bench.ask(.open)))
        for copy in copies { copy.close() }
        bench.close()
    }

    @Test("A second program is refused by name, and the first one continues")
    func second() throws {
        let bench = try ReaderBench("second")
        #expect(isOpened(bench.ask(.open)))
        let mailbox = Mailbox()
        let other = try NFCReader(
            connection: "pn532_uart:\(bench.path):115200", program: ReaderBench.program, mailbox: mailbox,
            clock: bench.clock)
        _ = other.send(.open)
        let deadline = bench.clock.now + .seconds(30)
        guard case .arrival(let arrival) = mailbox.take(until: deadline, clock: bench.clock) else {
            Issue.record("the second program got no answer")
            return
        }
        #expect(
            fault(arrival.inbound)?.what
                == "the NFC reader at \(bench.path) is in use by another program (process \(getpid()))")
        other.close()
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.close()
    }

    @Test("A missing reader is named, with the remedy")
    func missing() throws {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let reader = try NFCReader(
            connection: "pn532_uart:/dev/ttyUSB99", program: ReaderBench.program, mailbox: mailbox, clock: clock)
        _ = reader.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
            Issue.record("no answer")
            return
        }
        #expect(fault(arrival.inbound)?.what == "there is no NFC reader at /dev/ttyUSB99")
        reader.close()
    }

    @Test(
        "A program that is no helper is a fault that quotes its output",
        arguments: [
            ("/usr/bin/yes", "spoke nonsense"), ("/usr/bin/false", "its helper ended"), ("/nowhere", "did not start"),
        ])
    func noHelper(program: String, what: String) throws {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let terminal = try PseudoTerminal(link: temporaryPath("none"))
        let reader = try NFCReader(
            connection: "pn532_uart:\(terminal.path)", program: program, mailbox: mailbox, clock: clock)
        _ = reader.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
            Issue.record("no answer")
            return
        }
        #expect(fault(arrival.inbound)?.what.contains(what) == true)
        reader.close()
        terminal.close()
    }

    @Test("A helper that hangs is killed and given up")
    func hangingHelper() throws {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let terminal = try PseudoTerminal(link: temporaryPath("hang"))
        let script = temporaryPath("hang.sh")
        let file = try FileDescriptor("open") { open(script, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755) }
        _ = try file.write(Array("#!/bin/sh\nexec sleep 60\n".utf8))
        file.close()
        defer { unlink(script) }
        var limits = ChildSupervisor.Limits()
        limits.start = .milliseconds(100)
        let reader = try NFCReader(
            connection: "pn532_uart:\(terminal.path)", program: script, limits: limits, mailbox: mailbox, clock: clock)
        _ = reader.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
            Issue.record("no answer")
            return
        }
        #expect(fault(arrival.inbound)?.what.contains("did not open in time") == true)
        reader.close()
        terminal.close()
    }
}
