import Benches
import Glibc
import Ground
import Links
import OperatingSystem
import Synchronization
import TestSupport
import Testing

@testable import USBDriver

/// The machine's own USB device in place of the kit, plugged in, with an optional echo at its far end.
private final class USBBench {
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let gadget: Gadget
    static let serial = "E6A1B2C3D4E5"
    static let driverTerminal = "/dev/ttyACM0"
    static let isPossible = GadgetController.allCases.allSatisfy(\.isThere) && geteuid() == 0

    init(on controller: GadgetController = .first) throws {
        gadget = try Gadget(.init(serial: USBBench.serial), controller: controller, clock: clock)
        try gadget.plug()
        #expect(waitForDriver(present: true))
    }

    deinit { gadget.close() }

    func usbKit(serial: String? = nil, vendor: UInt16 = 0x1915) -> USBKit {
        USBKit(USBIdentity(vendor: vendor, product: 0x520F, serial: serial), mailbox: mailbox, clock: clock)
    }

    func next() -> Inbound? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(5), clock: clock) else {
            return nil
        }
        return arrival.inbound
    }

    func fault() -> RigFault? {
        guard case .fault(.kit, let fault)? = next() else { return nil }
        return fault
    }

    func isOpened() -> Bool {
        if case .kit(.opened)? = next() { return true }
        return false
    }

    /// Returns whether the kernel's serial driver appears, or disappears, within five seconds.
    func waitForDriver(present: Bool) -> Bool {
        let deadline = clock.now + .seconds(5)
        while (access(USBBench.driverTerminal, F_OK) == 0) != present {
            guard clock.now < deadline else { return false }
            usleep(2000)
        }
        return true
    }

    /// Sends each message to the echo and returns what came back.
    func echo(_ messages: [[UInt8]], over kit: any KitLine) throws -> [[UInt8]] {
        let echo = try Echo(gadget, clock)
        defer { echo.close() }
        var heard: [[UInt8]] = []
        for message in messages {
            _ = kit.send(.bytes(message))
            var bytes: [UInt8] = []
            while bytes.count < message.count, case .kit(.bytes(let part))? = next() { bytes += part }
            heard.append(bytes)
        }
        return heard
    }

    static let messages = (0..<200).map { round in
        (0..<(round % 50 == 49 ? 64 : 4 + round)).map { UInt8(truncatingIfNeeded: $0 + round) }
    }
}

/// A kit that echoes what it receives.
private final class Echo: Sendable {
    private let stopped = Atomic<Bool>(false)
    private let thread = Mutex<DeviceThread?>(nil)

    init(_ gadget: Gadget, _ clock: MonotonicClock) throws {
        let line = try gadget.openTerminal()
        let thread = try DeviceThread("echo") { [self] in
            while !stopped.load(ordering: .acquiring) {
                let ready = Poller(clock: clock).wait(
                    [PollDescriptor(line.number)], until: clock.now + .milliseconds(50))
                guard ready[0].contains(.readable), let bytes = try? line.read(upTo: 4096) else { continue }
                var rest = bytes[...]
                while !rest.isEmpty, let count = try? line.write(rest) { rest = rest.dropFirst(count) }
            }
            line.close()
        }
        self.thread.withLock { $0 = thread }
    }

    func close() {
        stopped.store(true, ordering: .releasing)
        thread.withLock { $0.take() }?.join()
    }
}

@Suite(
    "A kit on USB, made by the kernel's controllers for gadgets", .serialized, .onASteadyMachine,
    .enabled(if: USBBench.isPossible, "needs root and the modules: run it in the virtual machine"))
struct USBKitTests {
    @Test(
        "The kernel's driver is taken off while the kit is open, and given back", arguments: GadgetController.allCases)
    func kernelDriver(controller: GadgetController) throws {
        let bench = try USBBench(on: controller)
        let kit = bench.usbKit()
        for _ in 0..<10 {
            _ = kit.send(.open)
            guard case .kit(.opened(let name))? = bench.next() else {
                Issue.record("not opened")
                return
            }
            #expect(name.hasPrefix("nRF52 USB Product \(USBBench.serial) on USB bus"))
            #expect(bench.waitForDriver(present: false))
            kit.close()
            kit.close()
            #expect(bench.waitForDriver(present: true))
        }
    }

    @Test("Messages of every length come back from the kit as they were", arguments: GadgetController.allCases)
    func echo(controller: GadgetController) throws {
        let bench = try USBBench(on: controller)
        let kit = bench.usbKit(serial: USBBench.serial)
        _ = kit.send(.open)
        #expect(bench.isOpened())
        #expect(try bench.echo(USBBench.messages, over: kit) == USBBench.messages)
        kit.close()
    }

    @Test(
        "A wrong serial number is answered with the right one; a kit in use and a missing kit are different faults",
        arguments: GadgetController.allCases)
    func faults(controller: GadgetController) throws {
        let bench = try USBBench(on: controller)
        let kit = bench.usbKit()
        _ = kit.send(.open)
        #expect(bench.isOpened())
        let second = bench.usbKit()
        _ = second.send(.open)
        #expect(bench.fault() == USBIdentity(vendor: 0x1915, product: 0x520F).busy)
        let wrong = bench.usbKit(serial: "NONE")
        _ = wrong.send(.open)
        #expect(bench.fault()?.what.contains("only \(USBBench.serial)") == true)
        let missing = bench.usbKit(vendor: 0x1234)
        _ = missing.send(.open)
        #expect(bench.fault() == USBIdentity(vendor: 0x1234, product: 0x520F).missing)
        #expect(try bench.echo([[1, 2, 3]], over: kit) == [[1, 2, 3]])
        for line in [kit, second, wrong, missing] { line.close() }
    }

    @Test(
        "Unplugging is one fault within five seconds, and the kit opens again when it is back",
        arguments: GadgetController.allCases)
    func unplug(controller: GadgetController) throws {
        let bench = try USBBench(on: controller)
        let kit = bench.usbKit(serial: USBBench.serial)
        for _ in 0..<3 {
            _ = kit.send(.open)
            #expect(bench.isOpened())
            bench.gadget.unplug()
            let what = bench.fault()?.what ?? ""
            #expect(what.contains("unplugged"), "\(what)")
            _ = kit.send(.bytes([1]))
            kit.close()
            try bench.gadget.plug()
            #expect(bench.waitForDriver(present: true))
        }
    }

    @Test("A kit that reads nothing is a fault, not a queue without end", arguments: GadgetController.allCases)
    func stuck(controller: GadgetController) throws {
        let bench = try USBBench(on: controller)
        let kit = bench.usbKit()
        _ = kit.send(.open)
        #expect(bench.isOpened())
        let block = [UInt8](repeating: 0x55, count: USBSession.outgoingBound / 4)
        for _ in 0..<8 { _ = kit.send(.bytes(block)) }
        #expect(bench.fault()?.what.contains("accepts no more bytes") == true)
        kit.close()
        #expect(bench.waitForDriver(present: true))
    }

    @Test("The same kit through the kernel's serial driver", arguments: GadgetController.allCases)
    func serial(controller: GadgetController) throws {
        let bench = try USBBench(on: controller)
        let kit = SerialKit(path: USBBench.driverTerminal, mailbox: bench.mailbox, clock: bench.clock)
        _ = kit.send(.open)
        #expect(bench.isOpened())
        #expect(try bench.echo(USBBench.messages, over: kit) == USBBench.messages)
        bench.gadget.unplug()
        #expect(bench.fault() == SerialFault(path: USBBench.driverTerminal).unplugged)
        kit.close()
    }
}
