public import Ground
public import Links
public import OperatingSystem
import Synchronization

/// A UCI kit on USB, driven by libusb without the kernel's serial driver in between.
///
/// Bytes are stamped as libusb delivers them, on a separate thread. Unplugging is reported as a fault within a
/// second.
public final class USBKit: KitLine, Sendable {
    private struct Opening {
        let session: USBSession
        let thread: DeviceThread
    }

    private let identity: USBIdentity
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let opening = Mutex<Opening?>(nil)

    /// Creates the kit without opening it; `.open` does.
    public init(_ identity: USBIdentity, mailbox: Mailbox, clock: MonotonicClock) {
        self.identity = identity
        self.mailbox = mailbox
        self.clock = clock
    }

    deinit { close() }

    public func send(_ request: KitRequest) -> Instant {
        switch request {
        case .open:
            close()
            open()
        case .bytes(let bytes):
            if let session = opening.withLock({ $0?.session }) { return session.send(bytes) }
            mailbox.post(.fault(.kit, identity.notOpen), by: clock)
        case .close: opening.withLock { $0?.session.stop() }
        }
        return clock.now
    }

    private func open() {
        let session = USBSession(identity, mailbox: mailbox, clock: clock)
        do {
            let thread = try DeviceThread("uwb-kit-usb") { session.run() }
            opening.withLock { $0 = Opening(session: session, thread: thread) }
        } catch {
            mailbox.post(.fault(.kit, identity.failed("opened", "\(error)")), by: clock)
        }
    }

    public func close() {
        guard let opening = opening.withLock({ $0.take() }) else { return }
        opening.session.stop()
        opening.thread.join()
    }
}
