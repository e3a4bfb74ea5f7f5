public import Ground
public import Links

/// What happens on the way from an advertisement to an open data channel, and when the channel goes.
public enum ChannelEvent: Hashable, Sendable {
    case discovered(Advertisement)
    case connected(BluetoothAddress)
    /// The accessory was not found or did not accept; the text says which.
    case connectFailed(String)
    /// The data channel is open: service found, notifications on.
    case ready(mtu: UInt16, profile: String)
    /// The link is up, but the accessory does not offer what the data channel needs; the text says what.
    case setUpFailed(String)
    case lost(DisconnectReason)
}

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
}

/// What the phone wants done, in this order.
public enum PhoneEffect: Hashable, Sendable {
    case send(Outbound)
    case event(PhoneEvent)
}
