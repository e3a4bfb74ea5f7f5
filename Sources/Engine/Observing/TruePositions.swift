import Ground
import Links

/// The places where the stage put the accessories: the ground truth for measured distances.
///
/// During a move an accessory is somewhere between two places; only the stage knows its exact position. If a program
/// moves the phone, a distance is known only once the program has read it back, with the error of that reading; if a
/// person does, once the person reports it, with the error that the rig states.
struct TruePositions: Sendable {
    /// Whether distances are reported, and not simply those that were requested.
    private let areReported: Bool
    private var places: [(name: AccessoryName, distance: Distance?)] = []
    /// The largest error of the readings so far, and their number.
    private var readings: [(name: AccessoryName, error: Distance, count: Int)] = []
    /// The accessories that are not yet at their first places.
    private(set) var unplaced: [AccessoryName] = []
    /// The directions in which accessories are seen, as requested from the stage.
    private var directions: [(name: AccessoryName, seen: SeenDirection)] = []
    private var isTurning = false

    init(areReported: Bool = false) { self.areReported = areReported }

    /// Returns the largest error of the distances that were read back so far; zero if none were.
    ///
    /// An error that is the same at one place does not widen the spread of what is measured there.
    func error(to name: AccessoryName, ofSpread: Bool = false) -> Distance {
        guard let entry = readings.first(where: { $0.name == name }), !ofSpread || entry.count > 1 else { return .zero }
        return entry.error
    }

    /// Records that steps must not begin before the accessories are placed.
    mutating func awaitPlaces(of names: [AccessoryName]) { if areReported { unplaced = names } }

    mutating func note(_ event: StageEvent) {
        switch event {
        case .placed(let name): unplaced.removeAll { $0 == name }
        case .readBack(.position(let name, let distance, let error)):
            set(name, distance)
            let place = readings.firstIndex { $0.name == name } ?? readings.count
            if place == readings.count { readings.append((name, .zero, 0)) }
            readings[place].error = max(readings[place].error, error)
            readings[place].count += 1
        case .readBack(.power), .readBack(.tag), .readBack(.radio), .radio, .arrived, .turned, .presented, .removed,
            .powered, .acted:
            break
        }
    }

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
        case .place(let name, let distance): set(name, areReported ? nil : distance)
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
    mutating func arrive(_ name: AccessoryName, at distance: Distance) {
        if !areReported { set(name, distance) }
    }

    private mutating func set(_ name: AccessoryName, _ distance: Distance?) {
        places.removeAll { $0.name == name }
        places.append((name, distance))
    }
}
