import Glibc
import Ground
import Links
import OperatingSystem
import Simulators
import Testing

@testable import Benches
@testable import BlueZDriver

/// A simulated dongle on the kernel's USB bus, driven by the kernel's own `btusb`; its controller is one of
/// `btvirt`'s.
final class DongleBench {
    typealias Device = VirtualUSBDevice<SimulatedBluetoothDongle>

    static var obstacle: String? {
        VirtualAdapters.obstacle ?? (Device.isPossible ? nil : "vhci-hcd is not there, or not ours to use")
    }
    let clock = MonotonicClock()
    let mailbox = Mailbox()
    let adapters: VirtualAdapters
    private var accessory: EchoAccessory?
    /// The simulated accessory, if it is one for scenarios.
    private var host: SimulatorHost?
    private let device: Device
    private let controller: FileDescriptor
    private var bridge: DeviceThread?

    /// Creates the dongle, and the door in range of it: an accessory for scenarios, or one that only echoes frames.
    init(unpluggedAfter bytes: Int? = nil, forScenarios playsScenarios: Bool = false) throws {
        adapters = try VirtualAdapters(isServing: true, clock: clock)
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
        if playsScenarios {
            host = try Self.door(on: adapters.accessories[0], clock)
        } else {
            let packets = try #require(AdvertisingPackets(name: "Door", services: []))
            accessory = try EchoAccessory(on: adapters.accessories[0], packets, clock: clock)
        }
    }

    private static func door(on index: UInt16, _ clock: MonotonicClock) throws(RigFault) -> SimulatorHost {
        let model = AccessoryBuild(role: .responder, advertisedName: "Door")
        let surroundings = SimulatedEnvironment(EnvironmentModel(accessories: [("door", model)]), seed: 1)
        var wiring = SimulatorHost.Wiring()
        wiring.peripherals = [
            (
                "door",
                try BluetoothPeripheral(
                    advertising: surroundings.advertisement(of: "door"), on: index, advertisesPastKernel: true,
                    clock: clock)
            )
        ]
        return try SimulatorHost(surroundings, wiring: wiring, mailbox: Mailbox(), clock: clock)
    }

    /// Returns the dongle's adapter once the kernel has set it up; nil if it does not in time.
    func adapter(within limit: Lapse = .seconds(20)) throws -> UInt16? {
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

    func next(within limit: Lapse = .seconds(20)) -> Inbound? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + limit, clock: clock) else { return nil }
        return arrival.inbound
    }

    func unplug() { device.unplug() }

    /// The number of bytes up to the end of each message of the dongle so far.
    var ends: [Int] { device.ends }

    func close() {
        device.unplug()
        _ = shutdown(controller.number, Int32(SHUT_RDWR))
        bridge?.join()
        accessory?.end()
        host?.close()
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
