public import Ground

/// An event that a scenario can ask for: what the phone saw, did or was told.
public indirect enum Outcome: Codable, Hashable, Sendable {
    // The link.
    /// The accessory was found: it advertises.
    case found(AccessoryName)
    /// The data channel can be used.
    case connected(AccessoryName)
    /// The data channel was lost or closed.
    case disconnected(AccessoryName)
    /// The link was encrypted, with a new key or with a stored one.
    case encrypted(AccessoryName)
    /// The link was encrypted with a new key.
    case paired(AccessoryName)
    case pairingFailed(AccessoryName)
    /// The accessory asked for connection parameters; `acceptable` within the phone maker's limits, or not.
    case parametersRequested(AccessoryName, acceptable: Bool)
    /// The accessory answered a write with an error.
    case writeRefused(AccessoryName)

    // Messages.
    case received(MessageKind, from: AccessoryName)
    case sent(MessageKind, to: AccessoryName)

    // The session.
    /// A measurement arrived.
    case ranging(AccessoryName)
    /// A measurement with an angle arrived.
    case direction(of: AccessoryName)
    /// The session removed the accessory.
    case removed(AccessoryName, reason: RemovalReason)
    /// The app began another exchange after a removal.
    case retry(AccessoryName)
    /// The app will not try again; with a reason, only for this one.
    case gaveUp(AccessoryName, because: GivingUp? = nil)
    /// The session became invalid; with a code, only for this reason.
    case invalidated(AccessoryName, code: NIErrorCode? = nil)
    case suspended(AccessoryName)
    case suspensionEnded(AccessoryName)
    /// The system asked the user for permission.
    case prompted
    /// The kit measured a distance though the session was stopped, removed or ended: the accessory still ranges.
    case kitMeasured(AccessoryName)
    /// Another accessory ranges under the same short address: the kit cannot tell the two apart.
    case addressClash(AccessoryName)

    // Zones and what hangs on them.
    case entered(ZoneName, AccessoryName)
    case left(ZoneName, AccessoryName)
    /// The phone entered or left any zone.
    case zoneChange(AccessoryName)
    /// A feature of the app was switched on or off.
    case feature(FeatureName, on: Bool, of: AccessoryName)

    // Companions.
    /// Something that the wire shows of a companion and its screen.
    case companion(CompanionName, CompanionOutcome)

    // Other witnesses.
    /// A tag's content was routed; with a path, only when it is this one.
    case opened(Destination, path: String? = nil)
    /// The phone showed a notification; with a destination, only one that leads there.
    case notified(Destination? = nil)
    /// An app or the browser received what a tag or a link said; with a URL, records or a form, only with these.
    ///
    /// The records are those of the NDEF message that came along: a number of the tag's, each of them, or `.empty`.
    /// Without a form an app that has no handler, and gets nothing, does not count.
    case delivered(
        to: Destination, url: String? = nil, records: DeliveredMessage? = nil, as: DeliveryForm? = nil)
    /// A tag came into the field, whichever.
    case tagDetected
    /// The tag in the field was taken away.
    case tagGone
    /// The tag in the field could not be read, the phone's own second try included.
    case tagUnreadable
    /// A tag's content was routed by this rule of the fact sheet on NFC.
    case decided(by: RoutingRule)
    /// More than one tag is in the field.
    case severalTags
    /// The tag reader does not answer any more.
    case readerLost
    /// The tag reader answers again.
    case readerBack
    /// The accessory printed a line that contains the text.
    case console(of: AccessoryName, containing: String)
    /// The screen printed a line that contains the text.
    case screenConsole(of: ScreenName, containing: String)
    /// The accessory told something of its own: a line, a message beside the session's, or a distance.
    case reported(AccessoryReport, by: AccessoryName)

    /// Any of these.
    case anyOf([Outcome])
}
