import Ground
import NearbyInteraction

/// One accessory, or one other phone, and the app's session with it.
struct PeerSession: Sendable {
    let name: AccessoryName
    /// Nil for another phone: what apps tell each other is theirs.
    var app: AccessoryApp?
    var session: NISession
    var dealer: ShareableDataGenerator
    /// Whether the phone keeps a key of it.
    var isPaired = false

    /// What it ranges with; with another phone, what it will.
    var use: ShareableDataGenerator.Use? {
        guard app == nil, case .phone(let address, _) = session.discoveryToken.origin else { return dealer.own }
        return ShareableDataGenerator.Use(sessionID: dealer.own?.sessionID ?? 0, address: address.rawValue)
    }

    mutating func run(
        _ configuration: NIConfiguration, _ admission: Admission, others: [ShareableDataGenerator.Use], at now: Instant
    ) -> [NISessionEffect] {
        dealer.others = others
        return session.run(configuration, admission, using: &dealer, at: now)
    }
}
