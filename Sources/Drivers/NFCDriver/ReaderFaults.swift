import Glibc
import Links
import OperatingSystem

/// The faults of a reader that did not open, with remedies reported by others.
///
/// The remedies come from the forums of libnfc and its users (nfc.md section 7, rows 1 to 7 and 15); without a real
/// reader at hand, none was tried here.
enum ReaderFaults {
    /// Excerpts from libnfc's messages, in lower case, and the causes they indicate.
    private static let signs: [(words: [String], cause: Cause)] = [
        (["permission denied", "operation not permitted", "access denied", "libusb_error_access"], .permission),
        (["resource busy", "libusb_error_busy", "claim usb interface", "alternate setting"], .busy),
        (["too small reply"], .firmware),
        (["unable to read ack", "timeout", "timed out", "no nfc reader answers", "did not get ready"], .silence),
        (["did not tell what it is"], .midCommand), (["did not open in time"], .hang),
    ]

    private enum Cause {
        case permission, busy, firmware, silence, midCommand, hang, unknown
    }

    /// Returns the fault of a reader at `port` that did not open; `how` is the explanation of the helper and libnfc.
    static func unopened(_ port: String, _ how: String, _ obstacles: ReaderObstacles) -> RigFault {
        RigFault("the NFC reader at \(port) did not open: \(how)", remedy: remedy(port, how, obstacles))
    }

    private static func remedy(_ port: String, _ how: String, _ obstacles: ReaderObstacles) -> String {
        let said = how.lowercased()
        let cause = signs.first { $0.words.contains { said.contains($0) } }?.cause ?? .unknown
        let driver = port.split(separator: ":").first ?? ""
        let isUSB = driver.hasSuffix("usb")
        switch cause {
        case .permission:
            return isUSB
                ? "Install the udev rules of libnfc, add the user to the group plugdev, log in again, plug it in again"
                : "Add the user to the group that owns the port (often dialout, spi or i2c), and log in again"
        case .busy: return takenAway(obstacles)
        case .firmware:
            return
                "Its firmware speaks to no driver of this libnfc; take another reader, such as a PN532 on a serial port"
        case .silence where isUSB, .hang where isUSB, .midCommand where isUSB:
            let others = obstacles == ReaderObstacles() ? "" : "; if that does not help: \(takenAway(obstacles))"
            return "Unplug the reader, wait a few seconds and plug it in again\(others)"
        case .silence, .hang, .midCommand, .unknown:
            guard !isUSB else { return takenAway(obstacles) }
            return "Check its power, its cable and that RX and TX are crossed, that its switches choose "
                + "\(Self.interface(driver)), and that no console owns the port; then switch it off and on"
        }
    }

    private static func takenAway(_ obstacles: ReaderObstacles) -> String {
        var steps: [String] = []
        if !obstacles.kernelModules.isEmpty {
            steps.append(
                "modprobe -r \(obstacles.kernelModules.joined(separator: " ")), and keep them away with a file in "
                    + "/etc/modprobe.d")
        }
        if obstacles.hasPCSCD { steps.append("systemctl stop pcscd.socket pcscd.service") }
        guard steps.isEmpty else { return "Another driver has it: " + steps.joined(separator: "; ") }
        return "End the program that has it, then unplug the reader and plug it in again"
    }

    /// Returns the required setting of the switches on a PN532 board.
    private static func interface(_ driver: Substring) -> String {
        switch driver {
        case "pn532_i2c": "I2C"
        case "pn532_spi": "SPI"
        default: "HSU (serial)"
        }
    }
}

/// The software on a machine that is known to take NFC readers away from libnfc (nfc.md section 7, rows 1 to 3).
public struct ReaderObstacles: Hashable, Sendable {
    /// The kernel's own drivers for such readers that are loaded.
    public var kernelModules: [String]
    /// Whether pcscd or its socket is present: it takes over an ACR122U as soon as it is plugged in.
    public var hasPCSCD: Bool

    public init(kernelModules: [String] = [], hasPCSCD: Bool = false) {
        self.kernelModules = kernelModules
        self.hasPCSCD = hasPCSCD
    }

    /// The modules in the order that `modprobe -r` requires.
    static let modules = ["pn533_usb", "pn533", "nfc"]

    /// Finds them in the text of /proc/modules.
    init(procModules text: String, hasPCSCD: Bool) {
        let loaded = text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        self.init(kernelModules: Self.modules.filter(loaded.contains), hasPCSCD: hasPCSCD)
    }

    /// Returns the obstacles on this machine.
    public static func ofThisMachine() -> ReaderObstacles {
        ReaderObstacles(
            procModules: text(of: "/proc/modules"), hasPCSCD: unsafe access("/run/pcscd/pcscd.comm", F_OK) == 0)
    }

    private static func text(of path: String) -> String {
        guard let file = try? FileDescriptor("open", { unsafe open(path, O_RDONLY | O_CLOEXEC) }) else { return "" }
        defer { file.close() }
        var bytes: [UInt8] = []
        // The list of modules is about ten thousand bytes long.
        while bytes.count < 1 << 20, let more = try? file.read(upTo: 65_536), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}
