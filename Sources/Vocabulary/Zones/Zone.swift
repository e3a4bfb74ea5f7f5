public import Ground

/// A zone around an accessory: entered within the radius, left only beyond radius and hysteresis together.
public struct Zone: Codable, Hashable, Sendable {
    public let name: ZoneName
    public let radius: Distance
    /// The phone enters within `radius` and leaves beyond `radius + hysteresis`.
    public let hysteresis: Distance
    /// The only accessory that has the zone; nil for a zone around every one.
    public let accessory: AccessoryName?

    public init(name: ZoneName, radius: Distance, hysteresis: Distance, accessory: AccessoryName? = nil) {
        self.name = name
        self.radius = radius
        self.hysteresis = hysteresis
        self.accessory = accessory
    }

    /// The distance beyond which the zone is left.
    public var leavingRadius: Distance { radius + hysteresis }

    /// Whether the accessory has the zone.
    public func isAround(_ name: AccessoryName) -> Bool { accessory == nil || accessory == name }

    /// `far` at 3 m and `near` at 1.5 m, each with 0.2 m of hysteresis.
    public static let standard = [
        Zone(name: "far", radius: .metres(3), hysteresis: .metres(0.2)),
        Zone(name: "near", radius: .metres(1.5), hysteresis: .metres(0.2)),
    ]
}

/// Something that the app switches on while an accessory is inside a zone, and off when it leaves.
public struct Feature: Codable, Hashable, Sendable {
    public let name: FeatureName
    public let zone: ZoneName
    /// The only accessory whose zone counts; nil for every one.
    public let accessory: AccessoryName?
    /// What the app writes on the data channel when it switches the feature on, as it is; nil for nothing.
    public let onEntering: [UInt8]?
    /// The same when it switches it off, as far as there is a link then.
    public let onLeaving: [UInt8]?

    public init(
        name: FeatureName, inside zone: ZoneName, of accessory: AccessoryName? = nil, onEntering: [UInt8]? = nil,
        onLeaving: [UInt8]? = nil
    ) {
        self.name = name
        self.zone = zone
        self.accessory = accessory
        self.onEntering = onEntering
        self.onLeaving = onLeaving
    }

    /// What the app writes when it is switched; nil for nothing.
    public func message(on isOn: Bool) -> [UInt8]? { isOn ? onEntering : onLeaving }
}

/// How single measurements become a zone: a running median, then several in a row that agree.
public struct Smoothing: Codable, Hashable, Sendable {
    /// The smoothed value is the median of the last `window` measurements.
    public let window: Int
    /// How many smoothed values in a row must lie beyond the boundary before a zone changes.
    public let confirmations: Int

    public init(window: Int, confirmations: Int) {
        self.window = window
        self.confirmations = confirmations
    }

    /// The median of five, confirmed twice.
    public static let standard = Smoothing(window: 5, confirmations: 2)
}

/// An accessory coming into a zone or going out of it.
public struct ZoneChange: Hashable, Codable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case entered
        case left
    }

    public let kind: Kind
    public let zone: ZoneName
    /// The smoothed distance that decided it.
    public let distance: Distance

    public init(_ kind: Kind, _ zone: ZoneName, at distance: Distance) {
        self.kind = kind
        self.zone = zone
        self.distance = distance
    }
}
