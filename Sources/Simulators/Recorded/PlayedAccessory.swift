import Ground
import Links

/// An accessory of the surroundings: one that is simulated, or one that was recorded.
enum PlayedAccessory: Sendable {
    case simulated(SimulatedAccessory)
    case recorded(RecordedAccessory)

    /// What it is built like; nil for a recorded one.
    var model: AccessoryModel? {
        if case .simulated(let accessory) = self { accessory.model } else { nil }
    }

    var deadline: Instant? {
        switch self {
        case .simulated(let accessory): accessory.deadline
        case .recorded(let accessory): accessory.deadline
        }
    }

    var advertisement: AdvertisedContent? {
        switch self {
        case .simulated(let accessory): accessory.advertisement
        case .recorded(let accessory): accessory.advertisement
        }
    }

    var keepsBond: Bool {
        switch self {
        case .simulated(let accessory): accessory.keepsBond
        case .recorded(let accessory): accessory.keepsBond
        }
    }

    var acceptsPairing: Bool {
        switch self {
        case .simulated(let accessory): accessory.acceptsPairing
        case .recorded(let accessory): accessory.acceptsPairing
        }
    }

    mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect] {
        change({ $0.connected(at: now) }, { $0.connected(at: now) })
    }

    mutating func disconnected(at now: Instant) -> [SimulatedAccessoryEffect] {
        change({ $0.disconnected(at: now) }, { $0.disconnected(at: now) })
    }

    mutating func encryptionChanged(
        isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [SimulatedAccessoryEffect] {
        change(
            { $0.encryptionChanged(isEncrypted: isEncrypted, isBonded: isBonded, at: now) },
            { $0.encryptionChanged(isEncrypted: isEncrypted, isBonded: isBonded, at: now) })
    }

    mutating func power(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect] {
        change({ $0.power(act, at: now) }, { $0.power(act, at: now) })
    }

    mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        change({ $0.receive(frame, at: now) }, { $0.receive(frame, at: now) })
    }

    mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect] {
        change({ $0.advance(to: now) }, { $0.advance(to: now) })
    }

    /// Whether it is a recorded one that the phone told to range in this session.
    func wasTold(_ session: UInt32) -> Bool {
        if case .recorded(let accessory) = self { accessory.wasTold(session) } else { false }
    }

    /// Whether it answers in the ranging round that begins; what a recorded one does stands in its recording.
    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool {
        guard case .simulated(var accessory) = self else { return true }
        defer { self = .simulated(accessory) }
        return accessory.joinsRound(using: &generator)
    }

    /// What the air gives for it.
    func bend(_ ranging: RangingModel) -> RangingModel {
        if case .simulated(let accessory) = self { accessory.bend(ranging) } else { ranging }
    }

    private mutating func change<Result>(
        _ simulated: (inout SimulatedAccessory) -> Result, _ recorded: (inout RecordedAccessory) -> Result
    ) -> Result {
        switch self {
        case .simulated(var accessory):
            defer { self = .simulated(accessory) }
            return simulated(&accessory)
        case .recorded(var accessory):
            defer { self = .recorded(accessory) }
            return recorded(&accessory)
        }
    }
}
