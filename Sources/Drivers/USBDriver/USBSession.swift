internal import CLibUSB
import Ground
import Links
import OperatingSystem
import Synchronization

/// One opening of a kit, from `open` to its end: the event thread's work and the requests of other threads.
final class USBSession: Sendable {
    private struct State {
        var context: USBContext?
        var port: USBSerialPort?
        var stopped = false
        var faulted = false
        /// Transfers in flight to the kit, oldest first.
        var outgoing: [USBTransfer] = []
        var outgoingBytes = 0
        var incomingInFlight = 0
        var errorsInRow = 0
    }

    private let identity: USBIdentity
    private let mailbox: Mailbox
    private let clock: MonotonicClock
    private let state = Mutex(State())

    /// The number of transfers always posted, so that the kit never waits for the rig: it drops whatever it cannot
    /// send.
    private static let incomingCount = 8
    private static let incomingSize = 4096
    /// The maximum number of bytes in flight to the kit; more means that it has stopped reading.
    static let outgoingBound = 65_536
    /// The timeout of one transfer to the kit in milliseconds.
    private static let outgoingPatience: UInt32 = 2000
    private static let errorLimit = 8

    init(_ identity: USBIdentity, mailbox: Mailbox, clock: MonotonicClock) {
        self.identity = identity
        self.mailbox = mailbox
        self.clock = clock
    }

    /// Asks the event thread to end; callable from any thread.
    func stop() {
        state.withLock { state in
            state.stopped = true
            if let context = state.context { unsafe libusb_interrupt_event_handler(context.pointer) }
        }
    }

    /// Passes bytes for the kit to the kernel; callable from any thread.
    func send(_ bytes: [UInt8]) -> Instant {
        guard !bytes.isEmpty else { return clock.now }
        let fault: RigFault? = state.withLock { state in
            if state.stopped || state.faulted { return nil }
            guard let port = state.port else { return identity.notOpen }
            guard state.outgoingBytes + bytes.count <= USBSession.outgoingBound else { return identity.stuck }
            let transfer = unsafe USBTransfer(
                port, endpoint: port.function.bulkOut, bytes, timeout: USBSession.outgoingPatience,
                callback: transferSent, context: self)
            guard let transfer else { return identity.failed("written to", "no memory") }
            let code = transfer.submit()
            guard code == 0 else {
                transfer.free()
                return identity.fault("written to", USBError(code: code))
            }
            state.outgoing.append(transfer)
            state.outgoingBytes += bytes.count
            return nil
        }
        if let fault { fail(fault) }
        return clock.now
    }

    /// Reports the first failure, which ends the session.
    fileprivate func fail(_ fault: RigFault) {
        let instant = clock.now
        let isNews = state.withLock { state in
            defer { state.faulted = true }
            return !state.faulted && !state.stopped
        }
        if isNews { mailbox.post(.fault(.kit, fault), at: instant) }
        stop()
    }

    // MARK: The event thread

    /// Opens the kit, handles its events until stopped, and closes it.
    func run() {
        do throws(RigFault) {
            let port = try USBSerialPort(identity)
            let watch = watchForUnplugging(port)
            let incoming = startReceiving(port)
            state.withLock { state in
                state.context = port.device.context
                state.port = port
            }
            mailbox.post(.kit(.opened(port.device.name)), by: clock)
            let pulse = mailbox.makePulse(clock)
            while !state.withLock({ $0.stopped }) {
                pulse.beat(at: clock.now)
                handleEvents(port, microseconds: Int(Pulse.period.nanoseconds / 1_000))
            }
            pulse.end()
            finish(port, incoming, watch)
        } catch {
            fail(error)
        }
    }

    private func handleEvents(_ port: USBSerialPort, microseconds: Int = 200_000) {
        var patience = timeval(tv_sec: 0, tv_usec: microseconds)
        let code = unsafe libusb_handle_events_timeout_completed(port.device.context.pointer, &patience, nil)
        if code < 0, code != LIBUSB_ERROR_INTERRUPTED.rawValue {
            fail(identity.fault("watched", USBError(code: code)))
        }
    }

    private func startReceiving(_ port: USBSerialPort) -> [USBTransfer] {
        var incoming: [USBTransfer] = []
        for _ in 0..<USBSession.incomingCount {
            let room = [UInt8](repeating: 0, count: USBSession.incomingSize)
            guard
                let transfer = unsafe USBTransfer(
                    port, endpoint: port.function.bulkIn, room, timeout: 0, callback: transferArrived, context: self)
            else { continue }
            incoming.append(transfer)
            state.withLock { $0.incomingInFlight += 1 }
            resubmit(transfer)
        }
        return incoming
    }

    /// Resubmits a transfer; one that libusb does not accept no longer counts as in flight.
    private func resubmit(_ transfer: USBTransfer) {
        let code = transfer.submit()
        guard code != 0 else { return }
        state.withLock { $0.incomingInFlight -= 1 }
        fail(identity.fault("read from", USBError(code: code)))
    }

    private func watchForUnplugging(_ port: USBSerialPort) -> libusb_hotplug_callback_handle? {
        guard libusb_has_capability(LIBUSB_CAP_HAS_HOTPLUG.rawValue) != 0 else { return nil }
        var watch: libusb_hotplug_callback_handle = 0
        let code = unsafe libusb_hotplug_register_callback(
            port.device.context.pointer, Int32(LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT.rawValue), 0, Int32(identity.vendor),
            Int32(identity.product), LIBUSB_HOTPLUG_MATCH_ANY, hotplugged, Unmanaged.passUnretained(self).toOpaque(),
            &watch)
        return code == 0 ? watch : nil
    }

    /// Waits for data in flight to the kit, then reclaims every transfer, after which the port closes.
    private func finish(_ port: USBSerialPort, _ incoming: [USBTransfer], _ watch: libusb_hotplug_callback_handle?) {
        let context = port.device.context
        if let watch { unsafe libusb_hotplug_deregister_callback(context.pointer, watch) }
        let drained = clock.now + .milliseconds(200)
        while state.withLock({ !$0.faulted && !$0.outgoing.isEmpty }), clock.now < drained {
            handleEvents(port, microseconds: 10_000)
        }
        for transfer in incoming { transfer.cancel() }
        state.withLock { state in for transfer in state.outgoing { transfer.cancel() } }
        let reaped = clock.now + .seconds(2)
        while state.withLock({ $0.incomingInFlight > 0 || !$0.outgoing.isEmpty }), clock.now < reaped {
            handleEvents(port, microseconds: 10_000)
        }
        let isClean = state.withLock { state in
            state.context = nil
            state.port = nil
            return state.incomingInFlight == 0 && state.outgoing.isEmpty
        }
        if isClean {
            for transfer in incoming { transfer.free() }
        } else {
            // The kernel still writes into these buffers: leaking them is better than reusing them.
            _ = unsafe Unmanaged.passRetained(self)
            _ = unsafe Unmanaged.passRetained(port)
        }
    }

    // MARK: libusb's callbacks

    fileprivate func arrived(_ transfer: USBTransfer, at instant: Instant) {
        let bytes = transfer.received
        if !bytes.isEmpty { mailbox.post(.kit(.bytes(bytes)), at: instant) }
        let goesOn: Bool = state.withLock { state in
            let isError = transfer.status != LIBUSB_TRANSFER_COMPLETED && transfer.status != LIBUSB_TRANSFER_TIMED_OUT
            state.errorsInRow = isError ? state.errorsInRow + 1 : 0
            if !state.stopped, isRepeatable(transfer.status), state.errorsInRow < USBSession.errorLimit { return true }
            state.incomingInFlight -= 1
            return false
        }
        if goesOn { return resubmit(transfer) }
        switch transfer.status {
        case LIBUSB_TRANSFER_COMPLETED, LIBUSB_TRANSFER_CANCELLED, LIBUSB_TRANSFER_TIMED_OUT: break
        case LIBUSB_TRANSFER_NO_DEVICE: fail(identity.unplugged)
        case LIBUSB_TRANSFER_STALL: fail(identity.failed("read from", "its endpoint has halted"))
        case LIBUSB_TRANSFER_OVERFLOW: fail(identity.failed("read from", "it sent more than a packet holds"))
        default: fail(identity.broken("read from", times: USBSession.errorLimit))
        }
    }

    private func isRepeatable(_ status: libusb_transfer_status) -> Bool {
        status == LIBUSB_TRANSFER_COMPLETED || status == LIBUSB_TRANSFER_TIMED_OUT || status == LIBUSB_TRANSFER_ERROR
    }

    fileprivate func sent(_ transfer: USBTransfer) {
        let status = transfer.status
        state.withLock { state in
            state.outgoing.removeAll { $0 == transfer }
            state.outgoingBytes -= transfer.length
        }
        transfer.free()
        switch status {
        case LIBUSB_TRANSFER_COMPLETED, LIBUSB_TRANSFER_CANCELLED: break
        case LIBUSB_TRANSFER_NO_DEVICE: fail(identity.unplugged)
        case LIBUSB_TRANSFER_TIMED_OUT: fail(identity.stuck)
        case LIBUSB_TRANSFER_STALL: fail(identity.failed("written to", "its endpoint has halted"))
        default: fail(identity.broken("written to", times: 1))
        }
    }

    fileprivate func deviceLeft(_ device: OpaquePointer?) {
        let isOurs = state.withLock { state in
            guard let port = state.port else { return false }
            return unsafe libusb_get_device(port.device.handle) == device
        }
        if isOurs { fail(identity.unplugged) }
    }

    fileprivate var now: Instant { clock.now }
}

// File-level functions: libusb calls them on the event thread, where a closure of an isolated context would trap.

private func session(_ context: UnsafeMutableRawPointer) -> USBSession {
    unsafe Unmanaged<USBSession>.fromOpaque(context).takeUnretainedValue()
}

private func transferArrived(_ transfer: UnsafeMutablePointer<libusb_transfer>?) {
    guard let transfer = unsafe transfer, let context = unsafe transfer.pointee.user_data else { return }
    let session = unsafe session(context)
    unsafe session.arrived(USBTransfer(transfer), at: session.now)
}

private func transferSent(_ transfer: UnsafeMutablePointer<libusb_transfer>?) {
    guard let transfer = unsafe transfer, let context = unsafe transfer.pointee.user_data else { return }
    unsafe session(context).sent(USBTransfer(transfer))
}

private func hotplugged(
    _ context: OpaquePointer?, _ device: OpaquePointer?, _ event: libusb_hotplug_event,
    _ user: UnsafeMutableRawPointer?
) -> Int32 {
    if let user = unsafe user { unsafe session(user).deviceLeft(device) }
    return 0
}
