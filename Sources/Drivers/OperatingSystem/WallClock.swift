import Glibc
public import Ground

/// What time it is outside: by the clock on the wall, and in a virtual machine by that of the computer around it.
///
/// A machine that keeps its own time soon has a later one than the world: its real-time clock alone tells the world's.
public enum WallClock {
    /// The word on a machine's kernel command line that says that it keeps its own time.
    ///
    /// The kernel takes a name with a full stop for an option of a module, and passes it over.
    public static let machineWord = "trammel.time=own"

    /// Whether this runs in a machine that keeps its own time.
    public static let isMachinesOwn: Bool =
        text(of: "/proc/cmdline")?.split(separator: " ").contains {
            $0 == machineWord
        } ?? false

    /// The time since 1970, in whole seconds in a machine that keeps its own.
    public static var now: Ground.Span {
        if isMachinesOwn, let seconds = text(of: "/sys/class/rtc/rtc0/since_epoch").flatMap({ Int($0) }) {
            return .seconds(seconds)
        }
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Ground.Span(kernelTime: time)
    }

    /// The first line of one of the kernel's files.
    private static func text(of path: String) -> String? {
        guard let file = try? FileDescriptor("open \(path)", { unsafe open(path, O_RDONLY | O_CLOEXEC) }),
            let bytes = try? file.read(upTo: 4096)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first.map(String.init)
    }
}
