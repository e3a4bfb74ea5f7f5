public import Ground

/// The direction in which an accessory is seen from the phone.
public struct WorldBearing: Hashable, Codable, Sendable {
    /// To the right, seen from the phone's back.
    public var azimuthDegrees: Double
    /// Upwards.
    public var elevationDegrees: Double

    public init(azimuthDegrees: Double, elevationDegrees: Double) {
        self.azimuthDegrees = azimuthDegrees
        self.elevationDegrees = elevationDegrees
    }
}

/// Who is where, and when: distance and direction from the phone to every accessory as time goes by.
public struct World: Sendable {
    /// An even movement along the line between phone and accessory.
    private struct Movement: Sendable {
        let from: Distance
        let to: Distance
        let begins: Instant
        let ends: Instant
    }

    private var movements: [(name: AccessoryName, movement: Movement)] = []
    private var bearings: [(name: AccessoryName, bearing: WorldBearing)] = []

    public init() {}

    /// Puts an accessory somewhere at once.
    public mutating func place(_ name: AccessoryName, at distance: Distance, since instant: Instant) {
        set(name, Movement(from: distance, to: distance, begins: instant, ends: instant))
    }

    /// Moves an accessory evenly and returns the instant at which it arrives; at no speed it is there at once.
    public mutating func move(
        _ name: AccessoryName, from: Distance, to: Distance, at speed: Speed, since instant: Instant
    ) -> Instant {
        let ends = instant + (speed.time(for: to - from) ?? .zero)
        set(name, Movement(from: from, to: to, begins: instant, ends: ends))
        return ends
    }

    /// The true distance at an instant; nil for an accessory that was never placed.
    public func distance(to name: AccessoryName, at instant: Instant) -> Distance? {
        guard let movement = movements.first(where: { $0.name == name })?.movement else { return nil }
        if instant >= movement.ends { return movement.to }
        if instant <= movement.begins { return movement.from }
        let whole = (movement.ends - movement.begins).nanoseconds
        let done = (instant - movement.begins).nanoseconds
        let way = Int64((movement.to - movement.from).millimetres)
        let covered = Double(way) * Double(done) / Double(whole)
        return movement.from + Distance.metres(covered / 1000)
    }

    /// Puts an accessory in a direction at once, whatever its distance.
    public mutating func turn(_ name: AccessoryName, to bearing: WorldBearing) {
        bearings.removeAll { $0.name == name }
        bearings.append((name, bearing))
    }

    /// The true direction; nil for an accessory that was never turned.
    public func bearing(of name: AccessoryName) -> WorldBearing? { bearings.first { $0.name == name }?.bearing }

    private mutating func set(_ name: AccessoryName, _ movement: Movement) {
        movements.removeAll { $0.name == name }
        movements.append((name, movement))
    }
}
