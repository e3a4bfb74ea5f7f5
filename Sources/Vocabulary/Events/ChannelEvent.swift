public import ATT
public import Ground

/// What happens on the way from an advertisement to an open data channel, and when the channel goes.
public enum ChannelEvent: Hashable, Codable, Sendable {
    /// It was heard on the way to a link.
    case discovered(advertisement: Advertisement)
    /// It was heard, and nothing more was wanted.
    case found(advertisement: Advertisement)
    case connected(address: BluetoothAddress)
    /// The accessory was not found or did not accept; the text says which.
    case connectFailed(reason: String)
    /// The stage that was wanted, short of a subscription, is reached.
    case linked(mtu: UInt16)
    /// The data channel is open: service found, notifications on.
    case ready(mtu: UInt16, profile: String)
    /// The link is up, but the accessory does not offer what the data channel needs; the text says what.
    case setUpFailed(reason: String)
    /// The phone has the link encrypted, by pairing where there is no key.
    ///
    /// It ends with `encrypted`, `pairingFailed` or `lost`.
    case securing
    case encrypted(security: LinkSecurity)
    /// Pairing ended without a key; the text says why.
    case pairingFailed(reason: String)
    /// The accessory refused to take a message; a message that was repeated after pairing is refused once.
    case writeRefused(message: MessageKind, error: ATTErrorCode)
    /// What the Nearby Interaction service holds for sessions in the background.
    case backgroundConfiguration(bytes: [UInt8])
    case backgroundRefused(error: ATTErrorCode)
    /// There is no Nearby Interaction service, or nothing to read in it.
    case noBackgroundService
    /// The accessory asked for these connection parameters; an iPhone may refuse what is not acceptable.
    case parametersRequested(parameters: ConnectionParameters, isAcceptable: Bool)
    /// The phone connects anew after a loss; counted from 1.
    case reconnecting(attempt: Int)
    case lost(reason: DisconnectReason)
}
