internal import CLinux
import Glibc
public import Ground
import Synchronization

/// A request, by a person or a signal, to end the runs.
///
/// The first SIGINT, SIGTERM or SIGHUP requests a clean end: accessory stopped, UWB session closed, verdict aborted.
/// The second one exits immediately with status 130. A bench that hangs is abandoned after half a minute with status
/// 3.
public enum Interruption {
    fileprivate static let isWished = Atomic<Bool>(false)
    fileprivate static let isDeferred = Atomic<Bool>(false)
    fileprivate static let signals = Atomic<Int>(0)
    fileprivate static let number = Atomic<Int32>(0)

    /// The maximum delay before a request is noticed. In a machine with its own time, a second passes instantly while
    /// it is idle.
    public static let slice: Lapse = WallClock.isMachinesOwn ? .seconds(1) : .milliseconds(50)

    public static var isRequested: Bool {
        isWished.load(ordering: .acquiring) && !isDeferred.load(ordering: .acquiring)
    }

    /// The name of the signal that ended the runs, or a description of the other reason.
    public static var source: String {
        switch number.load(ordering: .relaxed) {
        case SIGINT: "SIGINT"
        case SIGTERM: "SIGTERM"
        case SIGHUP: "SIGHUP"
        default: "the loss of its output"
        }
    }

    public static func request() { isWished.store(true, ordering: .releasing) }

    /// Runs `body` to its end: a request takes effect only after it. A second signal still exits immediately.
    public static func deferring<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        isDeferred.store(true, ordering: .releasing)
        defer { isDeferred.store(false, ordering: .releasing) }
        try body()
    }

    /// Installs the signal handlers. A reader of the output that disappears is noticed when writing, not through a
    /// signal.
    public static func listen() {
        _ = isRequested  // touched here, so that the handler never is the first to
        _ = (signals.load(ordering: .relaxed), number.load(ordering: .relaxed), isDeferred.load(ordering: .relaxed))
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = receiveEndSignal
        action.sa_flags = SA_RESTART
        var ends = sigset_t()
        unsafe sigemptyset(&ends)
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !isIgnored(number) {
            unsafe sigaction(number, &action, nil)
            unsafe sigaddset(&ends, number)
        }
        // The parent process may have blocked the signals, as threads of tests and services often do.
        unsafe pthread_sigmask(SIG_UNBLOCK, &ends, nil)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGALRM, leaveHangingBench)
    }

    /// Returns whether the signal was turned off on purpose, for example by `nohup`.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0, let handler = unsafe action.__sigaction_handler.sa_handler
        else {
            return false
        }
        return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}

/// The time limit of a clean end in seconds; the engine's own limit is far lower.
private let cleanEndLimit: UInt32 = 30

/// Runs as a signal handler: sets flags and an alarm, or exits, and does nothing else.
private func receiveEndSignal(_ number: Int32) {
    Interruption.number.store(number, ordering: .relaxed)
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
