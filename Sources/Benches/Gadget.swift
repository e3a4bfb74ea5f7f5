import CLinux
import Glibc
import Ground
public import Links
public import OperatingSystem

/// A USB serial device created by this machine's own kernel, which plays a UCI kit on the virtual bench.
///
/// A configfs gadget with one ACM function, bound to a `GadgetController`: it appears on the machine's own USB bus
/// with the kit's ids and strings, and its other end is `/dev/ttyGS0`. Needs root and the modules libcomposite,
/// usb_f_acm and the controller's. Binding plugs it in, unbinding unplugs it.
public final class Gadget: Sendable {
    /// The ids and strings of the device; by default those of a DWM3001CDK (uwb.md 4.1).
    public struct Identity: Hashable, Sendable {
        public var vendor: UInt16 = 0x1915
        public var product: UInt16 = 0x520F
        public var manufacturer = "Nordic Semiconductor"
        public var name = "nRF52 USB Product"
        public var serial: String

        public init(serial: String) { self.serial = serial }
    }

    private let folder: String
    private let controller: GadgetController
    private let serial: String
    private let clock: MonotonicClock
    /// The terminal at the device's own end, such as `/dev/ttyGS0`.
    public let terminal: String

    /// Creates the gadget, unplugged.
    public init(
        _ identity: Identity, named name: String = "trammel", controller: GadgetController = .first,
        clock: MonotonicClock
    ) throws(RigFault) {
        folder = "/sys/kernel/config/usb_gadget/\(name)"
        self.controller = controller
        serial = identity.serial
        self.clock = clock
        if let obstacle = Self.obstacle { throw obstacle }
        Gadget.remove(folder)
        do {
            terminal = try Gadget.make(identity, in: folder)
        } catch {
            Gadget.remove(folder)
            throw error
        }
    }

    /// The obstacle to creating gadgets on this machine; nil if none is known.
    static var obstacle: RigFault? {
        guard access("/sys/kernel/config/usb_gadget", F_OK) == 0 else {
            return RigFault(
                "this kernel makes no USB gadgets",
                remedy: "Mount configfs on /sys/kernel/config, and load libcomposite and usb_f_acm")
        }
        guard !GadgetController.allCases.contains(where: \.isThere) else { return nil }
        return RigFault(
            "this kernel plugs no USB gadget into itself", remedy: "Load usbip-vudc and vhci-hcd, or dummy_hcd")
    }

    deinit { close() }

    /// Plugs the device in, once its previous instance is gone from the bus, and waits until its own end has a
    /// terminal.
    public func plug() throws(RigFault) {
        try USBBus.awaitAbsence(serial: serial, clock: clock)
        try Gadget.write(controller.name, to: folder + "/UDC")
        do throws(RigFault) { try controller.join() } catch {
            unplug()
            throw error
        }
        let deadline = clock.now + .seconds(2)
        while access(terminal, R_OK | W_OK) != 0 {
            guard clock.now < deadline else {
                throw RigFault(
                    "the gadget's terminal \(terminal) did not appear", remedy: "Mount devtmpfs on /dev, or run udevd")
            }
            usleep(1000)
        }
    }

    /// Unplugs the device; safe to call again.
    public func unplug() { try? Gadget.write("\n", to: folder + "/UDC") }

    /// Opens the terminal at the device's own end, raw and non-blocking.
    public func openTerminal() throws(RigFault) -> FileDescriptor {
        let number = trammel_open_serial(terminal)
        guard number >= 0 else { throw Gadget.fault("open", terminal, -number) }
        let descriptor = FileDescriptor(owning: number)
        let raw = trammel_make_raw(number)
        guard raw == 0 else { throw Gadget.fault("set up", terminal, -raw) }
        return descriptor
    }

    /// Unplugs the device and removes all of it; safe to call again.
    public func close() {
        unplug()
        Gadget.remove(folder)
    }

    private static func make(_ identity: Identity, in folder: String) throws(RigFault) -> String {
        for part in ["", "/strings/0x409", "/configs/c.1", "/configs/c.1/strings/0x409", "/functions/acm.usb0"] {
            guard mkdir(folder + part, 0o755) == 0 else { throw fault("make", folder + part, errno) }
        }
        let attributes = [
            ("idVendor", identity.vendor.hexadecimal), ("idProduct", identity.product.hexadecimal),
            ("bcdDevice", "0x0100"), ("bcdUSB", "0x0200"), ("bDeviceClass", "0x02"),
            ("strings/0x409/manufacturer", identity.manufacturer), ("strings/0x409/product", identity.name),
            ("strings/0x409/serialnumber", identity.serial), ("configs/c.1/strings/0x409/configuration", "Default"),
            ("configs/c.1/bmAttributes", "0xc0"), ("configs/c.1/MaxPower", "500"),
        ]
        for (attribute, value) in attributes { try write(value, to: "\(folder)/\(attribute)") }
        let (function, place) = (folder + "/functions/acm.usb0", folder + "/configs/c.1/acm.usb0")
        guard symlink(function, place) == 0 else { throw fault("link", place, errno) }
        let port = try read(function + "/port_num")
        return "/dev/ttyGS\(port.filter { $0.isNumber })"
    }

    /// Removes the parts in the only order that configfs accepts, and ignores missing ones.
    private static func remove(_ folder: String) {
        unlink(folder + "/configs/c.1/acm.usb0")
        for part in ["/configs/c.1/strings/0x409", "/configs/c.1", "/functions/acm.usb0", "/strings/0x409", ""] {
            rmdir(folder + part)
        }
    }

    static func write(_ value: String, to path: String) throws(RigFault) {
        do throws(SystemError) {
            let file = try FileDescriptor("open") { open(path, O_WRONLY | O_CLOEXEC) }
            _ = try file.write(Array(value.utf8))
        } catch {
            throw fault("write", path, error.code)
        }
    }

    static func read(_ path: String) throws(RigFault) -> String {
        do throws(SystemError) {
            let file = try FileDescriptor("open") { open(path, O_RDONLY | O_CLOEXEC) }
            return String(decoding: try file.read(upTo: 4096) ?? [], as: UTF8.self)
        } catch {
            throw fault("read", path, error.code)
        }
    }

    static func fault(_ action: String, _ path: String, _ code: Int32) -> RigFault {
        RigFault(
            "the virtual USB device could not \(action) \(path): \(errorText(code))",
            remedy: "Run as root in the virtual machine; see that no other gadget holds the controller")
    }
}
