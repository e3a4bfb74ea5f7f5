public import Ground

/// Something that the phone saw or did.
public enum PhoneEvent: Hashable, Codable, Sendable {
    case channel(accessory: AccessoryName, event: ChannelEvent)
    case nearby(accessory: AccessoryName, event: NearbyEvent)
    /// A message was handed to the link.
    case sent(accessory: AccessoryName, message: MessageKind)
    /// The bench tampered with a message, because the scenario says so.
    case tampered(accessory: AccessoryName, message: MessageKind, tampering: Tampering)
    case distance(accessory: AccessoryName, measured: Distance, smoothed: Distance?)
    case zone(accessory: AccessoryName, change: ZoneChange)
    /// A feature of the app was switched on or off, by zone.
    case feature(accessory: AccessoryName, feature: FeatureName, isOn: Bool)
    /// The kit is ready to range; the text says what it is.
    case kitReady(name: String)
    case kitRanging(accessory: AccessoryName)
    /// The kit reported a ranging round with an accessory, whatever it measured in it and whoever hears of it.
    case kitRound(accessory: AccessoryName)
    /// The kit was not told to range: the probe asks for the very value that is the truth.
    case blindProbe(accessory: AccessoryName)
    case tag(event: TagEvent)
    case finding(link: LinkID, finding: Finding)
    case fault(link: LinkID, fault: RigFault)
    /// Nothing happens for a while; the text says what is waited for, and how long at most.
    case waits(link: LinkID, reason: String)

    /// Whether it tells that a frame left, and so happened later than what made the frame.
    public var isDeparture: Bool {
        if case .sent = self { true } else { false }
    }
}
