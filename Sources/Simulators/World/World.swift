public import Ground
public import Links
import NearbyInteraction
import UWB

/// The positions over time: distance and direction from the phone to every accessory.
public struct World: Sendable {
    /// An even movement along the line between phone and accessory.
    private struct Movement: Sendable {
        let from: Distance
        let to: Distance
        let begins: Instant
        let ends: Instant
    }

    private var movements: [(name: AccessoryName, movement: Movement)] = []
    /// The directions of accessories as seen from a phone that was never turned.
    private var directions: [(name: AccessoryName, direction: SeenDirection)] = []
    private var turning: Turning?

    /// An even turn of the phone, including all turns before it.
    private struct Turning: Sendable {
        let before: SeenDirection
        let by: SeenDirection
        let begins: Instant
        let ends: Instant
    }

    public init() {}

    /// Puts an accessory somewhere immediately.
    public mutating func place(_ name: AccessoryName, at distance: Distance, since instant: Instant) {
        set(name, Movement(from: distance, to: distance, begins: instant, ends: instant))
    }

    /// Moves an accessory evenly and returns the instant at which it arrives; without speed it arrives immediately.
    public mutating func move(
        _ name: AccessoryName, from: Distance, to: Distance, at speed: Speed, since instant: Instant
    ) -> Instant {
        let ends = instant + (speed.time(for: to - from) ?? .zero)
        set(name, Movement(from: from, to: to, begins: instant, ends: ends))
        return ends
    }

    /// Returns the true distance at an instant; nil for an accessory that was never placed.
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

    /// Puts an accessory in a direction immediately, as seen from the phone's present orientation, at any distance.
    public mutating func face(_ name: AccessoryName, _ seen: SeenDirection, since instant: Instant) {
        let turn = turn(at: instant)
        let direction = SeenDirection(
            azimuth: seen.azimuth + turn.azimuth, elevation: seen.elevation + turn.elevation)
        directions.removeAll { $0.name == name }
        directions.append((name, direction))
    }

    /// Turns the phone evenly, and returns the instant at which that is done.
    public mutating func turn(by turn: SeenDirection, over span: Lapse, since instant: Instant) -> Instant {
        let ends = instant + max(span, .zero)
        turning = Turning(before: self.turn(at: instant), by: turn, begins: instant, ends: ends)
        return ends
    }

    /// Returns an accessory's direction at an instant; `resting` is that of one that was never put anywhere.
    public func direction(of name: AccessoryName, resting: SeenDirection, at instant: Instant) -> SeenDirection {
        (directions.first { $0.name == name }?.direction ?? resting).turned(by: turn(at: instant))
    }

    /// Returns the phone's turn from its initial orientation.
    private func turn(at instant: Instant) -> SeenDirection {
        guard let turning else { return SeenDirection(azimuth: .zero) }
        let whole = (turning.ends - turning.begins).nanoseconds
        let done = min(max((instant - turning.begins).nanoseconds, 0), whole)
        let share = whole == 0 ? 1 : Double(done) / Double(whole)
        return SeenDirection(
            azimuth: turning.before.azimuth + .degrees(turning.by.azimuth.degrees * share),
            elevation: turning.before.elevation + .degrees(turning.by.elevation.degrees * share))
    }

    private mutating func set(_ name: AccessoryName, _ movement: Movement) {
        movements.removeAll { $0.name == name }
        movements.append((name, movement))
    }
}

extension Field {
    /// Applies a stage's request to the tags of the bench; requests about anything else have no effect here.
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
        case .place, .move, .face, .turn, .dropLink, .power, .silenceUWB, .peer, .readerTrouble, .screen, .network:
            return []
        }
    }
}

/// The partners of ranging over ultra-wideband: two stations hear each other only with matching parameters.
struct Air: Sendable {
    private var stations: [(name: AccessoryName, parameters: RangingParameters)] = []

    /// Sets the sessions in which an accessory ranges, replacing any others.
    mutating func set(_ name: AccessoryName, _ sessions: [RangingParameters]) {
        stations.removeAll { $0.name == name }
        stations += sessions.map { (name, $0) }
    }

    /// Returns the accessory that answers a station with these parameters; nil if there is none.
    func partner(of station: RangingParameters) -> AccessoryName? {
        stations.first { Self.failure(between: station, $0.parameters) == nil }?.name
    }

    /// Returns the kit's status for a round without an answer: the layer that the frames of the best-fitting
    /// accessory reach.
    func failure(of station: RangingParameters) -> RangingFailure {
        stations.lazy.compactMap { Self.failure(between: station, $0.parameters) }
            .first { $0 != .receptionTimeout } ?? .receptionTimeout
    }

    /// Returns the first layer in which two stations differ; nil for two that range.
    ///
    /// Session id, radio, timing and STS must agree, addresses mirror each other, and roles be opposite (uwb.md,
    /// sections 2.3 and 4.5). A session id that differs gives reception timeouts only, as measured on boards; that a
    /// preamble code or SFD gives 0x22, and an IV or vendor id 0x24, follows from the layers and is unverified.
    private static func failure(between one: RangingParameters, _ other: RangingParameters) -> RangingFailure? {
        let meets =
            one.sessionID == other.sessionID && one.deviceType != other.deviceType && one.role != other.role
            && one.peers.contains(other.address) && other.peers.contains(one.address) && one.channel == other.channel
            && one.slotDurationRSTU == other.slotDurationRSTU && one.slotsPerRound == other.slotsPerRound
            && one.isHopping == other.isHopping && one.isOneToMany == other.isOneToMany
            && one.rangingIntervalMilliseconds == other.rangingIntervalMilliseconds
            && one.roundUsage == other.roundUsage
        guard meets else { return .receptionTimeout }
        guard one.preambleCode == other.preambleCode, one.sfd == other.sfd, one.rframe == other.rframe else {
            return .phyDecoding
        }
        let isSameSTS =
            one.stsLength == other.stsLength && one.vendorID == other.vendorID && one.staticSTSIV == other.staticSTSIV
        return isSameSTS ? nil : .sts
    }
}

extension RangingParameters {
    /// Creates an accessory's parameters from both halves of the exchange; nil for values that it cannot express.
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
