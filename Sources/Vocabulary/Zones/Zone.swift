public import Ground

/// A zone around an accessory: entered within the radius, left only beyond the radius plus the hysteresis.
public struct Zone: Codable, Hashable, Sendable {
    public let name: ZoneName
    public let radius: Distance
    /// The phone enters within `radius` and leaves beyond `radius + hysteresis`.
    public let hysteresis: Distance
    /// The only accessory with the zone; nil if every accessory has it.
    public let accessory: AccessoryName?

    public init(name: ZoneName, radius: Distance, hysteresis: Distance, accessory: AccessoryName? = nil) {
        self.name = name
        self.radius = radius
        self.hysteresis = hysteresis
        self.accessory = accessory
    }

    /// The distance beyond which the zone is left.
    public var leavingRadius: Distance { radius + hysteresis }

    /// Returns whether the accessory has the zone.
    public func isAround(_ name: AccessoryName) -> Bool { accessory == nil || accessory == name }

    /// `far` at 3 m and `near` at 1.5 m, each with 0.2 m of hysteresis.
    public static let standard = [
        Zone(name: "far", radius: .metres(3), hysteresis: .metres(0.2)),
        Zone(name: "near", radius: .metres(1.5), hysteresis: .metres(0.2)),
    ]
}

/// A feature that the app switches on while an accessory is inside a zone, and off when it leaves.
public struct Feature: Codable, Hashable, Sendable {
    public let name: FeatureName
    public let zone: ZoneName
    /// The only accessory whose zone counts; nil for any.
    public let accessory: AccessoryName?
    /// The bytes that the app writes unchanged on the data channel when it switches the feature on; nil for none.
    public let onEntering: [UInt8]?
    /// The bytes written when it switches the feature off, if there is a link at that time.
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

    /// Returns the bytes that the app writes when it switches the feature; nil for none.
    public func message(on isOn: Bool) -> [UInt8]? { isOn ? onEntering : onLeaving }
}

/// The way single measurements determine a zone: a running median, then several in a row that agree.
public struct Smoothing: Codable, Hashable, Sendable {
    /// The number of recent measurements whose median is the smoothed value.
    public let window: Int
    /// The number of consecutive smoothed values beyond the boundary that change a zone.
    public let confirmations: Int

    public init(window: Int, confirmations: Int) {
        self.window = window
        self.confirmations = confirmations
    }

    /// The median of five, confirmed twice.
    public static let standard = Smoothing(window: 5, confirmations: 2)
}

/// An accessory entering or leaving a zone.
public struct ZoneChange: Hashable, Codable, Sendable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case entered
        case left
    }

    public let kind: Kind
    public let zone: ZoneName
    /// The smoothed distance that decided the change.
    public let distance: Distance

    public init(_ kind: Kind, _ zone: ZoneName, at distance: Distance) {
        self.kind = kind
        self.zone = zone
        self.distance = distance
    }
}
