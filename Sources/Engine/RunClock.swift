import Ground
import Wording

/// The time of a run: the instant up to which it is decided, and the rig's own delays.
struct RunClock {
    let beganAt: Instant
    /// The instant up to which the run is decided. Later deadlines have not passed, whatever the clock shows.
    private(set) var horizon: Instant
    /// The end of the last wait, since which the rig itself has been busy.
    private(set) var awakeSince: Instant
    private(set) var lateness = Lateness()
    /// The number of consecutive waits in which nothing arrived and no time passed.
    private var idleWaits = 0

    init(startingAt now: Instant) { (beganAt, horizon, awakeSince) = (now, now, now) }

    mutating func advance(to instant: Instant) { horizon = max(horizon, instant) }

    /// Starts counting delays at an instant: stalls while the rig opens, and while the first step waits for kit or
    /// reader, delay nothing.
    mutating func countDelays(from instant: Instant) { lateness.origin = instant }

    mutating func beginWait(at now: Instant) {
        lateness.note(from: awakeSince, to: now, above: Lateness.ordinaryTurn)
    }

    mutating func endWait(at now: Instant) { awakeSince = now }

    /// Returns the instant at which a wait without an arrival ended, and whether the rig was on time then.
    ///
    /// Stops the program if a deadline that has passed is waited for again and again, because in virtual time such a
    /// run would never end.
    mutating func passed(_ due: Instant) -> (end: Instant, isOnTime: Bool) {
        let end = due == .never ? awakeSince : min(max(due, horizon), awakeSince)
        lateness.note(from: end, to: awakeSince)
        guard awakeSince - end <= Lateness.negligible else { return (end, false) }
        idleWaits = end > horizon ? 0 : idleWaits + 1
        precondition(idleWaits < 1_000_000, "the run does not advance beyond \(horizon)")
        return (end, true)
    }

    /// Records that something waited from an instant until the end of the last wait.
    mutating func noteDelay(since start: Instant) {
        idleWaits = 0
        lateness.note(from: start, to: awakeSince)
    }
}
