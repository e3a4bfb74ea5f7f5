public import FirmwareIdentity
public import GATT
public import Ground
public import NearbyInteraction
public import UWB

/// Something that the phone observed or did.
public enum PhoneEvent: Hashable, Codable, Sendable {
    case channel(accessory: AccessoryName, event: ChannelEvent)
    case nearby(accessory: AccessoryName, event: NearbyEvent)
    /// A message was handed to the link.
    case sent(accessory: AccessoryName, message: MessageKind)
    /// The bench tampered with a message, as the scenario requires.
    case tampered(accessory: AccessoryName, message: MessageKind, tampering: Tampering)
    case distance(accessory: AccessoryName, measured: Distance, smoothed: Distance?)
    case zone(accessory: AccessoryName, change: ZoneChange)
    /// A feature of the app was switched on or off, by zone.
    case feature(accessory: AccessoryName, feature: FeatureName, isOn: Bool)
    /// The kit is ready to range; the text describes it.
    case kitReady(name: String)
    case kitRanging(accessory: AccessoryName)
    /// The kit reported a ranging round with an accessory, whether or not a session still receives it.
    ///
    /// `failure` is the kit's reason for a round without a distance, and nil for a round with one.
    case kitRound(accessory: AccessoryName, failure: RangingFailure? = nil)
    /// The kit was not asked to range, because the probe's value equals the true one.
    case blindProbe(accessory: AccessoryName)
    case tag(event: TagEvent)
    case companion(name: CompanionName, event: CompanionEvent)
    case finding(link: LinkID, finding: Finding)
    case fault(link: LinkID, fault: RigFault)
    /// The run is waiting; the text gives the reason and the longest wait.
    case waits(link: LinkID, reason: String)

    /// Whether the event reports the departure of a frame, and so came after the event that produced the frame.
    public var isDeparture: Bool {
        if case .sent = self { true } else { false }
    }
}

/// An event on the way from an advertisement to an open data channel, or at the channel's end.
public enum ChannelEvent: Hashable, Codable, Sendable {
    /// The accessory was heard while connecting.
    case discovered(advertisement: Advertisement)
    /// The accessory was heard, which was all that was requested.
    case found(advertisement: Advertisement)
    case connected(address: BluetoothAddress)
    /// The accessory was not found or did not accept; the text gives which.
    case connectFailed(reason: String)
    /// The requested stage is reached, short of a subscription.
    case linked(mtu: UInt16)
    /// The data channel is open: service found, notifications on.
    case ready(mtu: UInt16, profile: String)
    /// The network connection is open, and with it the data channel; the text names the peer.
    case opened(peer: String)
    /// The network connection failed; the text gives the reason.
    case notOpened(reason: String)
    /// The link is up, but the accessory lacks something that the data channel needs; the text names it.
    case setUpFailed(reason: String)
    /// The phone starts encrypting the link, by pairing if there is no key.
    ///
    /// Ends with `encrypted`, `pairingFailed` or `lost`.
    case securing
    case encrypted(security: LinkSecurity)
    /// Pairing ended without a key; the text gives the reason.
    case pairingFailed(reason: String)
    /// The accessory refused a message. A message repeated after pairing counts as one refusal.
    case writeRefused(message: MessageKind, error: ATTErrorCode)
    /// The Nearby Interaction service's configuration for background sessions.
    case backgroundConfiguration(bytes: [UInt8])
    case backgroundRefused(error: ATTErrorCode)
    /// There is no Nearby Interaction service, or nothing in it can be read.
    case noBackgroundService
    /// The accessory's firmware identity: each reading with its bytes, and those that failed.
    case identified(readings: [IdentityReading])
    /// The accessory requested these connection parameters; an iPhone may refuse unacceptable ones.
    case parametersRequested(parameters: ConnectionParameters, isAcceptable: Bool)
    /// The phone reconnects after a loss; attempts count from 1.
    case reconnecting(attempt: Int)
    case lost(reason: DisconnectReason)
}

/// The reason an accessory is no longer among the nearby objects (NINearbyObject.RemovalReason).
public enum RemovalReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// There was no measurement for too long, or ranging never began.
    case timeout
    /// The peer ended the ranging session over UWB.
    case peerEnded
}

/// The reason an app stops retrying.
public enum GivingUp: String, Hashable, Codable, Sendable {
    /// The retry rule allows no further attempt.
    case attemptsSpent
    /// The accessory had said that it stopped.
    case accessoryStopped
    /// The last measurement placed the accessory where it may have left.
    case tooFar
    /// The peer ended the session, which the retry rule treats as final.
    case peerEnded
    /// There is no data channel to write on.
    case noChannel
    /// Retrying cannot fix the error.
    case invalidated
}

/// Something a session reports to its app: the delegate's callbacks, and the app's observations on the channel.
public enum NearbyEvent: Hashable, Codable, Sendable {
    case received(message: MessageKind)
    /// The bytes, with the id, of a message that is known to the app but not part of the session; follows `received`.
    case told(bytes: [UInt8])
    /// The system asks the user whether the app may range.
    case prompted
    case answered(answer: PermissionAnswer)
    /// Since iOS 16.
    case sessionDidStartRunning
    case didGenerateShareableConfigurationData(data: ShareableConfigurationData, token: DiscoveryToken)
    /// The configuration's initialiser threw: there is no configuration to run, and a running session continues.
    case configurationThrew(code: NIErrorCode)
    /// The accessory reported that its UWB started.
    case accessoryDidStart
    /// The accessory reported that its UWB stopped.
    case accessoryDidStop
    /// A ranging round, with or without a distance.
    case didUpdate(object: NearbyObject)
    /// A distance arrived although the accessory had reported that it stopped, the session had ended, or the link was
    /// gone.
    case peerStillRanges(distance: Distance)
    case didRemove(reason: RemovalReason)
    case sessionWasSuspended
    /// The app may run the session again.
    case sessionSuspensionEnded
    /// The app paused the session.
    case paused
    /// The app itself invalidated the session.
    case invalidatedByApp
    case retry(attempt: Int)
    /// The session is over and will not be retried.
    case gaveUp(attempts: Int, reason: GivingUp)
    case didInvalidate(code: NIErrorCode)
    /// Another accessory ranges under the same short address.
    case addressClash(with: AccessoryName)
    /// The session ranges with another phone, identified by its token, one round per interval.
    case ranWithPeer(token: DiscoveryToken, interval: Lapse)
    /// The other phone's app reported its own phone's measurement.
    case peerMeasured(distance: Distance)
    case finding(finding: Finding)
}
