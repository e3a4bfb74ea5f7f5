public import Ground

/// Whether the direct path was free, as the device judges it.
public struct LineOfSight: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let free = LineOfSight(rawValue: 0)
    public static let blocked = LineOfSight(rawValue: 1)
    /// The device cannot tell; Qorvo's always says so.
    public static let unknown = LineOfSight(rawValue: 0xFF)
}

/// An angle of arrival with its figure of merit, as on the wire.
public struct AngleOfArrival: Hashable, Sendable {
    /// How a device writes angles; real ones use Q9.7, the simulator pica whole degrees.
    public enum Scale: Hashable, Sendable {
        case q97
        case wholeDegrees
    }

    public var raw: Int16
    /// 0 to 100 per cent; 0 means that nothing was measured.
    public var merit: UInt8

    public init(raw: Int16 = 0, merit: UInt8 = 0) {
        self.raw = raw
        self.merit = merit
    }

    /// Degrees; nil when nothing was measured.
    public func degrees(_ scale: Scale = .q97) -> Double? {
        guard merit > 0 else { return nil }
        return scale == .q97 ? Double(raw) / 128 : Double(raw)
    }
}

/// One peer's result in a ranging round of two-way ranging, whatever the kit said it in.
public struct RangingMeasurement: Hashable, Sendable {
    public var peer: MACAddress
    /// Nil when the round with this peer failed; may be negative.
    public var distance: Distance?
    /// The kit's reason for a round without a distance; nil for a round with one.
    public var failure: RangingFailure?
    public var lineOfSight: LineOfSight
    public var azimuth: AngleOfArrival
    public var elevation: AngleOfArrival

    public init(
        peer: MACAddress, distance: Distance?, failure: RangingFailure? = nil, lineOfSight: LineOfSight = .unknown,
        azimuth: AngleOfArrival = AngleOfArrival(), elevation: AngleOfArrival = AngleOfArrival()
    ) {
        self.peer = peer
        self.distance = distance
        self.failure = distance == nil ? failure ?? .unspecified : nil
        self.lineOfSight = lineOfSight
        self.azimuth = azimuth
        self.elevation = elevation
    }

    public init(
        peer: ShortMACAddress, distance: Distance?, failure: RangingFailure? = nil, lineOfSight: LineOfSight = .unknown
    ) {
        self.init(peer: .short(peer), distance: distance, failure: failure, lineOfSight: lineOfSight)
    }
}
