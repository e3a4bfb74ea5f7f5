import Benches
import Glibc
import Ground
import Links
import OperatingSystem
import TestSupport
import Testing

@testable import USBDriver

/// A serial line with a pseudo-terminal in place of the kit.
private struct SerialBench {
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let terminal: PseudoTerminal
    let kit: SerialKit

    init(_ name: String) throws {
        terminal = try PseudoTerminal(link: temporaryPath(name))
        kit = SerialKit(path: terminal.path, mailbox: mailbox, clock: clock)
    }

    func next() -> Inbound? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
            return nil
        }
        return arrival.inbound
    }

    /// Returns everything that the kit's side reads, once there are `count` octets.
    func readAtKit(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let deadline = clock.now + .seconds(30)
        while bytes.count < count, clock.now < deadline {
            _ = Poller(clock: clock).wait([PollDescriptor(terminal.master.number)], until: deadline)
            bytes += try terminal.master.read(upTo: 4096) ?? []
        }
        return bytes
    }
}

@Suite("A kit behind a serial device")
struct SerialKitTests {
    @Test("Bytes pass both ways as they are, control characters included")
    func echo() throws {
        let bench = try SerialBench("echo")
        _ = bench.kit.send(.open)
        #expect(bench.next() == .kit(.opened(bench.terminal.path)))
        let all = (0...255).map { UInt8($0) }
        let instant = bench.kit.send(.bytes(all))
        #expect(instant <= bench.clock.now)
        #expect(try bench.readAtKit(256) == all)
        _ = try bench.terminal.master.write(all)
        var heard: [UInt8] = []
        while heard.count < 256, case .kit(.bytes(let bytes))? = bench.next() { heard += bytes }
        #expect(heard == all)
        bench.kit.close()
        bench.kit.close()
    }

    @Test("A hang-up is one fault, and the line can be opened again")
    func hangUp() throws {
        let bench = try SerialBench("hangup")
        _ = bench.kit.send(.open)
        #expect(bench.next() == .kit(.opened(bench.terminal.path)))
        bench.terminal.close()
        #expect(bench.next() == .fault(.kit, SerialFault(path: bench.terminal.path).unplugged))
        _ = bench.kit.send(.bytes([1]))
        let again = try PseudoTerminal(link: bench.terminal.path)
        _ = bench.kit.send(.open)
        #expect(bench.next() == .kit(.opened(bench.terminal.path)))
        bench.kit.close()
        again.close()
    }

    @Test("A second user is refused, and the first one is named")
    func taken() throws {
        let bench = try SerialBench("taken")
        _ = bench.kit.send(.open)
        #expect(bench.next() == .kit(.opened(bench.terminal.path)))
        let mailbox = Mailbox()
        let second = SerialKit(path: bench.terminal.path, mailbox: mailbox, clock: bench.clock)
        _ = second.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: bench.clock.now + .seconds(30), clock: bench.clock),
            case .fault(.kit, let fault) = arrival.inbound
        else {
            Issue.record("no fault for the second user")
            return
        }
        #expect(fault.what.contains("in use by another program (process \(getpid()))"))
        second.close()
        bench.kit.close()
    }

    @Test("A kit that reads nothing is a fault once the bound is reached")
    func stuck() throws {
        let bench = try SerialBench("stuck")
        _ = bench.kit.send(.open)
        #expect(bench.next() == .kit(.opened(bench.terminal.path)))
        let block = [UInt8](repeating: 0x55, count: SerialSession.outgoingBound / 2)
        for _ in 0..<4 { _ = bench.kit.send(.bytes(block)) }
        #expect(bench.next() == .fault(.kit, SerialFault(path: bench.terminal.path).stuck))
        bench.kit.close()
    }

    @Test(
        "A missing device, or one that is no terminal, is reported",
        arguments: [
            ("/dev/ttyACM99", "there is no serial device /dev/ttyACM99"),
            ("/dev/null", "/dev/null is no serial device"),
        ])
    func unopened(path: String, what: String) {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let kit = SerialKit(path: path, mailbox: mailbox, clock: clock)
        _ = kit.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock),
            case .fault(.kit, let fault) = arrival.inbound
        else {
            Issue.record("no fault")
            return
        }
        #expect(fault.what == what)
        kit.close()
    }
}

@Suite("A kit on USB, on a machine without it", .enabled(if: access("/sys/bus/usb/devices", F_OK) != 0))
struct USBKitWithoutUSBTests {
    @Test("Opening it is a fault of the rig")
    func noUSB() {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let identity = USBIdentity(vendor: 0x1915, product: 0x520F)
        let kit = USBKit(identity, mailbox: mailbox, clock: clock)
        _ = kit.send(.open)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
            Issue.record("no fault")
            return
        }
        #expect(arrival.inbound == .fault(.kit, identity.noUSB))
        kit.close()
        kit.close()
    }
}
