import Ground
import Journal
import ScenarioKit

/// How far a tap has come.
struct TapProgress: Sendable {
    enum Stage: Sendable {
        case presenting
        case reading
        /// The phone reads no tags: the tag is held to it to see that nothing comes of it.
        case ignored
        /// The phone has decided, and its user, or the unlocking, still has to follow.
        case decided
        /// Nothing more will come of the tag by itself; other checks of the tap may still wait.
        case settled
        case removing
    }

    let tag: TagName
    let checks: [Check]
    var stage = Stage.presenting
    var detectedAt: Instant?
    var wasDetectedIn: Span?
    /// The notification that its tag brought.
    var notification: Int?
    var measured: [Measured] = []
    /// How the tag went away while it was read; it may come back.
    var tornAway: String?

    /// Whether a tag that cannot be read is what the tap is about.
    var expectsUnreadable: Bool {
        checks.contains { check in
            guard case .expect(let expectation) = check else { return false }
            return expectation.outcome.alternatives.contains(.tagUnreadable) && !expectation.count.isMet(by: 0)
        }
    }
}
