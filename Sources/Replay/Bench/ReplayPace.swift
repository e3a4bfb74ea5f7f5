import Glibc
import Ground
import OperatingSystem

/// Slows a replay down to the duration of the run, or to a fraction of it.
final class ReplayPace {
    /// The longest delay before an interruption is noticed.
    private static let slice = Lapse.milliseconds(50)

    private let speed: Double?
    private let clock = MonotonicClock()
    /// The first instant of the run, and the clock's time at which it was played.
    private var start: (Instant, Instant)?

    /// Creates a pace. At `speed` 2 the replay takes half the time of the run; with nil it does not pause.
    init(speed: Double?) { self.speed = speed }

    /// Waits until an instant of the run is due; false if a person interrupts.
    func wait(for instant: Instant) -> Bool {
        guard let speed else { return !Interruption.isRequested }
        let (first, began) = start ?? (instant, clock.now)
        start = (first, began)
        let due = began + .seconds((instant - first).seconds / speed)
        while !Interruption.isRequested {
            let left = due - clock.now
            guard left > .zero else { return true }
            usleep(UInt32(clamping: min(left, Self.slice).nanoseconds / 1_000))
        }
        return false
    }
}
