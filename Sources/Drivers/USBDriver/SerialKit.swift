internal import CLinux
import Glibc
public import Ground
public import Links
public import OperatingSystem
import Synchronization

/// A UCI kit behind a serial device of the kernel, such as `/dev/ttyACM0`: raw, 115200 baud, exclusive to this
/// program.
public final class SerialKit: KitLine, Sendable {
    private struct Opening {
        let session: SerialSession
        let thread: DeviceThread
    }

    private let path: String
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let opening = Mutex<Opening?>(nil)

    /// Returns the reason why the line cannot be opened, or nil if none is known.
    public static func obstacle(at path: String) -> RigFault? {
        guard unsafe access(path, R_OK | W_OK) != 0 else { return nil }
        return SerialFault(path: path).unopened(code: errno)
    }

    /// Creates the line without opening it; `.open` does.
    public init(path: String, mailbox: Mailbox, clock: MonotonicClock) {
        self.path = path
        self.mailbox = mailbox
        self.clock = clock
    }

    deinit { close() }

    public func send(_ request: KitRequest) -> Instant {
        let now = clock.now
        switch request {
        case .open:
            close()
            open()
        case .bytes(let bytes):
            if let session = opening.withLock({ $0?.session }) {
                session.send(bytes)
            } else {
                mailbox.post(.fault(.kit, SerialFault(path: path).notOpen), at: now)
            }
        case .close: opening.withLock { $0?.session.stop() }
        }
        return now
    }

    private func open() {
        do {
            let session = SerialSession(path: path, mailbox: mailbox, clock: clock, waker: try Waker())
            let thread = try DeviceThread("uwb-kit-tty") { session.run() }
            opening.withLock { $0 = Opening(session: session, thread: thread) }
        } catch {
            mailbox.post(.fault(.kit, SerialFault(path: path).failed("opened", "\(error)")), by: clock)
        }
    }

    public func close() {
        guard let opening = opening.withLock({ $0.take() }) else { return }
        opening.session.stop()
        opening.thread.join()
    }
}

/// One opening of a serial line: the thread's work and the requests of other threads.
final class SerialSession: Sendable {
    private struct State {
        var outgoing: [UInt8] = []
        var stopped = false
        var faulted = false
    }

    private let path: String
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let waker: Waker
    private let state = Mutex(State())

    /// The maximum number of bytes waiting for the kit; more means that it has stopped reading.
    static let outgoingBound = 65_536

    init(path: String, mailbox: Mailbox, clock: MonotonicClock, waker: Waker) {
        self.path = path
        self.mailbox = mailbox
        self.clock = clock
        self.waker = waker
    }

    func stop() {
        state.withLock { $0.stopped = true }
        waker.wake()
    }

    func send(_ bytes: [UInt8]) {
        let fits = state.withLock { state in
            if state.stopped || state.faulted { return true }
            guard state.outgoing.count + bytes.count <= SerialSession.outgoingBound else { return false }
            state.outgoing += bytes
            return true
        }
        if !fits { fail(SerialFault(path: path).stuck) }
        waker.wake()
    }

    private func fail(_ fault: RigFault) {
        let isNews = state.withLock { state in
            defer {
                state.faulted = true
                state.stopped = true
            }
            return !state.faulted && !state.stopped
        }
        if isNews { mailbox.post(.fault(.kit, fault), by: clock) }
    }

    // MARK: The line's thread

    func run() {
        do throws(RigFault) {
            let line = try openLine()
            mailbox.post(.kit(.opened(path)), by: clock)
            let pulse = mailbox.makePulse(clock)
            defer { pulse.end() }
            while !state.withLock({ $0.stopped }) {
                let wantsOut = state.withLock { !$0.outgoing.isEmpty }
                let interest: Readiness = wantsOut ? [.readable, .writable] : .readable
                pulse.beat(at: clock.now)
                let ready = Poller(clock: clock).wait(
                    [PollDescriptor(waker.number), PollDescriptor(line.number, interest)],
                    until: clock.now + Pulse.period)
                pulse.beat(at: clock.now)
                waker.drain()
                if !ready[1].isEmpty { read(line, at: clock.now, hungUp: ready[1].contains(.failed)) }
                write(to: line)
            }
            _ = trammel_set_dtr(line.number, 0)
            // Explicitly, because a program that is just being started has a copy of the descriptor and, with it, of
            // the lock.
            trammel_unlock(line.number)
            line.close()
        } catch {
            fail(error)
        }
    }

    private func openLine() throws(RigFault) -> FileDescriptor {
        let faults = SerialFault(path: path)
        let number = unsafe trammel_open_serial(path)
        guard number >= 0 else { throw faults.unopened(code: -number) }
        let line = FileDescriptor(owning: number)
        var holder: Int32 = 0
        guard unsafe trammel_lock(number, &holder) == 0 else { throw faults.taken(by: holder) }
        let exclusive = trammel_make_exclusive(number)
        guard exclusive == 0 else { throw faults.failed("taken", errorText(-exclusive)) }
        let raw = trammel_make_raw(number)
        guard raw == 0 else { throw faults.failed("set up", errorText(-raw)) }
        // The firmware opens its side on the rising edge of DTR (uwb.md 4.2); the kernel raised it while opening.
        let down = trammel_set_dtr(number, 0)
        let up = trammel_set_dtr(number, 1)
        guard down == 0, up == 0 else { throw faults.failed("set up", errorText(-min(down, up))) }
        return line
    }

    private func read(_ line: FileDescriptor, at instant: Instant, hungUp: Bool) {
        let faults = SerialFault(path: path)
        do {
            guard let bytes = try line.read(upTo: 4096) else {
                if hungUp { fail(faults.unplugged) }
                return
            }
            if bytes.isEmpty { return fail(faults.unplugged) }
            mailbox.post(.kit(.bytes(bytes)), at: instant)
        } catch {
            fail(error.code == EIO || error.code == ENODEV ? faults.unplugged : faults.failed("read", error.reason))
        }
    }

    private func write(to line: FileDescriptor) {
        let waiting = state.withLock { $0.outgoing }
        guard !waiting.isEmpty else { return }
        do {
            let count = try line.write(waiting) ?? 0
            state.withLock { $0.outgoing.removeFirst(count) }
        } catch {
            let faults = SerialFault(path: path)
            fail(error.code == EIO || error.code == ENODEV ? faults.unplugged : faults.failed("written", error.reason))
        }
    }
}

/// The faults of a serial line, each with its remedy.
struct SerialFault {
    let path: String

    func unopened(code: Int32) -> RigFault {
        switch code {
        case ENOENT, ENXIO, ENODEV:
            RigFault(
                "there is no serial device \(path)",
                remedy: "Plug the kit in and name its device, as ls /dev/ttyACM* shows it, with uwb=serial:/dev/...")
        case EACCES:
            RigFault(
                "the serial device \(path) may not be opened by this user",
                remedy: "Add the user to the group that owns it (ls -l \(path) tells which; often dialout), and log "
                    + "in again"
            )
        case EBUSY: taken(by: 0)
        case ENOTTY:
            RigFault("\(path) is no serial device", remedy: "Name the kit's device, such as /dev/ttyACM0")
        default: failed("opened", errorText(code))
        }
    }

    func taken(by holder: Int32) -> RigFault {
        RigFault(
            "the serial device \(path) is in use by another program" + (holder > 0 ? " (process \(holder))" : ""),
            remedy: "End that program; ModemManager, which tries every serial device, is kept away by a udev rule with "
                + "ENV{ID_MM_DEVICE_IGNORE}=\"1\"")
    }

    var unplugged: RigFault {
        RigFault(
            "the serial device \(path) was unplugged or has hung up",
            remedy: "Check the kit's cable and power supply, and start the run again")
    }

    var stuck: RigFault {
        RigFault(
            "the kit at \(path) accepts no more bytes",
            remedy: "Press the kit's reset button or plug it in again; check that its firmware speaks UCI")
    }

    var notOpen: RigFault {
        RigFault(
            "bytes were sent to \(path), which is not open",
            remedy: "This is a defect of the rig; report it with the trace")
    }

    func failed(_ action: String, _ reason: String) -> RigFault {
        RigFault("the serial device \(path) could not be \(action): \(reason)", remedy: "Plug the kit in again")
    }
}
