public import Ground

/// A request of the phone to the Bluetooth link of one accessory.
public enum BluetoothRequest: Hashable, Codable, Sendable {
    /// Finds the accessory and connects to it. Answered by `connected`, or by `connectFailed` once the span has
    /// passed.
    case connect(within: Lapse)
    /// Listens for its advertisement without connecting. Answered by `discovered`, or by `connectFailed` once the
    /// span has passed.
    case find(within: Lapse)
    /// One ATT PDU.
    case frame([UInt8])
    /// Encrypts the link with the stored key, or by pairing if there is none. Answered by `encrypted`,
    /// `pairingFailed` or the end of the link.
    case pair
    /// Deletes the phone's key for the accessory; a link that is up is unaffected. Not answered.
    case forget
    case disconnect
}

/// An event on the Bluetooth link of one accessory.
public enum BluetoothEvent: Hashable, Codable, Sendable {
    // Large and rare: stored inline, it would make every event large.
    indirect case discovered(Advertisement)
    case connected(BluetoothAddress)
    /// The accessory was not found or did not accept the connection, as the text says.
    case connectFailed(String)
    /// One ATT PDU.
    case frame([UInt8])
    /// The link is encrypted from now on, whichever side requested it.
    case encrypted(LinkSecurity)
    /// The accessory began to pair. Followed by `encrypted`, `pairingFailed` or the end of the link.
    case pairingBegan
    /// Pairing ended without a key and the link is unchanged; the text gives the reason.
    case pairingFailed(String)
    /// The accessory requested these parameters, and the link's central granted them.
    case connectionParametersRequested(ConnectionParameters)
    /// A finding of a driver or the kernel about the accessory or the link.
    indirect case finding(Finding)
    case disconnected(DisconnectReason)
}
