public import Ground

/// Something that a run measures over and over, about one accessory, another phone, or the tags that it reads.
public enum Figure: Codable, Hashable, Sendable {
    /// From the phone's message until the accessory's answer to it.
    case latency(message: MessageKind, accessory: AccessoryName)
    /// From Connect until the data channel can be used.
    case connection(accessory: AccessoryName)
    /// From Initialize until the accessory says that its UWB did start.
    case exchange(accessory: AccessoryName)
    /// From the shareable configuration until the first distance.
    case firstFix(accessory: AccessoryName)
    /// Distances a second, while it ranges.
    case updateRate(accessory: AccessoryName)
    /// Ranging rounds with a distance, out of all.
    case availability(accessory: AccessoryName)
    /// The mean of what the measured distances are longer than the true ones.
    case bias(accessory: AccessoryName)
    /// How far the measured distances scatter around their mean error.
    case standardDeviation(accessory: AccessoryName)
    /// Distances that came with a direction, out of all.
    case directionAvailability(accessory: AccessoryName)
    /// The mean of what directions are measured too far to the right, or up.
    case angleBias(plane: AnglePlane, accessory: AccessoryName)
    /// How far measured directions scatter around their mean error.
    case angleDeviation(plane: AnglePlane, accessory: AccessoryName)
    /// How much longer each distance that the accessory tells is than the one that the phone measured at the time.
    case toldDistance(report: DistanceReport, accessory: AccessoryName)
    /// How much longer each distance that the accessory tells is than the true one.
    case toldError(report: DistanceReport, accessory: AccessoryName)
    /// How many distances a second the accessory tells.
    case toldRate(report: DistanceReport, accessory: AccessoryName)
    /// From the switch of a feature, upon which the app writes, until the accessory tells something of its own.
    case reaction(feature: FeatureName, on: Bool, report: AccessoryReport, accessory: AccessoryName)
    /// The mean of what the other phone says that it measured and is longer than the true distance.
    case peerBias(phone: AccessoryName)
    /// The mean of what the other phone says that it measured and is longer than what this one measured last.
    case disagreement(phone: AccessoryName)
    /// From the detection of a tag until the phone decided where it leads, of each tag that was read.
    case detectedToRouted
    /// How many commands the phone took to read a tag, of each tag that was read.
    case readCommands
    /// Of a screen, at one of its companions.
    case ofScreen(measure: ScreenMeasure, companion: CompanionName)

    /// Whether it is what another phone tells.
    public var isOfPhones: Bool {
        switch self {
        case .peerBias, .disagreement: true
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .toldDistance, .toldError, .toldRate, .reaction, .directionAvailability, .angleBias, .angleDeviation,
            .detectedToRouted, .readCommands, .ofScreen:
            false
        }
    }

    /// The accessory, or the other phone, that is measured; nil for what is measured of tags and screens.
    public var accessory: AccessoryName? {
        switch self {
        case .latency(_, let name), .connection(let name), .exchange(let name), .firstFix(let name),
            .updateRate(let name), .availability(let name), .bias(let name), .standardDeviation(let name),
            .directionAvailability(let name), .angleBias(_, let name), .angleDeviation(_, let name),
            .toldDistance(_, let name), .toldError(_, let name), .toldRate(_, let name), .reaction(_, _, _, let name),
            .peerBias(let name), .disagreement(let name):
            name
        case .detectedToRouted, .readCommands, .ofScreen: nil
        }
    }

    /// The companion at which a screen is measured.
    public var companion: CompanionName? { if case .ofScreen(_, let name) = self { name } else { nil } }

    /// In what it is measured.
    public var unit: Quantity.Unit {
        switch self {
        case .latency, .connection, .exchange, .firstFix, .reaction, .detectedToRouted: .span
        case .updateRate, .toldRate: .rate
        case .availability, .directionAvailability: .share
        case .angleBias, .angleDeviation: .angle
        case .bias, .standardDeviation, .toldDistance, .toldError, .peerBias, .disagreement: .distance
        case .readCommands, .ofScreen(.streams, _): .number
        case .ofScreen: .span
        }
    }

    /// True when it takes a kit that measures directions.
    public var isOfDirection: Bool {
        switch self {
        case .directionAvailability, .angleBias, .angleDeviation: true
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .toldDistance, .toldError, .toldRate, .reaction, .peerBias, .disagreement, .detectedToRouted, .readCommands,
            .ofScreen:
            false
        }
    }

    /// True when it is made of distances, so that nothing is measured while nothing ranges.
    public var isRanging: Bool {
        switch self {
        case .latency, .connection, .exchange, .toldError, .toldRate, .detectedToRouted, .readCommands, .ofScreen: false
        case .firstFix, .updateRate, .availability, .bias, .standardDeviation, .toldDistance, .reaction,
            .directionAvailability, .angleBias, .angleDeviation, .peerBias, .disagreement:
            true
        }
    }

    /// What the accessory tells by which it is measured; nil for what the phone measures alone.
    public var report: AccessoryReport? {
        switch self {
        case .toldDistance(let report, _), .toldError(let report, _), .toldRate(let report, _): .distance(report)
        case .reaction(_, _, let report, _): report
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .directionAvailability, .angleBias, .angleDeviation, .peerBias, .disagreement, .detectedToRouted,
            .readCommands, .ofScreen:
            nil
        }
    }

    /// Whether a percentile of its samples can be asked for.
    public var hasSamples: Bool {
        switch self {
        case .latency, .connection, .exchange, .firstFix, .toldDistance, .toldError, .reaction, .detectedToRouted: true
        case .ofScreen(let measure, _): measure != .streams
        case .updateRate, .availability, .bias, .standardDeviation, .toldRate, .readCommands, .directionAvailability,
            .angleBias, .angleDeviation, .peerBias, .disagreement:
            false
        }
    }
}

/// In which plane an angle lies.
public enum AnglePlane: String, Codable, Hashable, Sendable, CaseIterable {
    case azimuth
    case elevation
}
