internal import CLinux
import Glibc
import Synchronization

/// A named thread of its own for one device's blocking calls, which never belong in a task.
///
/// All signals are blocked in it, so that they reach the main thread. The body is expected to end when its owner tells
/// it to, by a `Waker` or the C library's own means; then `join` returns.
@safe
public final class DeviceThread: Sendable {
    private let thread: Mutex<pthread_t?>

    /// Starts the thread; `name` shows in debuggers and is cut after 15 characters.
    public init(
        _ name: String, urgency: Urgency = .device, _ body: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        var thread = pthread_t()
        let job = unsafe Unmanaged.passRetained(Job(name: String(name.prefix(15)), urgency: urgency, body: body))
        let code = unsafe pthread_create(&thread, nil, runJob, job.toOpaque())
        guard code == 0 else {
            unsafe job.release()
            throw SystemError("pthread_create \(name)", code: code)
        }
        self.thread = Mutex(thread)
    }

    /// Waits for the end of the body; safe to call again.
    public func join() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        precondition(pthread_equal(thread, pthread_self()) == 0, "a device thread cannot wait for itself")
        pthread_join(thread, nil)
    }

    deinit {
        if let thread = thread.withLock({ $0 }) { pthread_detach(thread) }
    }
}

private final class Job: Sendable {
    let name: String
    let urgency: Urgency
    let body: @Sendable () -> Void

    init(name: String, urgency: Urgency, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.urgency = urgency
        self.body = body
    }
}

private func runJob(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    let job = unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
    unsafe trammel_name_thread(job.name)
    job.urgency.apply()
    job.body()
    return nil
}

/// How soon the kernel lets a thread run, compared with everything else on the machine.
///
/// A rig measures how fast an accessory is and answers as fast as a phone: neither may wait for other programs. Where
/// the user may not ask for that, threads stay ordinary, and the rig works all the same.
public enum Urgency: Sendable {
    /// Like any other program: simulated devices, and what serves people.
    case ordinary
    /// Takes what a device says.
    case device
    /// Decides and answers: before the devices, so that an answer is out before the next frame is taken.
    case decision

    private var priority: Int32? {
        switch self {
        case .ordinary: nil
        case .device: 10
        case .decision: 20
        }
    }

    /// Applies to the calling thread; false when the user may not ask for it.
    @discardableResult public func apply() -> Bool {
        guard let priority else {
            trammel_calm_thread()
            return true
        }
        return trammel_hurry_thread(priority) == 0
    }
}
