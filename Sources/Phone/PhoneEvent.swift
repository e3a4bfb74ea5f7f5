public import Ground
public import Links

/// Something that the phone saw or did.
public enum PhoneEvent: Hashable, Sendable {
    case channel(AccessoryName, ChannelEvent)
    case nearby(AccessoryName, NearbyEvent)
    /// A message was handed to the link.
    case sent(AccessoryName, MessageKind)
    /// A message was kept back, because the scenario loses it.
    case withheld(AccessoryName, MessageKind)
    case distance(AccessoryName, measured: Distance, smoothed: Distance?)
    case zone(AccessoryName, ZoneChange)
    /// The kit is ready to range; the text says what it is.
    case kitReady(String)
    case kitRanging(AccessoryName)
    case tag(TagEvent)
    case finding(LinkID, Finding)
    case fault(LinkID, RigFault)

    /// Whether it tells that a frame left, and so happened later than what made the frame.
    public var isDeparture: Bool {
        if case .sent = self { true } else { false }
    }
}

/// What the phone wants done, in this order.
public enum PhoneEffect: Hashable, Sendable {
    case send(Outbound)
    case event(PhoneEvent)
}
