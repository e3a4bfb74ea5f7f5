internal import CLinux
import Glibc
import Synchronization

/// A dedicated named thread for one device's blocking calls, which never belong in a task.
///
/// All signals are blocked in it, so that they reach the main thread. The body must end when its owner requests it,
/// through a `Waker` or the C library's own means; then `join` returns.
@safe
public final class DeviceThread: Sendable {
    private let thread: Mutex<pthread_t?>

    /// Starts the thread; `name` is shown by debuggers and truncated to 15 characters.
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

    /// Waits for the end of the body. Idempotent.
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

/// The priority of a thread relative to everything else on the machine.
///
/// A rig measures how fast an accessory is and answers as fast as a phone, so neither may wait for other programs. If
/// the user lacks the permission, threads keep the ordinary priority and the rig works anyway.
public enum Urgency: Sendable {
    /// Like any other program: simulated devices, and services for people.
    case ordinary
    /// Receives data from a device.
    case device
    /// Decides and answers, before the devices, so that an answer is sent before the next frame is received.
    case decision

    private var priority: Int32? {
        switch self {
        case .ordinary: nil
        case .device: 10
        case .decision: 20
        }
    }

    /// Applies the priority to the calling thread; returns false if the user lacks the permission.
    @discardableResult public func apply() -> Bool {
        guard let priority else {
            trammel_calm_thread()
            return true
        }
        return trammel_hurry_thread(priority) == 0
    }
}
