public import Ground
public import UCI

/// What a session wants done.
public enum NISessionEffect: Hashable, Sendable {
    /// A word to the session's delegate.
    case callback(NearbyEvent)
    /// What is wrong with the kit, or with what is asked of it.
    case doubt(Finding)
    /// Range with these parameters.
    case startRanging(RangingParameters)
    case stopRanging
}
