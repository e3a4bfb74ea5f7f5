import Glibc

/// The descriptors 0, 1 and 2, which are opened before anything else.
///
/// If one of them were closed, the next file opened would get its number, and console text would go into evidence.
public enum StandardDescriptors {
    /// The descriptors that were closed at the start of the program.
    nonisolated(unsafe) private static var closed: [Int32] = []

    /// Opens the closed ones on `/dev/null`; must be called once, before anything else.
    public static func open() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            closed.append(number)
            // The lowest free number is this one. If it cannot be opened, no later file is safe.
            guard Glibc.open("/dev/null", O_RDWR) == number else { _exit(3) }
        }
    }

    /// Lets a crash end the process immediately, unless there is a terminal or a backtrace was requested.
    ///
    /// The backtrace program keeps standard output open while it works, which blocks a reader at the other end.
    public static func endCrashesAtOnce() {
        guard isatty(STDERR_FILENO) == 0, getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] { signal(number, SIG_DFL) }
    }

    /// Whether standard output was closed, so that the program's output has no reader.
    public static var wasOutputClosed: Bool { closed.contains(STDOUT_FILENO) }
}
