public import Ground
public import UWB

/// A direction in one plane, with how far it can be trusted.
public struct Bearing: Hashable, Codable, Sendable {
    public let angle: Angle
    /// 1 to 100 per cent.
    public let merit: UInt8

    public init(_ angle: Angle, merit: UInt8) {
        self.angle = angle
        self.merit = merit
    }
}

/// What a session tells about its peer with every ranging round (NINearbyObject).
public struct NearbyObject: Hashable, Codable, Sendable {
    /// How far the distances can be trusted, by the rule of Apple's sample app.
    public enum Quality: String, Hashable, Codable, Sendable {
        /// Fewer than eight distances in the last two seconds.
        case unknown
        /// Farther away than 50 m.
        case poor
        case good
    }

    public let token: DiscoveryToken
    /// Nil when the round gave none.
    public let distance: Distance?
    /// Nil when it was not measured, or the phone cannot; positive to the right.
    public let azimuth: Bearing?
    /// Nil when it was not measured, or the phone cannot; positive upwards.
    public let elevation: Bearing?
    public let lineOfSight: LineOfSight
    public let quality: Quality
    /// The mean time between the distances of the last two seconds; nil while there are fewer than two.
    public let meanInterval: Span?

    public init(
        token: DiscoveryToken, distance: Distance?, azimuth: Bearing? = nil, elevation: Bearing? = nil,
        lineOfSight: LineOfSight = .unknown, quality: Quality = .unknown, meanInterval: Span? = nil
    ) {
        self.token = token
        self.distance = distance
        self.azimuth = azimuth
        self.elevation = elevation
        self.lineOfSight = lineOfSight
        self.quality = quality
        self.meanInterval = meanInterval
    }

    /// How many distances a second there were of late; nil while there are fewer than two.
    public var updatesPerSecond: Double? {
        meanInterval.flatMap { $0 > .zero ? 1 / $0.seconds : nil }
    }
}
