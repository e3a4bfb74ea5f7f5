import Benches
import Glibc
import Ground
import Links
import NFCDriver
import OperatingSystem
import Simulators
import TestSupport
import Testing

/// A simulated ACR122U on the kernel's USB bus, driven by the real libnfc.
private final class USBReaderBench {
    typealias Device = VirtualUSBDevice<SimulatedACR122U>

    static let isPossible = Device.isPossible && access(ReaderBench.program, X_OK) == 0
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let reader: NFCReader
    private(set) var device: Device?

    init(unpluggedAfter bytes: Int? = nil) throws {
        reader = try NFCReader(
            connection: "acr122_usb", program: ReaderBench.program, mailbox: mailbox, clock: clock)
        try plug(unpluggedAfter: bytes)
    }

    deinit {
        reader.close()
        device?.unplug()
    }

    /// Plugs the reader in, with a tag on it, and waits until the kernel lists it.
    func plug(unpluggedAfter bytes: Int? = nil) throws {
        var chip = SimulatedReader()
        _ = chip.present(try ExampleTag.type2(), at: clock.now)
        device = try Device(SimulatedACR122U(chip), unpluggedAfter: bytes, clock: clock)
        let limit = clock.now + .seconds(5)
        while device?.isPlugged == true, !isListed, clock.now < limit { usleep(2_000) }
    }

    func unplug() {
        device?.unplug()
        let limit = clock.now + .seconds(10)
        while isListed, clock.now < limit { usleep(2_000) }
    }

    private var isListed: Bool { ListedUSBDevice.all()?.contains { $0.vendor == 0x072F } == true }

    func ask(_ request: ReaderRequest) -> Inbound? {
        _ = reader.send(request)
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(60), clock: clock) else {
            return nil
        }
        return arrival.inbound
    }
}

@Suite(
    "A reader on USB behind the kernel and libnfc", .serialized,
    .enabled(if: USBReaderBench.isPossible, "needs vhci-hcd, root, and the program trammel beside the tests"))
struct USBReaderKernelTests {
    @Test("it is found without an address, reads a tag, and is found again under another address")
    func found() throws {
        let bench = try USBReaderBench()
        for _ in 0..<2 {
            var opened = bench.ask(.open)
            // Under emulation the first start of libnfc may exceed the reader's limit.
            if case .fault(.reader, _)? = opened { opened = bench.ask(.open) }
            guard case .reader(.opened)? = opened else {
                Issue.record("\(String(describing: opened))")
                return
            }
            #expect(bench.ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
            guard case .reader(.response(let page))? = bench.ask(.exchange([0x30, 0x03], within: .milliseconds(500)))
            else {
                Issue.record("the tag was not read")
                return
            }
            #expect(page.count == 16 && page[0] == 0xE1)
            #expect(bench.ask(.checkPresence) == .reader(.tagPresent))
            bench.unplug()
            guard case .reader(.lost)? = bench.ask(.poll) else {
                Issue.record("the loss was not told")
                return
            }
            try bench.plug()
        }
    }

    @Test(
        "unplugged at any byte it is the reader that is lost, and never the tag",
        arguments: [40, 300, 700, 900, 1100, 1400])
    func unplugged(after bytes: Int) throws {
        let bench = try USBReaderBench(unpluggedAfter: bytes)
        var answer = bench.ask(.open)
        var turns = 0
        while case .reader(let event)? = answer, turns < 200 {
            turns += 1
            switch event {
            case .lost: return
            case .opened, .tagFound, .response, .tagPresent: break
            case .noTag, .tagAbsent, .exchangeFailed, .readerFailed, .tagsFound:
                Issue.record("after \(bytes) bytes: \(event)")
                return
            }
            answer = bench.ask(
                [.poll, .exchange([0x30, 0x00], within: .milliseconds(500)), .checkPresence][turns % 3])
        }
        guard case .fault(.reader, _)? = answer else {
            Issue.record("after \(bytes) bytes: \(String(describing: answer))")
            return
        }
    }
}
