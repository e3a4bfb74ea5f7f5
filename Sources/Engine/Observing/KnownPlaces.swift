import Ground
import Links

/// Where the stage was told to put the accessories: the truth that measured distances are held against.
///
/// An accessory on its way is somewhere between two places, and when it is exactly where only the stage knows.
struct KnownPlaces: Sendable {
    private var places: [(name: AccessoryName, distance: Distance?)] = []
    /// Where accessories are seen, as far as the stage was told.
    private var directions: [(name: AccessoryName, seen: SeenDirection)] = []
    private var isTurning = false

    /// Where an accessory stands still; nil while it is on its way, or was never placed.
    func distance(to name: AccessoryName) -> Distance? {
        places.first { $0.name == name }?.distance
    }

    /// Where an accessory is seen; nil while the phone is turned, and when nobody said so.
    func direction(of name: AccessoryName) -> SeenDirection? {
        isTurning ? nil : directions.first { $0.name == name }?.seen
    }

    mutating func note(_ request: StageRequest) {
        switch request {
        case .place(let name, let distance): set(name, distance)
        case .move(let name, _, _, _): set(name, nil)
        case .face(let name, let seen):
            directions.removeAll { $0.name == name }
            directions.append((name, seen))
        case .turn: isTurning = true
        case .present, .remove, .tearAway, .swap, .readerTrouble, .dropLink, .power, .silenceUWB, .peer, .screen,
            .network:
            break
        }
    }

    /// The phone was turned by that much.
    mutating func turn(by turn: SeenDirection) {
        isTurning = false
        for index in directions.indices { directions[index].seen = directions[index].seen.turned(by: turn) }
    }

    /// A walk is over.
    mutating func arrive(_ name: AccessoryName, at distance: Distance) { set(name, distance) }

    private mutating func set(_ name: AccessoryName, _ distance: Distance?) {
        places.removeAll { $0.name == name }
        places.append((name, distance))
    }
}
