import Glibc
import System

/// What runs on a machine that is known to take NFC readers away from libnfc (nfc.md section 7, rows 1 to 3).
public struct ReaderObstacles: Hashable, Sendable {
    /// Those of the kernel's own drivers for such readers that are loaded.
    public var kernelModules: [String]
    /// pcscd or its socket is there: it takes an ACR122U as soon as it is plugged in.
    public var hasPCSCD: Bool

    public init(kernelModules: [String] = [], hasPCSCD: Bool = false) {
        self.kernelModules = kernelModules
        self.hasPCSCD = hasPCSCD
    }

    /// In the order in which `modprobe -r` takes them.
    static let modules = ["pn533_usb", "pn533", "nfc"]

    /// Finds them in the text of /proc/modules.
    init(procModules text: String, hasPCSCD: Bool) {
        let loaded = text.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        self.init(kernelModules: Self.modules.filter(loaded.contains), hasPCSCD: hasPCSCD)
    }

    /// What is so on this machine now.
    public static func ofThisMachine() -> ReaderObstacles {
        ReaderObstacles(
            procModules: text(of: "/proc/modules"), hasPCSCD: unsafe access("/run/pcscd/pcscd.comm", F_OK) == 0)
    }

    private static func text(of path: String) -> String {
        guard let file = try? FileDescriptor("open", { unsafe open(path, O_RDONLY | O_CLOEXEC) }) else { return "" }
        defer { file.close() }
        var bytes: [UInt8] = []
        // The list of modules is some ten thousand bytes long.
        while bytes.count < 1 << 20, let more = try? file.read(upTo: 65_536), !more.isEmpty { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }
}
