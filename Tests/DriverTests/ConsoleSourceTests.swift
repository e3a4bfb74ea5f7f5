import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization
import TestSupport
import Testing

@testable import Benches

/// Consoles behind servers of serial lines, and behind programs.
@Suite struct ConsoleSourceTests {
    private let clock = MonotonicClock()
    private let mailbox = Mailbox()

    private func reader(_ port: ConsolePort) throws -> ConsoleReader {
        try ConsoleReader(of: "door", at: port, mailbox: mailbox, clock: clock)
    }

    /// Returns the next lines, and the fault if one comes.
    private func arrivals(_ count: Int) -> (lines: [String], fault: RigFault?) {
        var lines: [String] = []
        while lines.count < count {
            guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
                break
            }
            switch arrival.inbound {
            case .console("door", let line): lines.append(line)
            case .fault(.console("door"), let fault): return (lines, fault)
            default: break
            }
        }
        return (lines, nil)
    }

    private func refusal(of port: ConsolePort) -> RigFault? {
        do throws(RigFault) {
            try ConsoleReader(of: "door", at: port, mailbox: mailbox, clock: clock).close()
            return nil
        } catch { return error }
    }

    // MARK: RFC 2217

    @Test("a console behind a server is read and written, with every byte as it is") func server() throws {
        let server = try SerialServer(.serves(Array("boot\r\nE (1) a: \u{1B}[1mb\u{1B}[0m\r\n".utf8)))
        let console = try reader(.rfc2217(host: "127.0.0.1", port: server.port, baud: 115_200))
        #expect(arrivals(2).lines == ["boot", "E (1) a: b"])
        _ = console.write([0x61, 0xFF, 0x0A])
        #expect(server.waits(for: [0x61, 0xFF, 0xFF, 0x0A]))
        server.hangUp()
        #expect(arrivals(1).fault?.what.contains("hung up") == true)
        console.close()
    }

    @Test(
        "a server that cannot open its device, or is another kind of server, is the rig's fault",
        arguments: [
            (SerialServer.Manner.fails, "Device open failure"), (.refuses, "refuses the commands of RFC 2217"),
            (.isSilent, "does not answer as a server of RFC 2217"), (.isAnother, "SSH-2.0"),
        ]) func refusals(manner: SerialServer.Manner, words: String) throws
    {
        let server = try SerialServer(manner)
        defer { server.close() }
        let port = ConsolePort.rfc2217(host: "127.0.0.1", port: server.port, baud: 115_200)
        let fault = try #require(refusal(of: port))
        #expect(fault.what.contains(words), "\(fault)")
        #expect(arrivalsNow == 0)
    }

    private var arrivalsNow: Int {
        var count = 0
        while case .arrival = mailbox.take(until: clock.now, clock: clock) { count += 1 }
        return count
    }

    @Test("a server that is not there is the rig's fault") func absence() throws {
        let server = try SerialServer(.isSilent)
        let port = ConsolePort.rfc2217(host: "127.0.0.1", port: server.port, baud: 115_200)
        server.close()
        #expect(refusal(of: port)?.what.contains("could not be reached") == true)
    }

    // MARK: Programs

    private func program(_ text: String) throws -> (scratch: Scratch, port: ConsolePort) {
        let scratch = try Scratch()
        try Scratch.write("#!/bin/sh\ncd '\(scratch.path)' || exit 9\n\(text)\n", to: scratch("log"))
        try #require(chmod(scratch("log"), 0o755) == 0)
        return (scratch, .pipe(path: scratch("log")))
    }

    @Test("a program's output is the console, and its end is the rig's fault, with its last words") func output() throws
    {
        let (scratch, port) = try program(
            "echo one; echo two; echo first >&2; while [ ! -e end ]; do sleep 0.05; done\n"
                + "printf thr; echo why >&2; exit 7"
        )
        let console = try reader(port)
        #expect(arrivals(2).lines == ["one", "two"])
        try Scratch.write("", to: scratch("end"))
        let (lines, fault) = arrivals(9)
        #expect(lines == ["thr\(ConsoleLines.unfinished)"])
        let what = try #require(fault?.what)
        #expect(what.contains("ended with status 7: why"), "\(what)")
        let mistake = console.write([1])
        #expect(mistake <= clock.now && arrivals(1).fault != nil)
        console.close()
    }

    @Test("a program that ends at once, or cannot be run, does not open") func noProgram() throws {
        let (scratch, port) = try program("echo no device >&2; exit 3")
        withExtendedLifetime(scratch) {
            #expect(refusal(of: port)?.what.contains("ended with status 3: no device") == true)
        }
        #expect(refusal(of: .pipe(path: "/nowhere/at/all"))?.what.contains("did not start") == true)
    }

    @Test("a program that has ended is gone, although what it started still holds its output") func orphan() throws {
        let (scratch, port) = try program("(sleep 60) & echo up; sleep 0.5; exit 3")
        try withExtendedLifetime(scratch) {
            let console = try reader(port)
            let (lines, fault) = arrivals(9)
            #expect(lines == ["up"] && fault?.what.contains("ended with status 3") == true, "\(lines)")
            console.close()
        }
    }

    @Test("closing the console ends the program and what it started, even if both ignore SIGTERM") func ending() throws
    {
        let (scratch, port) = try program(
            "trap '' TERM; (trap '' TERM; while true; do sleep 1; done) & echo $! > child; echo $$ > own; echo up; wait"
        )
        let console = try reader(port)
        #expect(arrivals(1).lines == ["up"])
        console.close()
        for name in ["own", "child"] {
            let text = try #require(Scratch.text(of: scratch(name))?.split(separator: "\n").first)
            let process = try #require(Int32(text))
            #expect(Poller(clock: clock).awaits(within: .seconds(10)) { kill(process, 0) != 0 || isZombie(process) })
        }
    }

    private func isZombie(_ process: Int32) -> Bool {
        Scratch.text(of: "/proc/\(process)/stat")?.contains(") Z ") ?? true
    }

    @Test("a program that floods its standard error does not stop its output") func flood() throws {
        let (scratch, port) = try program("head -c 1000000 /dev/zero >&2; echo after; sleep 60")
        try withExtendedLifetime(scratch) {
            let console = try reader(port)
            #expect(arrivals(1).lines == ["after"])
            console.close()
        }
    }
}

extension Poller {
    /// Waits until something holds, and returns whether it does.
    fileprivate func awaits(within limit: Lapse, _ holds: () -> Bool) -> Bool {
        let deadline = clock.now + limit
        while !holds(), clock.now < deadline { _ = wait([], until: clock.now + .milliseconds(20)) }
        return holds()
    }
}

/// A server of one serial line on loopback, as ser2net greets and answers.
final class SerialServer: Sendable {
    enum Manner: Sendable {
        /// It opens the line, on which these bytes come.
        case serves([UInt8])
        case fails
        case refuses
        case isSilent
        case isAnother
    }

    let port: UInt16
    private let listener: FileDescriptor
    private let ending = Atomic<Bool>(false)
    private let heard = Mutex<[UInt8]>([])
    private let thread = Mutex<DeviceThread?>(nil)

    init(_ manner: Manner) throws {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let listener = FileDescriptor(owning: number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, length) == 0 && listen(number, 4) == 0 && getsockname(number, $0, &length) == 0
            }
        }
        try #require(isReady)
        (self.listener, port) = (listener, UInt16(bigEndian: address.sin_port))
        let started = try DeviceThread("serial-server", urgency: .ordinary) { [self] in serve(manner) }
        thread.withLock { $0 = started }
    }

    private func serve(_ manner: Manner) {
        let poller = Poller(clock: MonotonicClock())
        var client: FileDescriptor?
        var hasPrinted = false
        while !ending.load(ordering: .acquiring) {
            let number = (client ?? listener).number
            guard !poller.wait([PollDescriptor(number)], until: poller.clock.now + .milliseconds(20))[0].isEmpty else {
                continue
            }
            guard let client else {
                let accepted = accept(number, nil, nil)
                guard accepted >= 0 else { continue }
                client = FileDescriptor(owning: accepted)
                greet(manner, client)
                if case .fails = manner { client = nil }
                if case .isAnother = manner { client = nil }
                continue
            }
            guard let bytes = try? client.read(upTo: 4096), !bytes.isEmpty else { break }
            let all = heard.withLock { heard in
                heard += bytes
                return heard
            }
            let rate = TestSupport.bytes("ff fa 2c 01 00 01 c2 00 ff f0")
            guard case .serves(let text) = manner, !hasPrinted, all.contains(rate) else { continue }
            hasPrinted = true
            _ = try? client.write(TestSupport.bytes("ff fa 2c 65 00 01 c2 00 ff f0") + text)
        }
    }

    private func greet(_ manner: Manner, _ client: FileDescriptor?) {
        let greeting = TestSupport.bytes("ff fb 03 ff fd 03 ff fb 01 ff fe 01 ff fd 00 ff fb 00 ff fd 2c")
        let words: [UInt8] =
            switch manner {
            case .serves: greeting + TestSupport.bytes("ff fa 2c 6b 00 ff f0")
            case .fails: greeting + Array("Device open failure: Value or file not found\r\n".utf8)
            case .refuses: TestSupport.bytes("ff fe 2c")
            case .isSilent: []
            case .isAnother: Array("SSH-2.0-OpenSSH_9.2\r\n".utf8)
            }
        if !words.isEmpty { _ = try? client?.write(words) }
    }

    /// Waits until bytes have come from the client.
    func waits(for bytes: [UInt8]) -> Bool {
        Poller(clock: MonotonicClock()).awaits(within: .seconds(30)) { heard.withLock { $0.contains(bytes) } }
    }

    /// Ends the connection, and the server.
    func hangUp() { close() }

    func close() {
        ending.store(true, ordering: .releasing)
        thread.withLock { $0.take() }?.join()
        listener.close()
    }

    deinit { close() }
}
