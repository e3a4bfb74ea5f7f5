public import Ground

/// The device's assessment of the direct path: line of sight or not.
public struct LineOfSight: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let free = LineOfSight(rawValue: 0)
    public static let blocked = LineOfSight(rawValue: 1)
    /// The device cannot determine it; Qorvo's devices always report this.
    public static let unknown = LineOfSight(rawValue: 0xFF)
}

/// An angle of arrival and its figure of merit, as transmitted.
public struct AngleOfArrival: Hashable, Sendable {
    /// The angle in degrees, in Q9.7.
    public var raw: Int16
    /// The figure of merit in percent, 0 to 100; 0 means not measured.
    public var merit: UInt8

    public init(raw: Int16 = 0, merit: UInt8 = 0) {
        self.raw = raw
        self.merit = merit
    }

    /// Returns the angle in degrees, or nil if it was not measured.
    public func degrees() -> Double? { merit > 0 ? Double(raw) / 128 : nil }
}

/// One peer's result in a round of two-way ranging, independent of the kit's dialect.
public struct RangingMeasurement: Hashable, Sendable {
    public var peer: MACAddress
    /// The distance, which may be negative; nil if the round with this peer failed.
    public var distance: Distance?
    /// The kit's reason for a missing distance; nil if there is a distance.
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
