import Ground
import Links

/// An accessory of the surroundings: one that is simulated, or one that was recorded.
///
/// No enumeration, because what stands in a case is copied whenever it is looked at, and a recording is large.
protocol PlayedAccessory: Sendable {
    /// What it is built like; nil for a recorded one.
    var build: AccessoryBuild? { get }
    var deadline: Instant? { get }
    var advertisement: AdvertisedContent? { get }
    var keepsBond: Bool { get }
    var acceptsPairing: Bool { get }

    mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect]
    mutating func disconnected(at now: Instant) -> [SimulatedAccessoryEffect]
    mutating func encryptionChanged(
        isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [SimulatedAccessoryEffect]
    mutating func power(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect]
    mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect]
    mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect]

    /// Whether it is a recorded one that the phone told to range in this session.
    func wasTold(_ session: UInt32) -> Bool
    /// Whether it answers in the ranging round that begins.
    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool
    /// What the air gives for it.
    func bend(_ ranging: WorldModel) -> WorldModel
}

extension SimulatedAccessory: PlayedAccessory {
    var build: AccessoryBuild? { model }

    func wasTold(_ session: UInt32) -> Bool { false }
}

/// Whether a recorded one answers in a round, and what the air gives for it, stands in its recording.
extension RecordedAccessory: PlayedAccessory {
    var build: AccessoryBuild? { nil }

    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool { true }

    func bend(_ ranging: WorldModel) -> WorldModel { ranging }
}
