public import Ground
import Synchronization

/// That a device's thread still looks at its device: it says so at least every `period`, also when nothing happens.
///
/// What a device says while its thread stands still is stamped late, though everybody else keeps the time.
public final class Pulse: Sendable {
    /// How long a thread may wait at once.
    public static let period = Span.milliseconds(100)

    /// When the thread looked last, in nanoseconds; the greatest of all once it is over.
    private let looked: Atomic<Int64>
    /// Up to when the mailbox has told that it stood still.
    private let told = Atomic<Int64>(.min)

    init(at now: Instant) { looked = Atomic(now.nanoseconds) }

    /// The thread is awake.
    public func beat(at now: Instant) { looked.store(now.nanoseconds, ordering: .relaxed) }

    /// The thread looks no more, and nobody waits for it.
    public func end() { looked.store(.max, ordering: .relaxed) }

    /// Since when the thread has stood still, as far as that was not told; nil while it does what it should. Called by
    /// the taking thread alone.
    func standstill(at now: Instant) -> Instant? {
        let last = max(looked.load(ordering: .relaxed), told.load(ordering: .relaxed))
        let silence = now - Instant(nanoseconds: last)
        guard silence > Self.period + Mailbox.standstill else { return nil }
        told.store(now.nanoseconds, ordering: .relaxed)
        return Instant(nanoseconds: last)
    }
}
