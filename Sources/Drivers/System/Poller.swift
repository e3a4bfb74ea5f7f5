internal import CLinux
import Glibc
public import Ground

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let readable = Readiness(rawValue: 1)
    public static let writable = Readiness(rawValue: 2)
    /// An error or a hang-up; reported whether asked for or not.
    public static let failed = Readiness(rawValue: 4)
}

/// A descriptor to wait for, and for what.
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

    /// Waits until a descriptor is ready or `deadline` has come; gives the readiness of each, in the same order.
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
