public import Glibc
public import Ground

/// Rig time based on the kernel's CLOCK_MONOTONIC.
public struct MonotonicClock: Hashable, Sendable {
    /// The value of CLOCK_MONOTONIC at `Instant.start`, in nanoseconds.
    public let origin: Int64

    /// Creates a clock that starts now.
    public init() { self.init(origin: MonotonicClock.reading) }

    /// Creates a clock whose `Instant.start` is at `origin` nanoseconds of CLOCK_MONOTONIC.
    public init(origin: Int64) { self.origin = origin }

    public var now: Instant { Instant(nanoseconds: MonotonicClock.reading - origin) }

    /// Returns the value of CLOCK_MONOTONIC at an instant, in nanoseconds; `.never` becomes `Int64.max`.
    func kernelTime(of instant: Instant) -> Int64 {
        if instant == .never { return .max }
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(origin)
        return overflow ? (origin < 0 ? .min : .max) : sum
    }

    private static var reading: Int64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// The processor time used by threads of this process.
public enum ProcessorTime {
    /// The time of all threads since the process started, from the kernel's CLOCK_PROCESS_CPUTIME_ID.
    public static var spent: Ground.Lapse { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// The time of this thread since it started, from the kernel's CLOCK_THREAD_CPUTIME_ID.
    public static var spentByThread: Ground.Lapse { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Ground.Lapse {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Ground.Lapse(kernelTime: time)
    }
}

extension Ground.Lapse {
    /// Creates a span from a kernel time, which counts from its clock's own start.
    public init(kernelTime time: timespec) {
        self = .seconds(time.tv_sec) + Lapse(nanoseconds: Int64(time.tv_nsec))
    }
}
