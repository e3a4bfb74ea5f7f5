import Ground
import NearbyInteraction

/// One accessory, or one other phone, and the app's session with it.
struct Seat: Sendable {
    let name: AccessoryName
    /// Nil for another phone: what apps tell each other is theirs.
    var app: AccessoryApp?
    var session: NISession
    var dealer: ShareableDealer
    /// Whether the phone keeps a key of it.
    var isPaired = false

    /// What it ranges with; with another phone, what it will.
    var use: ShareableDealer.Use? {
        guard app == nil, case .phone(let address, _) = session.discoveryToken.origin else { return dealer.own }
        return ShareableDealer.Use(sessionID: dealer.own?.sessionID ?? 0, address: address.rawValue)
    }

    mutating func run(
        _ configuration: NIConfiguration, _ admission: Admission, others: [ShareableDealer.Use], at now: Instant
    ) -> [NISessionEffect] {
        dealer.others = others
        return session.run(configuration, admission, using: &dealer, at: now)
    }
}
