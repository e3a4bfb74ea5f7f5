import Benches
import Glibc
import Ground
import Links
import NFCDriver
import Synchronization
import System
import TestSupport
import Testing

/// The real libnfc in its real helper process, with a test chip behind a pseudo-terminal.
private final class ReaderBench: Sendable {
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let terminal: PseudoTerminal
    let reader: NFCReader
    private let chip = Mutex(TestChip())
    private let stopped = Atomic<Bool>(false)
    private let thread = Mutex<DeviceThread?>(nil)

    init(_ name: String) throws {
        terminal = try PseudoTerminal(link: temporaryPath(name))
        reader = try NFCReader(
            connection: "pn532_uart:\(terminal.path)", program: ReaderBench.program, mailbox: mailbox, clock: clock)
        let chipThread = try DeviceThread("test-chip") { [self] in serve() }
        thread.withLock { $0 = chipThread }
    }

    /// The program beside this test's own.
    static var program: String {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(count, 0)), as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/trammel"
    }

    private func serve() {
        let poller = Poller(clock: clock)
        while !stopped.load(ordering: .acquiring) {
            let ready = poller.wait([PollDescriptor(terminal.master.number)], until: clock.now + .milliseconds(20))
            guard ready[0].contains(.readable), let bytes = try? terminal.master.read(upTo: 4096) else { continue }
            let answer = chip.withLock { $0.receive(bytes) }
            if !answer.isEmpty { _ = try? terminal.master.write(answer) }
        }
    }

    func with(_ change: (inout TestChip) -> Void) { chip.withLock { change(&$0) } }

    /// Sends a request and gives what comes back.
    func ask(_ request: ReaderRequest, within limit: Span = .seconds(6)) -> Inbound? {
        _ = reader.send(request)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + limit, clock: clock) else { return nil }
        return arrival.inbound
    }

    func exchange(_ hex: String) -> [UInt8]? {
        guard case .reader(.response(let bytes))? = ask(.exchange(bytes(hex), within: .milliseconds(500))) else {
            return nil
        }
        return bytes
    }

    func pullCable() {
        stopChip()
        terminal.close()
    }

    private func stopChip() {
        stopped.store(true, ordering: .releasing)
        thread.withLock { $0.take() }?.join()
    }

    func close() {
        reader.close()
        stopChip()
        terminal.close()
    }
}

private let type2 = TagIdentity(uid: bytes("04a1b2c3d4e580"), atqa: 0x0044, sak: 0x00)
private let type4 = TagIdentity(uid: bytes("04112233445566"), atqa: 0x0344, sak: 0x20, ats: bytes("7577810280"))

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

@Suite("An NFC reader behind libnfc", .serialized, .enabled(if: access(ReaderBench.program, X_OK) == 0))
struct NFCReaderTests {
    @Test("A type 2 tag is found, read to its end, taken away and found again")
    func type2Tag() throws {
        let bench = try ReaderBench("type2")
        #expect(isOpened(bench.ask(.open)))
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.with { $0.tag = .type2 }
        #expect(bench.ask(.poll) == .reader(.tagFound(type2)))
        var memory: [UInt8] = []
        for page in ["03", "07", "0b", "0f"] { memory += try #require(bench.exchange("30" + page)) }
        #expect(memory.dropFirst(11).starts(with: TestTag.message + [0xFE]))
        #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
        bench.with { $0.tag = nil }
        #expect(bench.ask(.checkPresence) == .reader(.tagAbsent))
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.with { $0.tag = .type2 }
        #expect(bench.ask(.poll) == .reader(.tagFound(type2)))
        bench.reader.close()
        bench.with { #expect($0.isPoweredDown) }
        bench.close()
    }

    @Test("A type 4 tag is read by its files, and found again though it was never let go")
    func type4Tag() throws {
        let bench = try ReaderBench("type4")
        #expect(isOpened(bench.ask(.open)))
        bench.with { $0.tag = .type4 }
        for _ in 0..<3 {
            #expect(bench.ask(.poll) == .reader(.tagFound(type4)))
            #expect(bench.exchange("00a4040007d276000085010100") == [0x90, 0x00])
            #expect(bench.exchange("00a4000c02e103") == [0x90, 0x00])
            #expect(bench.exchange("00b000000f") == bytes("000f20003b00340406e10408000000") + [0x90, 0x00])
            #expect(bench.exchange("00a4000c02e104") == [0x90, 0x00])
            #expect(bench.exchange("00b0000002") == [0x00, 0x1A, 0x90, 0x00])
            #expect(bench.exchange("00b000021a") == TestTag.message + [0x90, 0x00])
            #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
        }
        bench.close()
    }

    @Test("A tag torn away in the middle and a disturbed transmission are told apart")
    func torn() throws {
        let bench = try ReaderBench("torn")
        #expect(isOpened(bench.ask(.open)))
        bench.with { $0.tag = .type2 }
        #expect(bench.ask(.poll) == .reader(.tagFound(type2)))
        bench.with { $0.fault = .status(0x02) }
        let disturbed = failure(bench.ask(.exchange([0x30, 4], within: .milliseconds(350))))
        #expect(disturbed?.hasPrefix("the transmission failed") == true)
        #expect(bench.exchange("3004") != nil)
        bench.with { $0.tag = nil }
        let torn = failure(bench.ask(.exchange([0x30, 8], within: .milliseconds(350))))
        #expect(torn == "the tag left the field")
        bench.close()
    }

    @Test("libnfc's abort costs one exchange and nothing more")
    func abort() throws {
        let bench = try ReaderBench("abort")
        #expect(isOpened(bench.ask(.open)))
        bench.with { $0.tag = .type2 }
        #expect(bench.ask(.poll) == .reader(.tagFound(type2)))
        bench.with { $0.fault = .abortStatus }
        let text = failure(bench.ask(.exchange([0x30, 4], within: .milliseconds(350))))
        #expect(text?.contains("libnfc aborted") == true)
        #expect(bench.ask(.poll) == .reader(.tagFound(type2)))
        #expect(bench.exchange("3003") != nil)
        bench.close()
    }

    @Test("A chip that does not tell its version at first is opened at the second try")
    func noVersion() throws {
        let bench = try ReaderBench("version")
        bench.with { $0.fault = .noVersion }
        #expect(isOpened(bench.ask(.open)))
        bench.close()
    }

    @Test("A pulled cable is a fault within five seconds")
    func cable() throws {
        let bench = try ReaderBench("cable")
        #expect(isOpened(bench.ask(.open)))
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.pullCable()
        let began = bench.clock.now
        #expect(fault(bench.ask(.poll))?.what.contains(bench.terminal.path) == true)
        #expect(bench.clock.now - began < .seconds(5))
        bench.close()
    }

    @Test("A reader that falls silent is a fault within five seconds")
    func silence() throws {
        let bench = try ReaderBench("silence")
        #expect(isOpened(bench.ask(.open)))
        bench.with { $0.fault = .silence }
        let began = bench.clock.now
        var answer = bench.ask(.poll)
        while answer == .reader(.noTag), bench.clock.now - began < .seconds(5) { answer = bench.ask(.poll) }
        #expect(fault(answer)?.what.contains("is lost") == true)
        #expect(bench.clock.now - began < .seconds(5))
        bench.close()
    }

    @Test("A second program is refused by name, and the first goes on")
    func second() throws {
        let bench = try ReaderBench("second")
        #expect(isOpened(bench.ask(.open)))
        let mailbox = Mailbox()
        let other = try NFCReader(
            connection: "pn532_uart:\(bench.terminal.path):115200", program: ReaderBench.program, mailbox: mailbox,
            clock: bench.clock)
        _ = other.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: bench.clock.now + .seconds(5), clock: bench.clock) else {
            Issue.record("the second program got no answer")
            return
        }
        #expect(
            fault(arrival.inbound)?.what
                == "the NFC reader at \(bench.terminal.path) is in use by another program (process \(getpid()))")
        other.close()
        #expect(bench.ask(.poll) == .reader(.noTag))
        bench.close()
    }

    @Test("A reader that is not there is named, with the remedy")
    func missing() throws {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let reader = try NFCReader(
            connection: "pn532_uart:/dev/ttyUSB99", program: ReaderBench.program, mailbox: mailbox, clock: clock)
        _ = reader.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(5), clock: clock) else {
            Issue.record("no answer")
            return
        }
        #expect(fault(arrival.inbound)?.what == "there is no NFC reader at /dev/ttyUSB99")
        reader.close()
    }

    @Test(
        "A helper that is none is a fault that quotes it",
        arguments: [
            ("/usr/bin/yes", "spoke nonsense"), ("/usr/bin/false", "its helper ended"), ("/nowhere", "did not start"),
        ])
    func noHelper(program: String, what: String) throws {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let terminal = try PseudoTerminal(link: temporaryPath("none"))
        let reader = try NFCReader(
            connection: "pn532_uart:\(terminal.path)", program: program, mailbox: mailbox, clock: clock)
        _ = reader.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(5), clock: clock) else {
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
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(5), clock: clock) else {
            Issue.record("no answer")
            return
        }
        #expect(fault(arrival.inbound)?.what.contains("did not open in time") == true)
        reader.close()
        terminal.close()
    }

    @Test("Two hundred taps in a row are found, read and let go")
    func manyTaps() throws {
        let bench = try ReaderBench("taps")
        #expect(isOpened(bench.ask(.open)))
        for tap in 0..<200 {
            let isType2 = tap % 2 == 0
            bench.with { $0.tag = isType2 ? .type2 : .type4 }
            guard bench.ask(.poll) == .reader(.tagFound(isType2 ? type2 : type4)) else {
                Issue.record("tap \(tap) was not found")
                break
            }
            let read = bench.exchange(isType2 ? "3007" : "00a4040007d276000085010100")
            #expect(read != nil)
            bench.with { $0.tag = nil }
            #expect(bench.ask(.checkPresence) == .reader(.tagAbsent))
        }
        bench.close()
    }
}
