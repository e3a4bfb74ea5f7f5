import Glibc
import Links
import OperatingSystem

/// The kernel controller that plugs a gadget into the machine that creates it.
public enum GadgetController: String, Hashable, Sendable, CaseIterable {
    /// The two halves of USB/IP, `usbip-vudc` and `vhci-hcd`, joined by a pair of sockets instead of a network.
    ///
    /// It carries data at the kernel's tick, every 4 ms on Debian, and wakes nothing in between: an answer of the kit
    /// takes 8 to 16 ms, and the scenarios take a quarter less of an emulated processor's time.
    case overIP = "usbip-vudc.0"
    /// `dummy_hcd`: an answer takes about 1 ms. While the kit is being read from, it looks for data every 125 us.
    case dummy = "dummy_udc.0"

    /// The first of these that this machine has; `overIP` if it has none.
    public static var first: GadgetController { allCases.first { $0.isThere } ?? .overIP }

    /// The controller's name in `/sys/class/udc`.
    var name: String { rawValue }

    static let host = "/sys/devices/platform/vhci_hcd.0"

    /// Whether this machine's kernel has it.
    public var isThere: Bool {
        guard access("/sys/class/udc/\(name)", F_OK) == 0 else { return false }
        return self == .dummy || access(Self.host + "/attach", F_OK) == 0
    }

    /// Connects the bound device to the host's controller, which then sees it plugged in.
    func join() throws(RigFault) {
        guard self == .overIP else { return }
        let port = try freePort()
        let ends: (FileDescriptor, FileDescriptor)
        do {
            ends = try makeSocketPair()
        } catch {
            throw Gadget.fault("make sockets for", name, error.code)
        }
        // The kernel keeps both of them open as long as it needs them.
        defer {
            ends.0.close()
            ends.1.close()
        }
        try Gadget.write("\(ends.0.number)", to: "/sys/class/udc/\(name)/device/usbip_sockfd")
        try Gadget.write("\(port) \(ends.1.number) \(Self.device) \(Self.highSpeed)", to: Self.host + "/attach")
    }

    /// The host side's number for the device: bus 1, device 2, an arbitrary choice.
    private static let device = 1 << 16 | 2
    /// USB_SPEED_HIGH in the kernel's <linux/usb/ch9.h>.
    private static let highSpeed = 3

    /// Returns the first free high-speed port; a port that was unplugged just now is not free yet.
    private func freePort() throws(RigFault) -> Int {
        let status = try Gadget.read(Self.host + "/status")
        let port = status.split(separator: "\n").lazy.compactMap(Self.freePort(inLine:)).first
        guard let port else {
            throw RigFault(
                "all ports of the virtual USB host are taken",
                remedy: "Look into \(Self.host)/status; detach what is not needed by a number in \(Self.host)/detach")
        }
        return port
    }

    /// Parses a line such as `hs  0000 004 000 00000000 000000 0-0`: hub, port, status, and more; 004 is a port
    /// without a device.
    static func freePort(inLine line: Substring) -> Int? {
        let fields = line.split(separator: " ")
        guard fields.count >= 3, fields[0] == "hs", fields[2] == "004" else { return nil }
        return Int(fields[1])
    }
}
