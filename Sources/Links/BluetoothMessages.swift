public import Ground

/// What the phone asks of the Bluetooth link to one accessory.
public enum BluetoothRequest: Hashable, Codable, Sendable {
    /// Find the accessory and connect to it; give up, with `connectFailed`, when the span is over.
    case connect(within: Span)
    /// Only hear it advertise: `discovered`, or `connectFailed` when the span is over.
    case find(within: Span)
    /// One ATT PDU.
    case frame([UInt8])
    /// Encrypt the link, with the key that is stored, or by pairing where there is none: `encrypted`, or
    /// `pairingFailed`, or the end of the link.
    case pair
    /// Drop the phone's key for the accessory; a link that is up stays as it is. Not answered.
    case forget
    case disconnect
}

/// What happens on the Bluetooth link to one accessory.
public enum BluetoothEvent: Hashable, Codable, Sendable {
    // Large and rare: in place they would make every event large.
    indirect case discovered(Advertisement)
    case connected(BluetoothAddress)
    /// It was not found, or did not accept the connection; the text says which.
    case connectFailed(String)
    /// One ATT PDU.
    case frame([UInt8])
    /// The link is encrypted from now on, whoever wanted it.
    case encrypted(LinkSecurity)
    /// The accessory began to pair: `encrypted`, `pairingFailed` or the end of the link follows.
    case pairingBegan
    /// Pairing ended without a key, and the link is as it was; the text says why.
    case pairingFailed(String)
    /// The accessory asked for these, and the link's central granted them.
    case connectionParametersRequested(ConnectionParameters)
    /// What a driver or the kernel found doubtful about the accessory or the link.
    indirect case finding(Finding)
    case disconnected(DisconnectReason)
}
