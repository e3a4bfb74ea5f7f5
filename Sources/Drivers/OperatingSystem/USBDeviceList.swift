import Glibc

/// A USB device as listed by the kernel in sysfs.
public struct ListedUSBDevice: Hashable, Sendable {
    /// The kernel's name: `2-1`, or `usb2` for a root hub.
    public let name: String
    public let vendor: UInt16
    public let product: UInt16
    /// The serial number; empty if it has none.
    public let serial: String
    /// The bus and device numbers, which change with each plug.
    public let bus: Int
    public let number: Int

    public static let list = "/sys/bus/usb/devices"
    public static let nodes = "/dev/bus/usb"

    /// Returns all devices, including hubs, by bus and number, or nil on a machine without USB. Opens none of them.
    public static func all(in folder: String = list) -> [ListedUSBDevice]? {
        names(in: folder)?.compactMap { ListedUSBDevice($0, in: folder) }
            .sorted { ($0.bus, $0.number, $0.name) < ($1.bus, $1.number, $1.name) }
    }

    /// Returns nil for entries that are not devices, such as interfaces.
    private init?(_ name: String, in folder: String) {
        func text(_ field: String) -> String? { Self.text("\(folder)/\(name)/\(field)") }
        guard let vendor = text("idVendor").flatMap({ UInt16($0, radix: 16) }),
            let product = text("idProduct").flatMap({ UInt16($0, radix: 16) }),
            let bus = text("busnum").flatMap({ Int($0) }), let number = text("devnum").flatMap({ Int($0) })
        else { return nil }
        (self.name, self.vendor, self.product, self.bus, self.number) = (name, vendor, product, bus, number)
        serial = text("serial") ?? ""
    }

    /// Returns the device that a serial line is part of; nil if it is not one on USB.
    ///
    /// - Parameter root: a folder with copies of the machine's files.
    public static func behind(line path: String, below root: String = "") -> ListedUSBDevice? {
        guard let line = resolved(root + path), let name = line.split(separator: "/").last,
            let place = resolved("\(root)/sys/class/tty/\(name)/device")?.split(separator: "/")
        else { return nil }
        let devices = (all(in: root + list) ?? []).filter { device in
            place.contains { $0 == device.name || $0.hasPrefix("\(device.name):") }
        }
        // The hubs between it and the computer are parts of the path as well.
        return devices.max { $0.name.utf8.count < $1.name.utf8.count }
    }

    /// Returns a path without symbolic links; nil if nothing is there.
    private static func resolved(_ path: String) -> String? {
        guard let place = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(place) }
        return unsafe String(cString: place)
    }

    /// Returns the path of the device's own file in the folder of all devices.
    public func node(in folder: String = nodes) -> String { "\(folder)/\(Self.padded(bus))/\(Self.padded(number))" }

    /// Returns a bus or device number with three digits, as in libusb.
    public static func padded(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
    }

    /// Returns a line of a kernel file, without its line feed.
    private static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor("open \(path)", { unsafe open(path, O_RDONLY | O_CLOEXEC) }) else {
            return nil
        }
        defer { file.close() }
        guard let bytes = try? file.read(upTo: 4096) else { return nil }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Returns the names in a folder, or nil if there is none.
    public static func names(in path: String) -> [String]? {
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            names.append(
                unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
