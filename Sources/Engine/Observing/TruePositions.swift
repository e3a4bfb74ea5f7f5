import Ground
import Links

/// The places where the stage put the accessories: the ground truth for measured distances.
///
/// During a move an accessory is somewhere between two places; only the stage knows its exact position.
struct TruePositions: Sendable {
    private var places: [(name: AccessoryName, distance: Distance?)] = []
    /// The directions in which accessories are seen, as requested from the stage.
    private var directions: [(name: AccessoryName, seen: SeenDirection)] = []
    private var isTurning = false

    /// Returns the distance of a stationary accessory; nil if it is moving or was never placed.
    func distance(to name: AccessoryName) -> Distance? {
        places.first { $0.name == name }?.distance
    }

    /// Returns the direction in which an accessory is seen; nil while the phone is being turned and if none was set.
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

    /// Applies a turn of the phone.
    mutating func turn(by turn: SeenDirection) {
        isTurning = false
        for index in directions.indices { directions[index].seen = directions[index].seen.turned(by: turn) }
    }

    /// Records the end of a walk.
    mutating func arrive(_ name: AccessoryName, at distance: Distance) { set(name, distance) }

    private mutating func set(_ name: AccessoryName, _ distance: Distance?) {
        places.removeAll { $0.name == name }
        places.append((name, distance))
    }
}
