internal import CLinux
import Ground

/// A counter that one thread waits on and any thread, or a signal handler, may move.
@safe
final class WakeCounter: @unchecked Sendable {
    // The C object does all access by atomics and lives exactly as long as this one.
    private let handle: OpaquePointer

    init() {
        guard let handle = unsafe trammel_gate_new() else { preconditionFailure("no memory for a gate of 8 bytes") }
        unsafe self.handle = handle
    }

    deinit { unsafe trammel_gate_free(handle) }

    var count: UInt32 { unsafe trammel_gate_value(handle) }

    func bump() { unsafe trammel_gate_bump(handle) }

    /// Sleeps while the count is still `count`, at most until `deadline`; may return early.
    func wait(while count: UInt32, until deadline: Instant, clock: MonotonicClock) {
        unsafe trammel_gate_wait(handle, count, clock.kernelTime(of: deadline))
    }
}
