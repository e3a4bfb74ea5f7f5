import Glibc
import Ground
import Links
public import OperatingSystem

/// Finds USB readers by vendor and product, and names them in the form libnfc expects.
///
/// Without an address libnfc's drivers take the first USB device there is, a root hub (nfc.md 2.6). An address
/// changes with each plug, so it is looked up by vendor and product whenever the reader is opened.
public enum USBReader {
    /// The devices that libnfc's drivers support (libnfc 1.8, `pn53x_usb.c` and `acr122_usb.c`).
    private static let drivers: [(name: String, kind: String, devices: [(vendor: UInt16, product: UInt16)])] = [
        ("acr122_usb", "ACR122U or Touchatag", [(0x072F, 0x2200), (0x072F, 0x90CC), (0x072F, 0x2214)]),
        (
            "pn53x_usb", "PN531 or PN533",
            [
                (0x04CC, 0x0531), (0x04CC, 0x2533), (0x04E6, 0x5591), (0x04E6, 0x5594), (0x054C, 0x0193),
                (0x054C, 0x02E1), (0x1FD3, 0x0608),
            ]
        ),
    ]

    /// Returns libnfc's name for the driver of a device; nil if it is not a reader that libnfc supports.
    public static func driver(of device: ListedUSBDevice) -> String? {
        drivers.first { driver in
            driver.devices.contains { $0.vendor == device.vendor && $0.product == device.product }
        }?.name
    }

    /// Returns a connection string with the bus and device number of the reader currently plugged in:
    /// `acr122_usb:003:005`.
    ///
    /// Other connection strings are returned unchanged.
    static func resolved(
        _ connection: String, in folder: String = ListedUSBDevice.list
    ) throws(RigFault) -> String {
        try device(connection, in: folder).map { found in
            "\(found.driver):\(ListedUSBDevice.padded(found.device.bus)):\(ListedUSBDevice.padded(found.device.number))"
        } ?? connection
    }

    /// Returns the reason why a USB reader cannot be opened, or nil if none is known or the reader is not on USB.
    static func obstacle(
        to connection: String, in folder: String = ListedUSBDevice.list, nodes: String = ListedUSBDevice.nodes
    ) -> RigFault? {
        do throws(RigFault) {
            guard let node = try device(connection, in: folder)?.device.node(in: nodes) else { return nil }
            guard unsafe access(node, R_OK | W_OK) != 0 else { return nil }
            return RigFault(
                "the NFC reader \(connection) at \(node) may not be opened: \(errorText(errno))",
                remedy: "Install the udev rules of libnfc, add the user to the group plugdev, log in again, plug it in "
                    + "again; in a container pass /dev/bus/usb into it")
        } catch {
            return error
        }
    }

    private static func device(
        _ connection: String, in folder: String
    ) throws(RigFault) -> (driver: String, device: ListedUSBDevice)? {
        let parts = connection.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let known = drivers.filter { $0.name == parts[0] || parts[0] == "usb" }
        guard !known.isEmpty else { return nil }
        guard let all = ListedUSBDevice.all(in: folder) else {
            throw RigFault(
                "this machine has no USB, so the NFC reader \(connection) cannot be reached",
                remedy: "Run on a machine with USB, or pass /dev/bus/usb and /sys into the container")
        }
        let readers = known.flatMap { driver in
            all.filter { device in
                driver.devices.contains { $0.vendor == device.vendor && $0.product == device.product }
            }.map { (driver: driver.name, device: $0) }
        }
        let wanted = parts.dropFirst().compactMap { Int($0) }
        let chosen = readers.filter { reader in
            wanted.isEmpty
                || (reader.device.bus == wanted[0] && (wanted.count < 2 || reader.device.number == wanted[1]))
        }
        guard let first = chosen.first else {
            throw missing(connection, known.map(\.kind), instead: readers.map(\.device))
        }
        guard chosen.count == 1 else {
            throw RigFault(
                "\(chosen.count) NFC readers are plugged in: \(list(chosen.map(\.device)))",
                remedy: "Leave one in, or name one as in nfc=\(first.driver):\(address(first.device))")
        }
        return first
    }

    private static func missing(_ connection: String, _ kinds: [String], instead: [ListedUSBDevice]) -> RigFault {
        let others = instead.isEmpty ? "" : ", only \(list(instead))"
        return RigFault(
            "no NFC reader \(connection) is plugged in\(others)",
            remedy:
                "Plug in a reader of the kind \(kinds.joined(separator: " or ")) and see that lsusb lists it; its bus "
                + "and device change with each plug, so omit them if there is only one")
    }

    private static func list(_ devices: [ListedUSBDevice]) -> String {
        devices.map { "\($0.vendor.hexadecimal.dropFirst(2)):\($0.product.hexadecimal.dropFirst(2)) at \(address($0))" }
            .joined(separator: ", ")
    }

    private static func address(_ device: ListedUSBDevice) -> String {
        "\(ListedUSBDevice.padded(device.bus)):\(ListedUSBDevice.padded(device.number))"
    }
}
