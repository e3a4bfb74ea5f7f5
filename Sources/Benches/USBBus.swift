import Glibc
import Ground
import Links
import OperatingSystem
import USBDriver

/// What this machine's own USB bus shows in sysfs.
enum USBBus {
    static let enumerationLimit = Span.seconds(5)
    /// A request that was on its way holds the device for as long as usbcore waits for its answer, which is 5 s.
    static let removalLimit = Span.seconds(10)

    /// Waits until a device with this serial number is on the bus with its drivers, as after plugging it in.
    static func awaitDevice(serial: String, clock: MonotonicClock) throws(RigFault) {
        let limit = clock.now + enumerationLimit
        // The interfaces are there once the configuration is chosen.
        while !names(serial: serial).contains(where: { access("/sys/bus/usb/devices/\($0):1.1", F_OK) == 0 }) {
            guard clock.now < limit else {
                throw RigFault(
                    "the USB device \(serial) did not appear on the bus within \(enumerationLimit)",
                    remedy: "See what the kernel says about usbcore and its controllers, with dmesg")
            }
            usleep(2_000)
        }
    }

    /// Waits until no device has this serial number, as after unplugging it: the host lets go of it in its own time.
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

    /// What the kernel calls the devices with this serial number, such as `2-1`.
    private static func names(serial: String) -> [String] {
        guard let folder = opendir("/sys/bus/usb/devices") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), contents(of: "/sys/bus/usb/devices/\(name)/serial") == serial else { continue }
            names.append(name)
        }
        return names
    }

    private static func contents(of path: String) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(owning: number)
        guard let bytes = try? file.read(upTo: 256), let text = String(strictUTF8: bytes) else { return nil }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// Which USB devices the kernel has, read from its own list: nothing is opened.
enum USBPresence {
    private static let list = "/sys/bus/usb/devices"

    /// What keeps a kit from being opened; nil where nothing is known to.
    static func obstacle(to kit: USBIdentity, in folder: String = list, nodes: String = "/dev/bus/usb") -> RigFault? {
        guard let devices = names(in: folder) else { return kit.noUSB }
        let alike = devices.filter { device in
            number(folder, device, "idVendor") == kit.vendor && number(folder, device, "idProduct") == kit.product
        }
        guard !alike.isEmpty else { return kit.missing }
        let serials = alike.map { text("\(folder)/\($0)/serial") ?? "" }
        var chosen = alike
        if let serial = kit.serial {
            chosen = zip(alike, serials).filter { $0.1 == serial }.map(\.0)
            guard !chosen.isEmpty else { return kit.otherSerials(serials) }
        }
        guard chosen.count == 1 else { return kit.ambiguous(serials) }
        guard let bus = text("\(folder)/\(chosen[0])/busnum").flatMap({ Int($0) }),
            let device = text("\(folder)/\(chosen[0])/devnum").flatMap({ Int($0) })
        else { return nil }
        let node = "\(nodes)/\(padded(bus))/\(padded(device))"
        guard access(node, F_OK) == 0 else { return kit.noUSB }
        return access(node, R_OK | W_OK) == 0 ? nil : kit.forbidden
    }

    private static func padded(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
    }

    private static func number(_ folder: String, _ device: String, _ field: String) -> UInt16? {
        text("\(folder)/\(device)/\(field)").flatMap { UInt16($0, radix: 16) }
    }

    /// A line that the kernel tells, without its line feed.
    private static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor("open \(path)", { open(path, O_RDONLY | O_CLOEXEC) }) else { return nil }
        defer { file.close() }
        guard let bytes = try? file.read(upTo: 4096) else { return nil }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// The names in a folder; nil when there is none.
    private static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }
}
