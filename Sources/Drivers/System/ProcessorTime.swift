import Glibc
public import Ground

/// The time that all threads of this process have had on processors, from the kernel's CLOCK_PROCESS_CPUTIME_ID.
public enum ProcessorTime {
    /// Since the process began.
    public static var spent: Ground.Span {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .nanoseconds(Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
