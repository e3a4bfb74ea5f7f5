public import Ground

/// Something that the phone saw or did.
public enum PhoneEvent: Hashable, Sendable {
    case channel(AccessoryName, ChannelEvent)
    case nearby(AccessoryName, NearbyEvent)
    /// A message was handed to the link.
    case sent(AccessoryName, MessageKind)
    /// The bench tampered with a message, because the scenario says so.
    case tampered(AccessoryName, MessageKind, Tampering)
    case distance(AccessoryName, measured: Distance, smoothed: Distance?)
    case zone(AccessoryName, ZoneChange)
    /// A feature of the app was switched on or off, by zone.
    case feature(AccessoryName, FeatureName, Bool)
    /// The kit is ready to range; the text says what it is.
    case kitReady(String)
    case kitRanging(AccessoryName)
    /// The kit reported a ranging round with an accessory, whatever it measured in it and whoever hears of it.
    case kitRound(AccessoryName)
    /// The kit was not told to range: the probe asks for the very value that is the truth.
    case blindProbe(AccessoryName)
    case tag(TagEvent)
    case finding(LinkID, Finding)
    case fault(LinkID, RigFault)
    /// Nothing happens for a while; the text says what is waited for, and how long at most.
    case waits(LinkID, String)

    /// Whether it tells that a frame left, and so happened later than what made the frame.
    public var isDeparture: Bool {
        if case .sent = self { true } else { false }
    }
}
