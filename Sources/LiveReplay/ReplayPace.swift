import Glibc
import Ground
import OperatingSystem

/// Holds a replay back, so that it takes the time that the run took, or a part of it.
final class ReplayPace {
    /// How late a person's wish may be seen.
    private static let slice = Span.milliseconds(50)

    private let speed: Double?
    private let clock = MonotonicClock()
    /// The first instant of the run, and when that was.
    private var start: (Instant, Instant)?

    /// At `speed` 2 the replay takes half the time of the run; without one it takes no more than it needs.
    init(speed: Double?) { self.speed = speed }

    /// Waits until an instant of the run is due; false when a person asks for the end.
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
