internal import CLinux
import Glibc
public import Ground
import Synchronization

/// The readiness of a descriptor.
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let readable = Readiness(rawValue: 1)
    public static let writable = Readiness(rawValue: 2)
    /// An error or a hang-up; always reported.
    public static let failed = Readiness(rawValue: 4)
}

/// A descriptor to poll, and the readiness to wait for.
public struct PollDescriptor: Hashable, Sendable {
    public let number: Int32
    public let interest: Readiness

    public init(_ number: Int32, _ interest: Readiness = .readable) {
        self.number = number
        self.interest = interest
    }
}

/// Waits for several descriptors at once with `ppoll`.
public struct Poller: Sendable {
    public let clock: MonotonicClock

    public init(clock: MonotonicClock) { self.clock = clock }

    /// Waits until a descriptor is ready or `deadline` has come; returns the readiness of each, in the same order.
    ///
    /// All are empty at the deadline, and after a signal. A closed descriptor counts as failed.
    public func wait(_ descriptors: [PollDescriptor], until deadline: Instant = .never) -> [Readiness] {
        var entries = descriptors.map { pollfd(fd: $0.number, events: $0.interest.events, revents: 0) }
        let limit = deadline == .never ? -1 : max(0, (deadline - clock.now).nanoseconds)
        let count = UInt32(entries.count)
        let ready = unsafe entries.withUnsafeMutableBufferPointer { unsafe trammel_poll($0.baseAddress, count, limit) }
        guard ready > 0 else { return descriptors.map { _ in [] } }
        return entries.map { Readiness(events: $0.revents) }
    }
}

extension Readiness {
    fileprivate var events: Int16 {
        (contains(.readable) ? Int16(POLLIN) : 0) | (contains(.writable) ? Int16(POLLOUT) : 0)
    }

    fileprivate init(events: Int16) {
        let events = Int32(events)
        self = []
        if events & POLLIN != 0 { insert(.readable) }
        if events & POLLOUT != 0 { insert(.writable) }
        if events & (POLLERR | POLLHUP | POLLNVAL) != 0 { insert(.failed) }
    }
}

/// A descriptor that becomes readable when another thread wants attention (an eventfd).
public final class Waker: Sendable {
    private let descriptor: FileDescriptor

    public init() throws(SystemError) {
        descriptor = try FileDescriptor("eventfd") { trammel_eventfd() }
    }

    /// The descriptor for `poll`: readable after `wake` until `drain`.
    public var number: Int32 { descriptor.number }

    /// Wakes the polling thread; callable from any thread or a signal handler.
    public func wake() {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(descriptor.number, &one, 8)
    }

    /// Clears all wakes so far.
    public func drain() {
        var count: UInt64 = 0
        _ = unsafe Glibc.read(descriptor.number, &count, 8)
    }
}

/// A counter that one thread waits on and that any thread, or a signal handler, may increment.
@safe
final class WakeCounter: @unchecked Sendable {
    // The C object uses atomics for all access and lives exactly as long as this one.
    private let handle: OpaquePointer

    init() {
        guard let handle = unsafe trammel_gate_new() else { preconditionFailure("no memory for a gate of 8 bytes") }
        unsafe self.handle = handle
    }

    deinit { unsafe trammel_gate_free(handle) }

    var count: UInt32 { unsafe trammel_gate_value(handle) }

    func bump() { unsafe trammel_gate_bump(handle) }

    /// Sleeps while the counter equals `count`, at most until `deadline`; may return early.
    func wait(while count: UInt32, until deadline: Instant, clock: MonotonicClock) {
        unsafe trammel_gate_wait(handle, count, clock.kernelTime(of: deadline))
    }
}

/// A heartbeat which shows that a device's thread is watching its device; due at least every `period`, even if
/// nothing happens.
///
/// Data received while a device's thread is stalled is stamped late, even if all other threads are on time.
public final class Pulse: Sendable {
    /// The maximum time of a single wait by the thread.
    public static let period = Lapse.milliseconds(100)

    /// The instant of the thread's last look, in nanoseconds; the maximum once the thread has ended.
    private let looked: Atomic<Int64>
    /// The instant until which the mailbox has reported stalls.
    private let told = Atomic<Int64>(.min)
    /// The start of an unreported stall before the last beat; the minimum if there was none.
    private let missed = Atomic<Int64>(.min)

    init(at now: Instant) { looked = Atomic(now.nanoseconds) }

    /// Records that the thread is awake.
    public func beat(at now: Instant) {
        let last = max(looked.exchange(now.nanoseconds, ordering: .relaxed), told.load(ordering: .relaxed))
        if last != .max, Self.isTooLong(from: last, to: now) { missed.store(last, ordering: .relaxed) }
    }

    /// Ends the pulse, so that the thread is no longer expected to look.
    public func end() { looked.store(.max, ordering: .relaxed) }

    /// Returns the start of an unreported stall of the thread, or nil if it is on time. Called by the taking thread
    /// only.
    func standstill(at now: Instant) -> Instant? {
        let earlier = missed.exchange(.min, ordering: .relaxed)
        if earlier != .min { return Instant(nanoseconds: earlier) }
        let last = max(looked.load(ordering: .relaxed), told.load(ordering: .relaxed))
        guard Self.isTooLong(from: last, to: now) else { return nil }
        told.store(now.nanoseconds, ordering: .relaxed)
        return Instant(nanoseconds: last)
    }

    private static func isTooLong(from last: Int64, to now: Instant) -> Bool {
        now - Instant(nanoseconds: last) > period + Mailbox.standstill
    }
}
