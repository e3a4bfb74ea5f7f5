internal import CLinux
import Glibc

/// A descriptor that becomes readable when another thread wants attention (an eventfd).
public final class Waker: Sendable {
    private let descriptor: FileDescriptor

    public init() throws(SystemError) {
        descriptor = try FileDescriptor("eventfd") { trammel_eventfd() }
    }

    /// For `poll`: readable after `wake` until `drain`.
    public var number: Int32 { descriptor.number }

    /// Wakes the thread that polls; from any thread or a signal handler.
    public func wake() {
        var one: UInt64 = 1
        _ = unsafe Glibc.write(descriptor.number, &one, 8)
    }

    /// Forgets all wakes so far.
    public func drain() {
        var count: UInt64 = 0
        _ = unsafe Glibc.read(descriptor.number, &count, 8)
    }
}
