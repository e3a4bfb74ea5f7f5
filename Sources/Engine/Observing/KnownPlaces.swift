import Ground
import Links

/// Where the stage was told to put the accessories: the truth that measured distances are held against.
///
/// An accessory on its way is somewhere between two places, and when it is exactly where only the stage knows.
struct KnownPlaces: Sendable {
    private var places: [(name: AccessoryName, distance: Distance?)] = []

    /// Where an accessory stands still; nil while it is on its way, or was never placed.
    func distance(to name: AccessoryName) -> Distance? {
        places.first { $0.name == name }?.distance
    }

    mutating func note(_ request: StageRequest) {
        switch request {
        case .place(let name, let distance): set(name, distance)
        case .move(let name, _, _, _): set(name, nil)
        case .present, .remove, .tearAway, .swap, .readerTrouble, .dropLink, .power, .silenceUWB, .peer: break
        }
    }

    /// A walk is over.
    mutating func arrive(_ name: AccessoryName, at distance: Distance) { set(name, distance) }

    private mutating func set(_ name: AccessoryName, _ distance: Distance?) {
        places.removeAll { $0.name == name }
        places.append((name, distance))
    }
}
