public import Ground

/// Something that a run measures over and over, about one accessory or about the tags that it reads.
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
    /// How much longer each distance that the accessory tells is than the one that the phone measured at the time.
    case toldDistance(report: DistanceReport, accessory: AccessoryName)
    /// How much longer each distance that the accessory tells is than the true one.
    case toldError(report: DistanceReport, accessory: AccessoryName)
    /// How many distances a second the accessory tells.
    case toldRate(report: DistanceReport, accessory: AccessoryName)
    /// From the switch of a feature, upon which the app writes, until the accessory tells something of its own.
    case reaction(feature: FeatureName, on: Bool, report: AccessoryReport, accessory: AccessoryName)
    /// From the detection of a tag until the phone decided where it leads, of each tag that was read.
    case detectedToRouted
    /// How many commands the phone took to read a tag, of each tag that was read.
    case readCommands

    /// The accessory that is measured; nil for what is measured of tags.
    public var accessory: AccessoryName? {
        switch self {
        case .latency(_, let name), .connection(let name), .exchange(let name), .firstFix(let name),
            .updateRate(let name), .availability(let name), .bias(let name), .standardDeviation(let name),
            .toldDistance(_, let name), .toldError(_, let name), .toldRate(_, let name), .reaction(_, _, _, let name):
            name
        case .detectedToRouted, .readCommands: nil
        }
    }

    /// In what it is measured.
    public var unit: Quantity.Unit {
        switch self {
        case .latency, .connection, .exchange, .firstFix, .reaction, .detectedToRouted: .span
        case .updateRate, .toldRate: .rate
        case .availability: .share
        case .bias, .standardDeviation, .toldDistance, .toldError: .distance
        case .readCommands: .number
        }
    }

    /// True when it is made of distances, so that nothing is measured while nothing ranges.
    public var isRanging: Bool {
        switch self {
        case .latency, .connection, .exchange, .toldError, .toldRate, .detectedToRouted, .readCommands: false
        case .firstFix, .updateRate, .availability, .bias, .standardDeviation, .toldDistance, .reaction: true
        }
    }

    /// What the accessory tells by which it is measured; nil for what the phone measures alone.
    public var report: AccessoryReport? {
        switch self {
        case .toldDistance(let report, _), .toldError(let report, _), .toldRate(let report, _): .distance(report)
        case .reaction(_, _, let report, _): report
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .detectedToRouted, .readCommands:
            nil
        }
    }

    /// Whether a percentile of its samples can be asked for.
    public var hasSamples: Bool {
        switch self {
        case .latency, .connection, .exchange, .firstFix, .toldDistance, .toldError, .reaction, .detectedToRouted: true
        case .updateRate, .availability, .bias, .standardDeviation, .toldRate, .readCommands: false
        }
    }
}
