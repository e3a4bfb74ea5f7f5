import Glibc
import Ground
import Links
import OperatingSystem
import USBDriver

/// This machine's own USB bus, as sysfs shows it.
enum USBBus {
    static let enumerationLimit = Lapse.seconds(5)
    /// A pending request keeps the device for as long as usbcore waits for its answer, which is 5 s.
    static let removalLimit = Lapse.seconds(10)

    /// Waits until a device with this serial number is on the bus with its drivers, as after plugging it in.
    static func awaitDevice(serial: String, clock: MonotonicClock) throws(RigFault) {
        let limit = clock.now + enumerationLimit
        // The interfaces exist once the configuration has been chosen.
        while !names(serial: serial).contains(where: { access("/sys/bus/usb/devices/\($0):1.1", F_OK) == 0 }) {
            guard clock.now < limit else {
                throw RigFault(
                    "the USB device \(serial) did not appear on the bus within \(enumerationLimit)",
                    remedy: "See what the kernel says about usbcore and its controllers, with dmesg")
            }
            usleep(2_000)
        }
    }

    /// Waits until no device has this serial number, as after unplugging it: the host releases it in its own time.
    static func awaitAbsence(serial: String, clock: MonotonicClock) throws(RigFault) {
        let limit = clock.now + removalLimit
        while !names(serial: serial).isEmpty {
            guard clock.now < limit else {
                throw RigFault(
                    "a USB device \(serial) is on the bus already",
                    remedy: "Unplug it, or end the program that made it: on the virtual bench it is the kit's stand-in")
            }
            usleep(2_000)
        }
    }

    /// Returns the kernel's names for the devices with this serial number, such as `2-1`.
    private static func names(serial: String) -> [String] {
        (ListedUSBDevice.all() ?? []).filter { $0.serial == serial }.map(\.name)
    }
}

/// The USB devices that the kernel knows, read from its own list: nothing is opened.
enum USBPresence {
    /// Returns what prevents a kit from being opened; nil if nothing is known to.
    static func obstacle(
        to kit: USBIdentity, in folder: String = ListedUSBDevice.list, nodes: String = ListedUSBDevice.nodes
    ) -> RigFault? {
        guard let devices = ListedUSBDevice.all(in: folder) else { return kit.noUSB }
        let alike = devices.filter { $0.vendor == kit.vendor && $0.product == kit.product }
        guard !alike.isEmpty else { return kit.missing }
        let chosen = alike.filter { kit.serial == nil || $0.serial == kit.serial }
        guard let device = chosen.first else { return kit.otherSerials(alike.map(\.serial)) }
        guard chosen.count == 1 else { return kit.ambiguous(alike.map(\.serial)) }
        let node = device.node(in: nodes)
        guard access(node, F_OK) == 0 else { return kit.noUSB }
        return access(node, R_OK | W_OK) == 0 ? nil : kit.forbidden
    }
}
