import Benches
import Glibc
import Ground
import Links
import OperatingSystem
import Simulators
import TestSupport
import Testing

@testable import BlueZDriver

/// A simulated dongle on the kernel's USB bus, driven by the kernel's own `btusb`; its controller is one of
/// `btvirt`'s.
private final class DongleBench {
    typealias Device = VirtualUSBDevice<SimulatedBluetoothDongle>

    static var obstacle: String? {
        VirtualAdapters.obstacle ?? (Device.isPossible ? nil : "vhci-hcd is not there, or not ours to use")
    }
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let adapters: VirtualAdapters
    let accessory: EchoAccessory
    private let device: Device
    private let controller: FileDescriptor
    private var bridge: DeviceThread?

    init(unpluggedAfter bytes: Int? = nil) throws {
        adapters = try #require(VirtualAdapters(isServing: true, clock: clock))
        let packets = try #require(AdvertisingPackets(name: "Door", services: []))
        accessory = try EchoAccessory(on: adapters.accessories[0], packets, clock: clock)
        let controller = try Self.connect(to: VirtualAdapters.server)
        self.controller = controller
        let device = try Device(
            SimulatedBluetoothDongle { _ = try? controller.write($0) }, unpluggedAfter: bytes, clock: clock)
        self.device = device
        bridge = try DeviceThread("controller") {
            while let bytes = try? controller.read(upTo: 4096), !bytes.isEmpty {
                device.change { $0.receive(fromController: bytes) }
            }
        }
    }

    /// Returns the dongle's adapter once the kernel has set it up; nil if it does not in time.
    func adapter(within limit: Span = .seconds(20)) throws -> UInt16? {
        let deadline = clock.now + limit
        let others = [adapters.phone] + adapters.accessories
        while device.isPlugged, clock.now < deadline {
            if let index = try BluetoothAdapters.ready(clock: clock).first(where: { !others.contains($0) }) {
                return index
            }
            usleep(20_000)
        }
        return nil
    }

    func next(within limit: Span = .seconds(20)) -> Inbound? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + limit, clock: clock) else { return nil }
        return arrival.inbound
    }

    func unplug() { device.unplug() }

    func close() {
        device.unplug()
        _ = shutdown(controller.number, Int32(SHUT_RDWR))
        bridge?.join()
        accessory.end()
        adapters.unplug()
    }

    private static func connect(to path: String) throws -> FileDescriptor {
        let descriptor = try FileDescriptor("make a socket") {
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw SystemError("connect to \(path)", code: errno) }
        return descriptor
    }
}

@Suite(
    "A Bluetooth dongle on USB behind the kernel's own driver", .serialized,
    .enabled(if: DongleBench.obstacle == nil, Comment(rawValue: DongleBench.obstacle ?? "")))
struct BluetoothDongleKernelTests {
    @Test("a link over it exchanges frames, and its loss is the rig's fault")
    func link() throws {
        let bench = try DongleBench()
        defer { bench.close() }
        let adapter = try #require(try bench.adapter())
        let central = try BluetoothCentral(
            adapter: adapter, targets: [("door", .name("Door"))], mailbox: bench.mailbox, clock: bench.clock)
        defer { central.close() }
        _ = central.send("door", .connect(within: .seconds(10)))
        guard case .bluetooth(_, .discovered)? = bench.next(), case .bluetooth(_, .connected)? = bench.next() else {
            Issue.record("no link came")
            return
        }
        _ = central.send("door", .frame([0x02, 0xF7, 0x00]))
        #expect(bench.next() == .bluetooth("door", .frame([0x03, 0xF7, 0x00])))
        for number in 0..<100 {
            let frame: [UInt8] = [0x12, UInt8(number), 0] + [UInt8](repeating: 7, count: 200)
            _ = central.send("door", .frame(frame))
            #expect(bench.next() == .bluetooth("door", .frame([0x0B] + frame)))
        }
        bench.unplug()
        guard case .fault(.bluetooth, _)? = bench.next() else {
            Issue.record("the loss of the dongle was not reported as a fault of the rig")
            return
        }
    }

    @Test(
        "unplugged at any byte it is never the accessory that is blamed",
        arguments: [100, 1_500, 4_000, 5_500, 6_000, 6_500, 8_000, 12_000])
    func unplugged(after bytes: Int) throws {
        let bench = try DongleBench(unpluggedAfter: bytes)
        defer { bench.close() }
        // If it disappears early there is no adapter to open, or opening it fails with the reason.
        guard let adapter = try bench.adapter() else { return }
        let central: BluetoothCentral
        do throws(RigFault) {
            central = try BluetoothCentral(
                adapter: adapter, targets: [("door", .name("Door"))], mailbox: bench.mailbox, clock: bench.clock)
        } catch { return }
        defer { central.close() }
        _ = central.send("door", .connect(within: .seconds(10)))
        for _ in 0..<200 {
            switch bench.next() {
            case .fault(.bluetooth, _): return
            case .bluetooth(_, .disconnected(let reason)):
                #expect(reason == .local, "the accessory is blamed: \(reason)")
            case .bluetooth(_, .connected), .bluetooth(_, .frame):
                _ = central.send("door", .frame([0x12, 1, 0] + [UInt8](repeating: 7, count: 100)))
            case .bluetooth: break
            case let other:
                Issue.record("after \(bytes) bytes: \(String(describing: other))")
                return
            }
        }
        Issue.record("after \(bytes) bytes nothing was lost")
    }
}
