import Glibc
public import Ground

/// The time that threads of this process have had on processors.
public enum ProcessorTime {
    /// All threads since the process began, from the kernel's CLOCK_PROCESS_CPUTIME_ID.
    public static var spent: Ground.Span { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// This thread since it began, from the kernel's CLOCK_THREAD_CPUTIME_ID.
    public static var spentByThread: Ground.Span { read(CLOCK_THREAD_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Ground.Span {
        var time = timespec()
        _ = unsafe clock_gettime(clock, &time)
        return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
