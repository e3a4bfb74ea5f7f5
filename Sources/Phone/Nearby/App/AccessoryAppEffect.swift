import NearbyInteraction

/// What the app wants done.
enum AccessoryAppEffect: Hashable, Sendable {
    case write(PhoneMessage)
    case run(AccessoryConfigurationData)
    /// The configuration data could not be used: the session is told so.
    case refuse(NIErrorCode)
    /// A new session takes the place of the old one; whether the kit may listen on.
    case renewSession(lingers: Bool)
    case event(NearbyEvent)
}
