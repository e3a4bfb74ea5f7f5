import Glibc
import Ground
import Links
import System

/// What this machine's own USB bus shows in sysfs.
enum USBBus {
    static let enumerationLimit = Span.seconds(5)

    /// Waits until a device with this serial number is on the bus with its drivers, as after plugging it in.
    static func awaitDevice(serial: String, clock: MonotonicClock) throws(RigFault) {
        let limit = clock.now + enumerationLimit
        while !isPresent(serial: serial) {
            guard clock.now < limit else {
                throw RigFault(
                    "the USB device \(serial) did not appear on the bus within \(enumerationLimit)",
                    remedy: "See what the kernel says about dummy_hcd and usbcore, with dmesg")
            }
            usleep(2_000)
        }
    }

    private static func isPresent(serial: String) -> Bool {
        guard let folder = opendir("/sys/bus/usb/devices") else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), contents(of: "/sys/bus/usb/devices/\(name)/serial") == serial else { continue }
            // The interfaces are there once the configuration is chosen.
            return access("/sys/bus/usb/devices/\(name):1.1", F_OK) == 0
        }
        return false
    }

    private static func contents(of path: String) -> String? {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(owning: number)
        guard let bytes = try? file.read(upTo: 256), let text = String(strictUTF8: bytes) else { return nil }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
