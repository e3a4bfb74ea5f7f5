import Glibc

/// Descriptors 0, 1 and 2, which are open before anything else is opened.
///
/// Where one is closed, the next file that is opened would get its number, and console text would go into evidence.
public enum StandardDescriptors {
    /// Which of them were closed when the program began.
    nonisolated(unsafe) private static var closed: [Int32] = []

    /// Opens those that are closed on `/dev/null`; to be called before anything else, and once.
    public static func open() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            closed.append(number)
            // The lowest number that is free is this one. Without any, nothing that is opened later is safe.
            guard Glibc.open("/dev/null", O_RDWR) == number else { _exit(3) }
        }
    }

    /// Lets a crash end the process as the kernel does, unless there is a terminal or a backtrace was asked for.
    ///
    /// The backtrace program keeps standard output open while it works, and a reader at its other end waits.
    public static func endCrashesAtOnce() {
        guard isatty(STDERR_FILENO) == 0, getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }

    /// Whether nobody was there to read what the program prints.
    public static var wasOutputClosed: Bool { closed.contains(STDOUT_FILENO) }
}
