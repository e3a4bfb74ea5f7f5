import Ground
import NearbyInteraction

/// One accessory, or one other phone, and the app's session with it.
struct PeerSession: Sendable {
    let name: AccessoryName
    /// The app's part with an accessory; nil for another phone.
    var app: AccessoryApp?
    /// The app's part with another phone; nil for an accessory.
    var phoneApp: PhoneApp?
    var session: NISession
    var generator: ShareableDataGenerator
    /// Whether the phone has a key for the peer.
    var isPaired = false

    /// The id and address the session ranges with or, with another phone, will use.
    var use: ShareableDataGenerator.Use? {
        guard app == nil, case .phone(let address, _) = session.discoveryToken.origin else { return generator.own }
        return ShareableDataGenerator.Use(sessionID: generator.own?.sessionID ?? 0, address: address.rawValue)
    }

    mutating func run(
        _ configuration: NIConfiguration, _ admission: Admission, others: [ShareableDataGenerator.Use], at now: Instant
    ) -> [NISessionEffect] {
        generator.others = others
        return session.run(configuration, admission, using: &generator, at: now)
    }
}
