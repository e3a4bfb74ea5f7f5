import Glibc
public import Ground

/// The time in the outside world: the wall clock and, in a virtual machine, that of its host.
///
/// A machine with its own time soon runs ahead of the world; only its real-time clock shows the world's time.
public enum WallClock {
    /// The word on a machine's kernel command line which means that it keeps its own time.
    ///
    /// The kernel mistakes a name with a dot for an option of a module, and ignores it.
    public static let machineWord = "trammel.time=own"

    /// Whether this program runs in a machine with its own time.
    public static let isMachinesOwn: Bool =
        text(of: "/proc/cmdline")?.split(separator: " ").contains {
            $0 == machineWord
        } ?? false

    /// The time since 1970, in whole seconds in a machine with its own time.
    public static var now: Ground.Lapse {
        if isMachinesOwn, let seconds = text(of: "/sys/class/rtc/rtc0/since_epoch").flatMap({ Int($0) }) {
            return .seconds(seconds)
        }
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Ground.Lapse(kernelTime: time)
    }

    /// Returns the first line of a kernel file.
    private static func text(of path: String) -> String? {
        guard let file = try? FileDescriptor("open \(path)", { unsafe open(path, O_RDONLY | O_CLOEXEC) }),
            let bytes = try? file.read(upTo: 4096)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
    }
}
