public import Ground
public import NearbyInteraction
public import UWB

/// What Nearby Interaction wants done for one accessory, or one other phone.
public enum NearbyEffect: Hashable, Sendable {
    case write(PhoneMessage)
    /// A message to another phone's app.
    case tell(PeerMessage)
    /// The kit ranges with these parameters.
    case startRanging(RangingParameters)
    /// The kit ends that, after having listened on for so long.
    case stopRanging(after: Span)
    case event(NearbyEvent)
    /// What is wrong with the kit, or with what is asked of it; nothing of this is the accessory's.
    case doubt(Finding)
}

/// An effect, and for whom it is.
public struct PeerSessionEffect: Hashable, Sendable {
    public let name: AccessoryName
    public let effect: NearbyEffect

    public init(_ name: AccessoryName, _ effect: NearbyEffect) {
        self.name = name
        self.effect = effect
    }
}
