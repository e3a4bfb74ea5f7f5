import Ground
import NearbyInteraction
import UCI

/// What a recorded accessory and a live phone told each other about ranging.
struct RecordedSession: Sendable {
    private let ids = MessageIdentifiers.appleSample
    private var configuration: AccessoryConfigurationData?
    private var shareable: ShareableConfigurationData?
    /// The sessions that phones told it of, the latest last; a bound, not a rule.
    private var sessions: [UInt32] = []
    private static let sessionLimit = 256

    /// Whether the phone told it to range in this session.
    func wasTold(_ session: UInt32) -> Bool { sessions.contains(session) }

    /// The phone wrote something.
    mutating func written(_ value: [UInt8]) {
        guard value.first == ids.configureAndStart,
            let data = try? ShareableConfigurationData(decoding: Array(value.dropFirst()))
        else { return }
        shareable = data
        sessions.removeAll { $0 == data.sessionID }
        sessions.append(data.sessionID)
        if sessions.count > Self.sessionLimit { sessions.removeFirst() }
    }

    /// The accessory tells something; gives the sessions in which it ranges from now on, nil for the same as before.
    mutating func told(_ value: [UInt8]) -> [RangingParameters]? {
        switch try? AccessoryMessage(decoding: value) {
        case .accessoryConfigurationData(let payload):
            configuration = try? AccessoryConfigurationData(decoding: payload)
            return nil
        case .uwbDidStart:
            guard let configuration, let shareable else { return nil }
            return RangingParameters(accessory: configuration, shareable).map { [$0] }
        case .uwbDidStop: return []
        default: return nil
        }
    }

    /// The link or the power is gone, and ranging with it.
    mutating func end() -> [RangingParameters] {
        shareable = nil
        return []
    }
}
