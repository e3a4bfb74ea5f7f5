public import Ground
import Links
import NearbyInteraction
import UCI

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

extension Field {
    /// What a stage does to the tags of the bench; what it does to anything else changes nothing here.
    mutating func stage(_ request: StageRequest) -> [StageEvent] {
        switch request {
        case .present(let tag):
            present(tag)
            return [.presented(tag)]
        case .tearAway(let tag, let answers):
            present(tag, afterAnswers: answers)
            return [.presented(tag)]
        case .remove(let tag):
            remove(tag)
            return [.removed(tag)]
        case .swap(let tag, let other):
            remove(tag)
            present(other)
            return [.removed(tag), .presented(other)]
        case .place, .move, .dropLink, .power, .silenceUWB, .peer, .readerTrouble: return []
        }
    }
}

/// Who ranges with whom over ultra-wideband: two stations hear each other only when both sides were told the same.
struct Air: Sendable {
    private var stations: [(name: AccessoryName, parameters: RangingParameters)] = []

    /// An accessory ranges in these sessions, and no others.
    mutating func set(_ name: AccessoryName, _ sessions: [RangingParameters]) {
        stations.removeAll { $0.name == name }
        stations += sessions.map { (name, $0) }
    }

    /// The accessory that answers a station with these parameters; nil when nobody does.
    func partner(of station: RangingParameters) -> AccessoryName? {
        stations.first { Self.hear(station, $0.parameters) }?.name
    }

    /// Session id, radio, timing and STS must agree, addresses mirror each other, and roles be opposite (uwb.md,
    /// section 2.3).
    private static func hear(_ one: RangingParameters, _ other: RangingParameters) -> Bool {
        one.sessionID == other.sessionID && one.deviceType != other.deviceType && one.role != other.role
            && one.peers.contains(other.address) && other.peers.contains(one.address)
            && one.channel == other.channel && one.preambleCode == other.preambleCode && one.sfd == other.sfd
            && one.rframe == other.rframe && one.stsLength == other.stsLength && one.vendorID == other.vendorID
            && one.staticSTSIV == other.staticSTSIV && one.slotDurationRSTU == other.slotDurationRSTU
            && one.slotsPerRound == other.slotsPerRound && one.isHopping == other.isHopping
            && one.isOneToMany == other.isOneToMany
            && one.rangingIntervalMilliseconds == other.rangingIntervalMilliseconds
            && one.roundUsage == other.roundUsage
    }
}

extension RangingParameters {
    /// What an accessory's firmware makes of both halves of the exchange; nil for what it cannot express.
    init?(accessory: AccessoryConfigurationData, _ shareable: ShareableConfigurationData) {
        guard let slots = UInt8(exactly: shareable.slotsPerRound) else { return nil }
        let isInitiator = accessory.role == .initiator
        self.init(
            sessionID: shareable.sessionID, deviceType: isInitiator ? .controller : .controlee,
            role: isInitiator ? .initiator : .responder,
            address: ShortMACAddress(rawValue: accessory.address.rawValue),
            peers: [ShortMACAddress(rawValue: shareable.address.rawValue)],
            staticSTSIV: StaticSTSIV(shareable.initialization.bytes))
        channel = shareable.channel
        preambleCode = shareable.preambleCode
        slotsPerRound = slots
        slotDurationRSTU = shareable.slotDurationRSTU
        rangingIntervalMilliseconds = UInt32(shareable.intervalMilliseconds)
        isHopping = shareable.tail?.hopping == 1
    }
}
