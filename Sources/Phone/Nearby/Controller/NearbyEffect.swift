public import Ground
public import NearbyInteraction
public import UWB

/// A request of Nearby Interaction for one accessory, or one other phone.
public enum NearbyEffect: Hashable, Sendable {
    case write(PhoneMessage)
    /// A message to another phone's app.
    case tell(PeerMessage)
    /// Start ranging with these parameters.
    case startRanging(RangingParameters)
    /// Stop ranging, after listening on for this span.
    case stopRanging(after: Lapse)
    case event(NearbyEvent)
    /// A problem of the kit, or of the request to it, which is never the accessory's fault.
    case doubt(Finding)
}

/// An effect and the peer it is for.
public struct PeerSessionEffect: Hashable, Sendable {
    public let name: AccessoryName
    public let effect: NearbyEffect

    public init(_ name: AccessoryName, _ effect: NearbyEffect) {
        self.name = name
        self.effect = effect
    }
}
