internal import CLinux
import Glibc
public import Ground
import Synchronization

/// The wish of a person, or of whoever sent a signal, that the runs end.
///
/// The first SIGINT, SIGTERM or SIGHUP asks for a clean end: accessory stopped, UWB session closed, verdict aborted.
/// The second one leaves at once with status 130. A bench that does not let go is left after half a minute with
/// status 3.
public enum Interruption {
    fileprivate static let isWished = Atomic<Bool>(false)
    fileprivate static let signals = Atomic<Int>(0)

    /// How late the wish may be seen; a machine's own second is over at once where nobody computes.
    public static let slice: Span = WallClock.isMachinesOwn ? .seconds(1) : .milliseconds(50)

    public static var isRequested: Bool { isWished.load(ordering: .acquiring) }

    public static func request() { isWished.store(true, ordering: .releasing) }

    /// Begins to listen to the signals. A reader of the output that goes away is noticed when writing, not by a signal.
    public static func listen() {
        _ = isRequested  // touched here, so that the handler never is the first to
        _ = signals.load(ordering: .relaxed)
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = receiveEndSignal
        action.sa_flags = SA_RESTART
        var ends = sigset_t()
        unsafe sigemptyset(&ends)
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) {
            unsafe sigaction(number, &action, nil)
            unsafe sigaddset(&ends, number)
        }
        // Whoever started this program may have blocked them: threads of a test or of a service often have.
        unsafe pthread_sigmask(SIG_UNBLOCK, &ends, nil)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGALRM, leaveHangingBench)
    }

    /// True when `nohup` or the like turned the signal off on purpose.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0, let handler = unsafe action.__sigaction_handler.sa_handler
        else {
            return false
        }
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// How many seconds a clean end may take; the engine's own limit is well below.
private let cleanEndLimit: UInt32 = 30

/// Runs as a signal handler: sets two flags and an alarm, or leaves, and does nothing else.
private func receiveEndSignal(_ number: Int32) {
    Interruption.request()
    alarm(cleanEndLimit)
    if Interruption.signals.add(1, ordering: .relaxed).oldValue > 0 { _exit(130) }
}

/// Runs as a signal handler when the clean end takes too long.
private func leaveHangingBench(_ number: Int32) {
    let sentence: StaticString = "trammel: the bench did not end within 30 s and was left as it is.\n"
    _ = unsafe write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
    _exit(3)
}
