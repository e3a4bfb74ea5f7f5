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
final class USBReaderBench {
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
        // The next bench must not find this one's reader still listed.
        unplug()
    }

    /// Plugs the reader in, with a tag on it, and waits until the kernel lists it.
    func plug(unpluggedAfter bytes: Int? = nil) throws {
        var chip = SimulatedReader()
        _ = chip.present(try ExampleTag.type2(), at: clock.now)
        device = try Device(SimulatedACR122U(chip), unpluggedAfter: bytes, clock: clock)
        device.map { Self.awaitListing(of: $0) }
    }

    /// Waits until the kernel lists the device, or it is unplugged.
    static func awaitListing(of device: Device) {
        let clock = MonotonicClock()
        let limit = clock.now + .seconds(5)
        while device.isPlugged, !isListed, clock.now < limit { usleep(2_000) }
    }

    func unplug() {
        device?.unplug()
        let limit = clock.now + .seconds(10)
        while Self.isListed, clock.now < limit { usleep(2_000) }
    }

    private static var isListed: Bool { ListedUSBDevice.all()?.contains { $0.vendor == 0x072F } == true }

    /// Opens the reader, with a second try after a fault: under emulation the first start of libnfc may exceed the
    /// reader's limit.
    func open() -> Inbound? {
        let first = ask(.open)
        guard case .fault(.reader, _)? = first else { return first }
        // After a fault nothing is answered until the reader is closed.
        _ = reader.send(.close)
        return ask(.open)
    }

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
            let opened = bench.open()
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

    /// Opens the reader and reads its tag; returns the ends of the messages by which the kernel enumerated it, and of
    /// those after them.
    private func recordedSession() throws -> (enumeration: [Int], use: [Int]) {
        let bench = try USBReaderBench()
        let enumeration = try #require(bench.device?.ends)
        let opened = bench.open()
        for request in [.poll, .exchange([0x30, 0x00], within: .milliseconds(500)), .checkPresence] as [ReaderRequest] {
            guard case .reader(let event)? = bench.ask(request), event != .noTag else {
                Issue.record("the reader was not used: \(String(describing: opened))")
                return ([], [])
            }
        }
        return (enumeration, Array(try #require(bench.device?.ends).dropFirst(enumeration.count)))
    }

    @Test("unplugged at any byte it is the reader that is lost, and never the tag")
    func unplugged() throws {
        let (enumeration, use) = try recordedSession()
        // A reader that is not listed is looked for for seconds, whatever part of its enumeration was cut.
        let points =
            UnpluggingPoints.of(enumeration, atMost: 3)
            + UnpluggingPoints.of(use, after: enumeration, atMost: 16)
        #expect(enumeration.count > 3 && use.count > 16 && points.count > 30, "\(enumeration) \(use)")
        for point in points { try unplug(after: point) }
    }

    private func unplug(after bytes: Int) throws {
        let bench = try USBReaderBench(unpluggedAfter: bytes)
        let requests: [ReaderRequest] = [.poll, .exchange([0x30, 0x00], within: .milliseconds(500)), .checkPresence]
        var answer = bench.ask(.open)
        for turn in 0..<200 {
            // An answer to a poll that is cut may look like no tag; the next poll then has to find the reader lost.
            if answer == .reader(.noTag) { answer = bench.ask(.poll) }
            switch answer {
            case .reader(.lost), .fault(.reader, _): return
            case .reader(.opened), .reader(.tagFound), .reader(.response), .reader(.tagPresent): break
            case let other:
                Issue.record("after \(bytes) bytes: \(String(describing: other))")
                return
            }
            answer = bench.ask(requests[turn % 3])
        }
        Issue.record("after \(bytes) bytes nothing was lost")
    }

    @Test("a PN533 with its own USB interface reads a tag, and unplugged it is the reader that is lost")
    func ownInterface() throws {
        let (clock, mailbox) = (MonotonicClock(), Mailbox())
        let reader = try NFCReader(
            connection: "pn53x_usb", program: ReaderBench.program, mailbox: mailbox, clock: clock)
        defer { reader.close() }
        func ask(_ request: ReaderRequest) -> Inbound? {
            _ = reader.send(request)
            guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(60), clock: clock) else {
                return nil
            }
            return arrival.inbound
        }
        var chip = SimulatedReader()
        _ = chip.present(try ExampleTag.type2(), at: clock.now)
        let device = try VirtualUSBDevice(SimulatedPN533(chip), clock: clock)
        func isListed() -> Bool { ListedUSBDevice.all()?.contains { $0.vendor == 0x04CC } == true }
        let limit = clock.now + .seconds(5)
        while !isListed(), clock.now < limit { usleep(2_000) }
        var opened = ask(.open)
        if case .fault(.reader, _)? = opened {
            // Under emulation the first start of libnfc may exceed the reader's limit.
            _ = reader.send(.close)
            opened = ask(.open)
        }
        guard case .reader(.opened)? = opened else {
            Issue.record("\(String(describing: opened))")
            return
        }
        #expect(ask(.poll) == .reader(.tagFound(ExampleTag.type2Identity)))
        guard case .reader(.response(let page))? = ask(.exchange([0x30, 0x03], within: .milliseconds(500))) else {
            Issue.record("the tag was not read")
            return
        }
        #expect(page.count == 16 && page[0] == 0xE1)
        #expect(ask(.checkPresence) == .reader(.tagPresent))
        device.unplug()
        // The answer to the first poll may look like no tag.
        let answers = [ask(.poll), ask(.poll)]
        guard case .reader(.lost)? = answers.first(where: { $0 != .reader(.noTag) }) ?? nil else {
            Issue.record("the loss was not reported: \(answers)")
            return
        }
    }
}
