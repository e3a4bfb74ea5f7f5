public import Ground

/// An event that a scenario can require: something the phone saw, did or received.
public indirect enum Outcome: Codable, Hashable, Sendable {
    // The link.
    /// The accessory was found: it advertises.
    case found(AccessoryName)
    /// The data channel can be used.
    case connected(AccessoryName)
    /// The data channel was lost or closed.
    case disconnected(AccessoryName)
    /// The link was encrypted, with a new or a stored key.
    case encrypted(AccessoryName)
    /// The link was encrypted with a new key.
    case paired(AccessoryName)
    case pairingFailed(AccessoryName)
    /// The accessory requested connection parameters. `acceptable` is whether they are within the phone maker's
    /// limits.
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
    /// The app will not try again. A reason matches only that reason.
    case gaveUp(AccessoryName, because: GivingUp? = nil)
    /// The session became invalid. A code matches only that code.
    case invalidated(AccessoryName, code: NIErrorCode? = nil)
    case suspended(AccessoryName)
    case suspensionEnded(AccessoryName)
    /// The system asked the user for permission.
    case prompted
    /// The kit measured a distance although the session was stopped, removed or ended: the accessory still ranges.
    case kitMeasured(AccessoryName)
    /// Another accessory ranges under the same short address, so the kit cannot distinguish the two.
    case addressClash(AccessoryName)

    // Zones and what depends on them.
    case entered(ZoneName, AccessoryName)
    case left(ZoneName, AccessoryName)
    /// The phone entered or left any zone.
    case zoneChange(AccessoryName)
    /// A feature of the app was switched on or off.
    case feature(FeatureName, on: Bool, of: AccessoryName)

    // Companions.
    /// An observation on the network about a companion and its screen.
    case companion(CompanionName, CompanionOutcome)

    // Other observations.
    /// A tag's content was routed. A path matches only that path.
    case opened(Destination, path: String? = nil)
    /// The phone showed a notification. A destination matches only notifications that lead there.
    case notified(Destination? = nil)
    /// An app or the browser received the content of a tag or a link. A URL, records or a form match only deliveries
    /// with these.
    ///
    /// The records are those of the NDEF message that came along: the number of a tag's records, each of them, or
    /// `.empty`. Without a form, an app that has no handler and so receives nothing does not count.
    case delivered(
        to: Destination, url: String? = nil, records: DeliveredMessage? = nil, as: DeliveryForm? = nil)
    /// Any tag came into the field.
    case tagDetected
    /// The tag in the field was taken away.
    case tagGone
    /// The tag in the field could not be read, even on the phone's own second try.
    case tagUnreadable
    /// A tag's content was routed by this rule of the fact sheet on NFC.
    case decided(by: RoutingRule)
    /// More than one tag is in the field.
    case severalTags
    /// The tag reader stopped answering.
    case readerLost
    /// The tag reader answers again.
    case readerBack
    /// The accessory printed a line that contains the text.
    case console(of: AccessoryName, containing: String)
    /// The screen printed a line that contains the text.
    case screenConsole(of: ScreenName, containing: String)
    /// The accessory reported something itself: a line, a message outside the session, or a distance.
    case reported(AccessoryReport, by: AccessoryName)

    /// Any of these.
    case anyOf([Outcome])
}
