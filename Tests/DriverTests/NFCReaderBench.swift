import Benches
import Foundation
import Glibc
import Ground
import Links
import NFCDriver
import OperatingSystem
import Synchronization
import TestSupport

@testable import Simulators

/// The real libnfc in its real helper process, with a simulated reader chip on a pseudo-terminal.
final class ReaderBench: Sendable {
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let reader: NFCReader
    /// The path of the reader's port, whether or not its cable is plugged in.
    let path: String
    private let chip: Mutex<SimulatedReader>
    private let terminal: Mutex<PseudoTerminal?>
    private let staged = Mutex<[StageEvent]>([])
    private let stopped = Atomic<Bool>(false)
    private let thread = Mutex<DeviceThread?>(nil)
    /// The number of bytes sent to the host, and how many more it sends before its cable is pulled; nil for no limit.
    private let traffic: Mutex<(sent: Int, left: Int?)>

    /// Creates a reader; `bytes` is the number of bytes it sends before its cable is pulled, nil for no limit.
    init(_ name: String, tags: [(name: TagName, tag: SimulatedTag)] = [], unpluggedAfter bytes: Int? = nil) throws {
        path = temporaryPath(name)
        traffic = Mutex((0, bytes))
        terminal = Mutex(try PseudoTerminal(link: path))
        chip = Mutex(SimulatedReader(tags: tags))
        reader = try NFCReader(
            connection: "pn532_uart:\(path)", program: ReaderBench.program, mailbox: mailbox, clock: clock)
        let chipThread = try DeviceThread("reader-chip") { [self] in serve() }
        thread.withLock { $0 = chipThread }
    }

    /// The program next to this test's executable.
    static var program: String {
        var path = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &path, path.count)
        let own = String(decoding: path.prefix(max(count, 0)), as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/trammel"
    }

    private func serve() {
        let poller = Poller(clock: clock)
        while !stopped.load(ordering: .acquiring) {
            guard let master = terminal.withLock({ $0?.master }), master.isOpen else {
                usleep(1_000)
                continue
            }
            let slice = clock.now + .milliseconds(20)
            let due = chip.withLock { min($0.deadline ?? slice, slice) }
            let ready = poller.wait([PollDescriptor(master.number)], until: due)
            var heard: [UInt8] = []
            // Not while the cable is unplugged: the descriptor's number could belong to another test by then.
            if ready[0].contains(.readable) {
                heard = terminal.withLock { try? $0?.master.read(upTo: 4096) } ?? []
            }
            let now = clock.now
            write(chip.withLock { $0.receive(heard, at: now) + $0.advance(to: now) })
        }
    }

    private func write(_ effects: [SimulatedReader.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let bytes): send(bytes)
            case .stage(let event): staged.withLock { $0.append(event) }
            }
        }
    }

    private func send(_ bytes: [UInt8]) {
        let (count, isLast) = traffic.withLock { traffic in
            let count = min(bytes.count, traffic.left ?? .max)
            traffic.sent += count
            traffic.left = traffic.left.map { $0 - count }
            return (count, traffic.left == 0)
        }
        terminal.withLock { terminal in
            _ = try? terminal?.master.write(Array(bytes.prefix(count)))
            guard isLast else { return }
            terminal?.close()
            terminal = nil
        }
    }

    /// The number of bytes that the reader has sent.
    var sent: Int { traffic.withLock { $0.sent } }

    /// Returns the stage's events since the last call.
    func takeStaged() -> [StageEvent] {
        staged.withLock { staged in
            defer { staged = [] }
            return staged
        }
    }

    /// Performs a stage request on tags and chip.
    func stage(_ request: StageRequest) {
        if case .readerTrouble(let trouble, let begins) = request { with { $0.suffer(trouble, begins) } }
        let now = clock.now
        write(chip.withLock { $0.stage(request, at: now) })
    }

    /// Changes the chip while no command is in progress.
    func with(_ change: (inout SimulatedReader) -> Void) { chip.withLock { change(&$0) } }

    /// Whether the chip is asleep, as after the host closed the reader properly.
    var isChipAsleep: Bool { chip.withLock { $0.isAsleep } }

    /// Holds a tag to the reader.
    func present(_ tag: SimulatedTag) {
        let now = clock.now
        write(chip.withLock { $0.present(tag, at: now) })
    }

    /// Sends a request and returns the answer.
    func ask(_ request: ReaderRequest, within limit: Lapse = .seconds(10)) -> Inbound? {
        _ = reader.send(request)
        return next(within: limit)
    }

    /// Returns the reader's next event.
    func next(within limit: Lapse = .seconds(10)) -> Inbound? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + limit, clock: clock) else { return nil }
        return arrival.inbound
    }

    /// Returns the tag's answer; nil if there is none.
    func exchange(_ hex: String) -> [UInt8]? {
        guard case .reader(.response(let bytes))? = ask(.exchange(bytes(hex), within: .seconds(5))) else {
            return nil
        }
        return bytes
    }

    /// Kills the helper that has this reader's port open, as the kernel does when it is out of memory.
    func killHelper() {
        for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let id = Int32(process),
                let line = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8),
                line.contains("reader-helper"), line.contains(path)
            else { continue }
            kill(id, SIGKILL)
        }
    }

    func pullCable() {
        with { $0.losePower() }
        terminal.withLock { terminal in
            terminal?.close()
            terminal = nil
        }
    }

    func plugCable() throws {
        let new = try PseudoTerminal(link: path)
        terminal.withLock { $0 = new }
    }

    private func stopChip() {
        stopped.store(true, ordering: .releasing)
        thread.withLock { $0.take() }?.join()
    }

    func close() {
        reader.close()
        stopChip()
        terminal.withLock { $0?.close() }
    }
}

/// `https://example.com/acc?id=42` on a tag of each kind, as in nfc.md 3.3.
enum ExampleTag {
    static let message = bytes("d101165504 6578616d706c652e636f6d2f6163633f69643d3432")
    static func type2() throws -> SimulatedTag { try .type2(.ntag213, message: message) }
    static func type4() throws -> SimulatedTag { try .type4(message: message) }
    static let type2Identity = TagIdentity(uid: bytes("04a1b2c3d4e580"), atqa: 0x0044, sak: 0x00)
    static let type4Identity = TagIdentity(
        uid: bytes("04112233445566"), atqa: 0x0344, sak: 0x20, ats: bytes("7577810280"))
}
