import Ground
import Links
import OperatingSystem
import RigKit
import Synchronization

/// Reads what an accessory prints on its console, and posts it line by line. It writes only what it is asked to write.
///
/// Its thread also opens the console, which may take seconds, and owns the program behind it.
final class ConsoleReader: Sendable {
    /// The progress of the console.
    enum Progress: Sendable {
        case opening
        case open(any ConsoleSource)
        /// It could not be opened, or is gone.
        case ended(RigFault)
    }

    let accessory: AccessoryName
    private let port: ConsolePort
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let session: Session
    private let thread: DeviceThread

    /// Begins to open the console, and then to read.
    init(beginning port: ConsolePort, of accessory: AccessoryName, mailbox: Mailbox, clock: MonotonicClock)
        throws(RigFault)
    {
        (self.accessory, self.port, self.mailbox, self.clock) = (accessory, port, mailbox, clock)
        do throws(SystemError) {
            let session = Session(try Waker(), try Waker())
            self.session = session
            thread = try DeviceThread("console", urgency: .ordinary) {
                session.run(port, of: accessory, mailbox, clock)
            }
        } catch { throw RigFault("the console's thread did not start: \(error)", remedy: "Close other programs") }
    }

    deinit { close() }

    /// Opens the console and begins to read; throws what is wrong with it, and the remedy.
    convenience init(of accessory: AccessoryName, at port: ConsolePort, mailbox: Mailbox, clock: MonotonicClock)
        throws(RigFault)
    {
        try self.init(beginning: port, of: accessory, mailbox: mailbox, clock: clock)
        while case .opening = progress { _ = Poller(clock: clock).wait([PollDescriptor(session.opened.number)]) }
        guard case .ended(let fault) = progress, session.neverOpened else { return }
        close()
        throw fault
    }

    /// Begins to open the same console again.
    func reopening() throws(RigFault) -> ConsoleReader {
        try ConsoleReader(beginning: port, of: accessory, mailbox: mailbox, clock: clock)
    }

    var progress: Progress { session.progress.withLock { $0 } }

    /// Writes to the accessory, from the run loop's thread; if the console does not accept everything immediately, that
    /// is the rig's fault.
    func write(_ bytes: [UInt8]) -> Instant {
        let fault: RigFault? =
            switch progress {
            case .open(let source): source.write(bytes)
            case .opening: RigFault("the console of \(accessory) is not open yet", remedy: "Wait for its first line")
            case .ended(let fault): fault
            }
        if let fault { mailbox.post(.fault(.console(accessory), fault), at: clock.now) }
        return clock.now
    }

    /// Ends the line that was begun, because the accessory's power is switched: the next byte begins another.
    func cut() {
        session.isCut.store(true, ordering: .releasing)
        session.waker.wake()
    }

    /// Stops reading and releases the console; safe to call again.
    func close() {
        session.isOver.store(true, ordering: .releasing)
        session.waker.wake()
        thread.join()
    }
}

/// The work of a console's thread.
private final class Session: Sendable {
    let progress = Mutex(ConsoleReader.Progress.opening)
    let isOver = Atomic<Bool>(false)
    /// Whether the line that was begun ends here.
    let isCut = Atomic<Bool>(false)
    let waker: Waker
    /// The time after which a line that was begun and not ended is taken as it is: a prompt, or the last words of a
    /// firmware that stopped.
    private static let patience = Lapse.seconds(1)
    /// Readable when the console is open, or could not be opened.
    let opened: Waker
    private let hasOpened = Atomic<Bool>(false)

    var neverOpened: Bool { !hasOpened.load(ordering: .acquiring) }

    init(_ waker: Waker, _ opened: Waker) { (self.waker, self.opened) = (waker, opened) }

    func run(_ port: ConsolePort, of accessory: AccessoryName, _ mailbox: Mailbox, _ clock: MonotonicClock) {
        defer { opened.wake() }
        let source: any ConsoleSource
        do throws(RigFault) { source = try port.open(for: accessory, clock: clock) } catch {
            return progress.withLock { $0 = .ended(error) }
        }
        defer { source.close() }
        hasOpened.store(true, ordering: .releasing)
        progress.withLock { $0 = .open(source) }
        opened.wake()
        let poller = Poller(clock: clock)
        var (lines, noise) = (ConsoleLines(), ConsoleNoise())
        var lastByte = Instant.start
        func take(_ bytes: [UInt8]) {
            guard !bytes.isEmpty else { return }
            let now = clock.now
            lastByte = now
            for text in lines.receive(bytes) { mailbox.post(.console(accessory, text), at: now) }
            guard let change = noise.receive(bytes) else { return }
            mailbox.post(.finding(.console(accessory), Self.finding(change, on: port, of: accessory)), at: now)
        }
        func endLine() { if let text = lines.end() { mailbox.post(.console(accessory, text), at: clock.now) } }
        // Some bytes may have come while it was opened.
        var hasFailed = false
        while !isOver.load(ordering: .acquiring) {
            // Whatever has come since belongs to the next line.
            if isCut.exchange(false, ordering: .acquiringAndReleasing) { endLine() }
            do throws(ConsoleEnd) { take(try source.read(hasFailed: hasFailed)) } catch {
                take(error.bytes)
                endLine()
                progress.withLock { $0 = .ended(error.fault) }
                return mailbox.post(.fault(.console(accessory), error.fault), at: clock.now)
            }
            if clock.now >= lastByte + Self.patience { endLine() }
            let ready = poller.wait(
                ([waker.number] + source.numbers).map { PollDescriptor($0) },
                until: lines.hasBegun ? lastByte + Self.patience : .never)
            if ready[0].contains(.readable) { waker.drain() }
            hasFailed = ready.dropFirst().contains { $0.contains(.failed) }
        }
    }

    private static func finding(
        _ change: ConsoleNoise.Change, on port: ConsolePort, of accessory: AccessoryName
    ) -> Finding {
        guard change == .noisy else {
            return Finding(.consoleClear, .note, "the console of \(accessory) prints text again")
        }
        let question = port.baud.map { "is its rate \($0) baud?" } ?? "does the program decode what it prints?"
        return Finding(.consoleNoise, .warning, "the console of \(accessory) prints noise: \(question)")
    }
}
