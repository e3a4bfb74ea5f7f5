public import ATT
public import FirmwareIdentity
public import Ground
public import NearbyInteraction
public import UWB

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
    /// The kit reported a ranging round with an accessory, whether or not a session still hears of it.
    ///
    /// `failure` is the kit's reason for a round without a distance, and nil for a round with one.
    case kitRound(accessory: AccessoryName, failure: RangingFailure? = nil)
    /// The kit was not told to range: the probe asks for the very value that is the truth.
    case blindProbe(accessory: AccessoryName)
    case tag(event: TagEvent)
    case companion(name: CompanionName, event: CompanionEvent)
    case finding(link: LinkID, finding: Finding)
    case fault(link: LinkID, fault: RigFault)
    /// Nothing happens for a while; the text says what is waited for, and how long at most.
    case waits(link: LinkID, reason: String)

    /// Whether it tells that a frame left, and so happened later than what made the frame.
    public var isDeparture: Bool {
        if case .sent = self { true } else { false }
    }
}

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
    /// The network connection is open, and with it the data channel; the text names the other end.
    case opened(peer: String)
    /// The network connection was not made; the text says why.
    case notOpened(reason: String)
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
    /// What the accessory says of its firmware, each with its bytes, and what could not be read.
    case identified(readings: [IdentityReading])
    /// The accessory asked for these connection parameters; an iPhone may refuse what is not acceptable.
    case parametersRequested(parameters: ConnectionParameters, isAcceptable: Bool)
    /// The phone connects anew after a loss; counted from 1.
    case reconnecting(attempt: Int)
    case lost(reason: DisconnectReason)
}

/// Why an accessory is no longer among the nearby objects (NINearbyObject.RemovalReason).
public enum RemovalReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing was measured for too long, or ranging never began.
    case timeout
    /// The peer ended the ranging session over UWB.
    case peerEnded
}

/// Why an app does not try again.
public enum GivingUp: String, Hashable, Codable, Sendable {
    /// The retry rule allows no further attempt.
    case attemptsSpent
    /// The accessory had said that it stopped.
    case accessoryStopped
    /// The accessory was measured last where it may have left.
    case tooFar
    /// The peer ended, which the retry rule takes as the end.
    case peerEnded
    /// There is no data channel to write to.
    case noChannel
    /// The error is one that trying again cannot help.
    case invalidated
}

/// Something that a session tells its app: the delegate's callbacks, and what the app itself sees on the channel.
public enum NearbyEvent: Hashable, Codable, Sendable {
    case received(message: MessageKind)
    /// The bytes, with the id, of a message that is none of the session's and that the app knows; behind `received`.
    case told(bytes: [UInt8])
    /// The system asks the person whether the app may range.
    case prompted
    case answered(answer: PermissionAnswer)
    /// Since iOS 16.
    case sessionDidStartRunning
    case didGenerateShareableConfigurationData(data: ShareableConfigurationData, token: DiscoveryToken)
    /// The initialiser of the configuration threw: there is nothing to run a session with, and one that runs goes on.
    case configurationThrew(code: NIErrorCode)
    /// The accessory said that its UWB started.
    case accessoryDidStart
    /// The accessory said that its UWB stopped.
    case accessoryDidStop
    /// A ranging round, with or without a distance.
    case didUpdate(object: NearbyObject)
    /// A distance although the accessory had said that it stopped, the session had ended, or the link was gone.
    case peerStillRanges(distance: Distance)
    case didRemove(reason: RemovalReason)
    case sessionWasSuspended
    /// The app may run the session again.
    case sessionSuspensionEnded
    /// The app paused the session.
    case paused
    /// The app itself made the session invalid.
    case invalidatedByApp
    case retry(attempt: Int)
    /// The session is over and will not be tried again.
    case gaveUp(attempts: Int, reason: GivingUp)
    case didInvalidate(code: NIErrorCode)
    /// Another accessory ranges under the same short address.
    case addressClash(with: AccessoryName)
    /// The session ranges with another phone, whose token this is, a round every interval.
    case ranWithPeer(token: DiscoveryToken, interval: Span)
    /// The other phone's app told what its own phone measured.
    case peerMeasured(distance: Distance)
    case finding(finding: Finding)
}
