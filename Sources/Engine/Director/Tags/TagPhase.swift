import Ground
import Journal
import Links
import ScenarioKit

/// How far a step with a tag, or with what came of one, has come.
enum TagPhase: Sendable {
    case presenting(isThere: Bool)
    /// Until the tag that tears itself away is noticed to be gone.
    case tearing(isThere: Bool, unreadable: String?)
    case removing(isAway: Bool)
    case swapping(isThere: Bool)
    case holding(HoldProgress)
    case inspecting(InspectProgress)
    case openingNotification
}

/// How far holding a tag has come.
struct HoldProgress: Sendable {
    enum Stage: Sendable {
        case presenting(isThere: Bool)
        case staying
        case removing
    }

    var stage = Stage.presenting(isThere: false)
    var measured: [Measured] = []
}

/// How far an inspection has come.
struct InspectProgress: Sendable {
    enum Stage: Sendable {
        case presenting(isThere: Bool)
        case removing
    }

    var stage = Stage.presenting(isThere: false)
    var measured: [Measured] = []
    /// How the tag went away while it was read; it may come back.
    var tornAway: String?
}
