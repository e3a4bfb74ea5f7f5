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
