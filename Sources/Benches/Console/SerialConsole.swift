import CLinux
import Glibc
import Ground
import Links
import OperatingSystem
import Synchronization

/// Reads what an accessory prints on a serial line, and posts it line by line. It writes only what it is asked to
/// write.
final class SerialConsole: Sendable {
    let accessory: AccessoryName
    private let path: String
    private let baud: Int
    private let line: FileDescriptor
    private let waker: Waker
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let thread: DeviceThread
    private let ending: Ending

    /// Opens the line and begins to read; throws what is wrong with it, and the remedy.
    init(
        of accessory: AccessoryName, path: String, baud: Int, mailbox: Mailbox, clock: MonotonicClock
    ) throws(RigFault) {
        let line = try Self.open(path, baud, accessory)
        (self.accessory, self.path, self.baud, self.line) = (accessory, path, baud, line)
        (self.mailbox, self.clock) = (mailbox, clock)
        let ending = Ending()
        self.ending = ending
        do throws(SystemError) {
            let waker = try Waker()
            self.waker = waker
            thread = try DeviceThread("console", urgency: .ordinary) {
                Self.read(line, of: accessory, until: ending, waker, mailbox, clock)
            }
        } catch {
            throw RigFault("the console's thread did not start: \(error)", remedy: "Close other programs")
        }
    }

    deinit { close() }

    /// Returns the same line, reopened.
    func reopened() throws(RigFault) -> SerialConsole {
        try SerialConsole(of: accessory, path: path, baud: baud, mailbox: mailbox, clock: clock)
    }

    /// Writes to the accessory, from the run loop's thread; if the line does not accept everything immediately, that
    /// is the rig's fault.
    func write(_ bytes: [UInt8]) -> Instant {
        let written = try? line.write(bytes)
        if written != bytes.count {
            let fault = RigFault(
                "the console of \(accessory) took \(written ?? 0) of \(bytes.count) bytes",
                remedy: "Check its cable and its flow control")
            mailbox.post(.fault(.console(accessory), fault), at: clock.now)
        }
        return clock.now
    }

    /// Stops reading and releases the line; safe to call again.
    func close() {
        ending.isWished.store(true, ordering: .releasing)
        waker.wake()
        thread.join()
        line.close()
    }

    private static func read(
        _ line: FileDescriptor, of accessory: AccessoryName, until ending: Ending, _ waker: Waker, _ mailbox: Mailbox,
        _ clock: MonotonicClock
    ) {
        let poller = Poller(clock: clock)
        var lines = ConsoleLines()
        while !ending.isWished.load(ordering: .acquiring) {
            let ready = poller.wait([PollDescriptor(waker.number), PollDescriptor(line.number)])
            guard ready[1] != [] else { continue }
            let now = clock.now
            let bytes = try? line.read(upTo: 4096)
            if let bytes, !bytes.isEmpty {
                for text in lines.receive(bytes) { mailbox.post(.console(accessory, text), at: now) }
            } else if ready[1].contains(.failed) || bytes == .some([]) {
                mailbox.post(.fault(.console(accessory), Self.gone(accessory)), at: now)
                return
            }
        }
    }

    private static func open(
        _ path: String, _ baud: Int, _ accessory: AccessoryName
    ) throws(RigFault) -> FileDescriptor {
        let number = trammel_open_serial(path)
        guard number >= 0 else {
            throw RigFault(
                "the console of \(accessory), \(path), could not be opened: \(errorText(-number))",
                remedy: "Name its serial device with --port \(accessory).console=serial:/dev/ttyUSB1, or none")
        }
        let line = FileDescriptor(owning: number)
        let raw = trammel_make_raw(number)
        let rate = trammel_set_rate(number, Int32(clamping: baud))
        guard raw == 0, rate == 0 else {
            throw RigFault(
                "the console of \(accessory), \(path), could not be set to \(baud) baud: "
                    + errorText(-min(raw, rate)),
                remedy: "Choose a rate that its adapter knows")
        }
        return line
    }

    /// Tells the reading thread to end.
    private final class Ending: Sendable {
        let isWished = Atomic<Bool>(false)
    }

    private static func gone(_ accessory: AccessoryName) -> RigFault {
        RigFault("the console of \(accessory) was unplugged or has hung up", remedy: "Check its cable")
    }
}
