public import Ground

/// A figure that a run measures repeatedly, for one accessory, another phone, or the tags it reads.
public enum Figure: Codable, Hashable, Sendable {
    /// The time from the phone's message to the accessory's answer.
    case latency(message: MessageKind, accessory: AccessoryName)
    /// The time from Connect until the data channel can be used.
    case connection(accessory: AccessoryName)
    /// The time from Initialize until the accessory reports that UWB started.
    case exchange(accessory: AccessoryName)
    /// The time from the shareable configuration to the first distance.
    case firstFix(accessory: AccessoryName)
    /// Distances per second while ranging.
    case updateRate(accessory: AccessoryName)
    /// The share of ranging rounds that yield a distance.
    case availability(accessory: AccessoryName)
    /// The mean error of the measured distances; positive if they are too long.
    case bias(accessory: AccessoryName)
    /// The scatter of the measured distances around their mean error.
    case standardDeviation(accessory: AccessoryName)
    /// The share of distances that come with a direction.
    case directionAvailability(accessory: AccessoryName)
    /// The mean error of the measured directions; positive to the right, or up.
    case angleBias(plane: AnglePlane, accessory: AccessoryName)
    /// The scatter of the measured directions around their mean error.
    case angleDeviation(plane: AnglePlane, accessory: AccessoryName)
    /// The excess of each distance the accessory reports over the one the phone measured at that time.
    case toldDistance(report: DistanceReport, accessory: AccessoryName)
    /// The excess of each distance the accessory reports over the true one.
    case toldError(report: DistanceReport, accessory: AccessoryName)
    /// The distances per second that the accessory reports.
    case toldRate(report: DistanceReport, accessory: AccessoryName)
    /// The time from the switch of a feature, for which the app writes a message, to the accessory's own report.
    case reaction(feature: FeatureName, on: Bool, report: AccessoryReport, accessory: AccessoryName)
    /// The mean excess of the distances the other phone reports over the true distance.
    case peerBias(phone: AccessoryName)
    /// The mean excess of the distances the other phone reports over the last one measured by this phone.
    case disagreement(phone: AccessoryName)
    /// The time from the detection of each tag read until the phone decides where it leads.
    case detectedToRouted
    /// The number of commands the phone needed for each tag read.
    case readCommands
    /// A figure of a screen, at one of its companions.
    case ofScreen(measure: ScreenMeasure, companion: CompanionName)

    /// Whether the figure depends on reports of another phone.
    public var isOfPhones: Bool {
        switch self {
        case .peerBias, .disagreement: true
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .toldDistance, .toldError, .toldRate, .reaction, .directionAvailability, .angleBias, .angleDeviation,
            .detectedToRouted, .readCommands, .ofScreen:
            false
        }
    }

    /// The accessory, or the other phone, that is measured; nil for figures of tags and screens.
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

    /// The unit of the figure.
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

    /// Whether the figure requires a kit that measures directions.
    public var isOfDirection: Bool {
        switch self {
        case .directionAvailability, .angleBias, .angleDeviation: true
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .toldDistance, .toldError, .toldRate, .reaction, .peerBias, .disagreement, .detectedToRouted, .readCommands,
            .ofScreen:
            false
        }
    }

    /// Whether the figure is based on distances, so that nothing is measured without ranging.
    public var isRanging: Bool {
        switch self {
        case .latency, .connection, .exchange, .toldError, .toldRate, .detectedToRouted, .readCommands, .ofScreen: false
        case .firstFix, .updateRate, .availability, .bias, .standardDeviation, .toldDistance, .reaction,
            .directionAvailability, .angleBias, .angleDeviation, .peerBias, .disagreement:
            true
        }
    }

    /// The accessory's report on which the figure is based; nil for what the phone measures alone.
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

    /// Whether a percentile of the samples can be required.
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

/// The plane of an angle.
public enum AnglePlane: String, Codable, Hashable, Sendable, CaseIterable {
    case azimuth
    case elevation
}
