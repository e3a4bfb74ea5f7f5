import Glibc

/// The pages of this program's and its libraries' files.
public enum ProgramPages {
    /// MADV_POPULATE_READ of Linux 5.14 and later.
    private static let populate: Int32 = 22

    /// Whether all pages were fetched, which happens once, in a machine with its own time.
    ///
    /// While such a machine waits for a page from outside, it is idle and its time leaps to the next timer: a program
    /// that fetches its pages on demand is late for everything.
    public static let areFetched: Bool = WallClock.isMachinesOwn && fetch()

    /// The number of times this program has waited for a page from outside since it started.
    public static var waits: Int {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_majflt
    }

    private static func fetch() -> Bool {
        guard let maps = try? FileDescriptor("open /proc/self/maps", { unsafe open("/proc/self/maps", O_RDONLY) })
        else { return false }
        var bytes: [UInt8] = []
        while let part = try? maps.read(upTo: 1 << 16), !part.isEmpty { bytes += part }
        var isWhole = true
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // For example: 7f0c2a000000-7f0c2a021000 r--p 00000000 00:14 1234    /usr/lib/libx.so
            let words = line.split(separator: " ", maxSplits: 5)
            guard words.count == 6, words[1].hasPrefix("r"), words[5].drop(while: { $0 == " " }).hasPrefix("/") else {
                continue
            }
            let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, let start = unsafe UnsafeMutableRawPointer(bitPattern: ends[0]) else { continue }
            if unsafe madvise(start, Int(ends[1] - ends[0]), populate) != 0 { isWhole = false }
        }
        return isWhole
    }
}
