import Glibc
import OperatingSystem

/// A program that runs until it is killed, started by its own thread: when that ends, the kernel ends the program.
final class Daemon {
    private let waker: Waker
    private let thread: DeviceThread

    init(_ words: [String], environment: [String], log path: String) throws {
        let waker = try Waker()
        self.waker = waker
        thread = try DeviceThread("daemon", urgency: .ordinary) {
            let null = try? FileDescriptor("open /dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) }
            let log = try? FileDescriptor("open log") {
                open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            }
            guard let null, let log,
                let child = try? ChildProcess(
                    path: "/usr/bin/env", arguments: words, environment: environment,
                    descriptors: [null.number, log.number, log.number])
            else { return }
            _ = Poller(clock: MonotonicClock()).wait([PollDescriptor(waker.number)])
            child.kill()
        }
    }

    func kill() {
        waker.wake()
        thread.join()
    }
}
