public import Ground
public import NearbyInteraction

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
    /// The system asks the person whether the app may range.
    case prompted
    case answered(answer: PermissionAnswer)
    /// Since iOS 16.
    case sessionDidStartRunning
    case didGenerateShareableConfigurationData(data: ShareableConfigurationData, token: DiscoveryToken)
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
    case finding(finding: Finding)
}
