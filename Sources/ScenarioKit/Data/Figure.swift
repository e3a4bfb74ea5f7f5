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
    /// The mean of what the other phone says that it measured and is longer than the true distance.
    case peerBias(phone: AccessoryName)
    /// The mean of what the other phone says that it measured and is longer than what this one measured last.
    case disagreement(phone: AccessoryName)
    /// From the detection of a tag until the phone decided where it leads, of each tag that was read.
    case detectedToRouted
    /// How many commands the phone took to read a tag, of each tag that was read.
    case readCommands

    /// Whether it is what another phone tells.
    public var isOfPhones: Bool {
        switch self {
        case .peerBias, .disagreement: true
        case .latency, .connection, .exchange, .firstFix, .updateRate, .availability, .bias, .standardDeviation,
            .detectedToRouted, .readCommands:
            false
        }
    }

    /// The accessory, or the other phone, that is measured; nil for what is measured of tags.
    public var accessory: AccessoryName? {
        switch self {
        case .latency(_, let name), .connection(let name), .exchange(let name), .firstFix(let name),
            .updateRate(let name), .availability(let name), .bias(let name), .standardDeviation(let name),
            .peerBias(let name), .disagreement(let name):
            name
        case .detectedToRouted, .readCommands: nil
        }
    }

    /// In what it is measured.
    public var unit: Quantity.Unit {
        switch self {
        case .latency, .connection, .exchange, .firstFix, .detectedToRouted: .span
        case .updateRate: .rate
        case .availability: .share
        case .bias, .standardDeviation, .peerBias, .disagreement: .distance
        case .readCommands: .number
        }
    }

    /// True when it is made of distances, so that nothing is measured while nothing ranges.
    public var isRanging: Bool {
        switch self {
        case .latency, .connection, .exchange, .detectedToRouted, .readCommands: false
        case .firstFix, .updateRate, .availability, .bias, .standardDeviation, .peerBias, .disagreement: true
        }
    }
}
