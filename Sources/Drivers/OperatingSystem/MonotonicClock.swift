public import Glibc
public import Ground

/// Rig time taken from the kernel's CLOCK_MONOTONIC.
public struct MonotonicClock: Hashable, Sendable {
    /// What CLOCK_MONOTONIC showed at `Instant.start`, in nanoseconds.
    public let origin: Int64

    /// A clock that starts now.
    public init() { self.init(origin: MonotonicClock.reading) }

    /// A clock whose `Instant.start` was when CLOCK_MONOTONIC showed `origin` nanoseconds.
    public init(origin: Int64) { self.origin = origin }

    public var now: Instant { Instant(nanoseconds: MonotonicClock.reading - origin) }

    /// What CLOCK_MONOTONIC shows at an instant, in nanoseconds; `Int64.max` stays what it is.
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

/// The time that threads of this process have had on processors.
public enum ProcessorTime {
    /// All threads since the process began, from the kernel's CLOCK_PROCESS_CPUTIME_ID.
    public static var spent: Ground.Span { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// This thread since it began, from the kernel's CLOCK_THREAD_CPUTIME_ID.
    public static var spentByThread: Ground.Span { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Ground.Span {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return Ground.Span(kernelTime: time)
    }
}

extension Ground.Span {
    /// A time of the kernel's, since its clock's own beginning.
    public init(kernelTime time: timespec) {
        self = .seconds(time.tv_sec) + Span(nanoseconds: Int64(time.tv_nsec))
    }
}
