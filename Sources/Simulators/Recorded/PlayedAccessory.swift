import Ground
import Links

/// An accessory of the surroundings: one that is simulated, or one that was recorded.
///
/// No enumeration, because what stands in a case is copied whenever it changes, and a recording is large.
struct PlayedAccessory: Sendable {
    // Exactly one of them is there.
    private var simulated: SimulatedAccessory?
    private var recorded: RecordedAccessory?

    init(_ simulated: SimulatedAccessory) { self.simulated = simulated }

    init(_ recorded: RecordedAccessory) { self.recorded = recorded }

    /// What it is built like; nil for a recorded one.
    var model: AccessoryBuild? { simulated?.model }

    var deadline: Instant? { recorded?.deadline ?? simulated?.deadline }

    var advertisement: AdvertisedContent? { recorded?.advertisement ?? simulated?.advertisement }

    var keepsBond: Bool { recorded?.keepsBond ?? simulated?.keepsBond ?? false }

    var acceptsPairing: Bool { recorded?.acceptsPairing ?? simulated?.acceptsPairing ?? false }

    mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect] {
        recorded?.connected(at: now) ?? simulated?.connected(at: now) ?? []
    }

    mutating func disconnected(at now: Instant) -> [SimulatedAccessoryEffect] {
        recorded?.disconnected(at: now) ?? simulated?.disconnected(at: now) ?? []
    }

    mutating func encryptionChanged(
        isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [SimulatedAccessoryEffect] {
        recorded?.encryptionChanged(isEncrypted: isEncrypted, isBonded: isBonded, at: now)
            ?? simulated?.encryptionChanged(isEncrypted: isEncrypted, isBonded: isBonded, at: now) ?? []
    }

    mutating func power(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect] {
        recorded?.power(act, at: now) ?? simulated?.power(act, at: now) ?? []
    }

    mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        recorded?.receive(frame, at: now) ?? simulated?.receive(frame, at: now) ?? []
    }

    mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect] {
        recorded?.advance(to: now) ?? simulated?.advance(to: now) ?? []
    }

    /// Whether it is a recorded one that the phone told to range in this session.
    func wasTold(_ session: UInt32) -> Bool { recorded?.wasTold(session) ?? false }

    /// Whether it answers in the ranging round that begins; what a recorded one does stands in its recording.
    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool {
        simulated?.joinsRound(using: &generator) ?? true
    }

    /// What the air gives for it.
    func bend(_ ranging: WorldModel) -> WorldModel { simulated?.bend(ranging) ?? ranging }
}
