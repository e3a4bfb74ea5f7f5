public import Ground
public import UWB

/// A direction in one plane, with its reliability.
public struct Bearing: Hashable, Codable, Sendable {
    public let angle: Angle
    /// The reliability, 1 to 100 per cent.
    public let merit: UInt8

    public init(_ angle: Angle, merit: UInt8) {
        self.angle = angle
        self.merit = merit
    }
}

/// A session's report on its peer for a ranging round (NINearbyObject).
public struct NearbyObject: Hashable, Codable, Sendable {
    /// The reliability of the distances, by the rule of Apple's sample app.
    public enum Quality: String, Hashable, Codable, Sendable {
        /// There were fewer than eight distances in the last two seconds.
        case unknown
        /// The peer is farther away than 50 m.
        case poor
        case good
    }

    public let token: DiscoveryToken
    /// The distance; nil if the round gave none.
    public let distance: Distance?
    /// The horizontal angle, positive to the right; nil if not measured, or if the phone cannot measure it.
    public let azimuth: Bearing?
    /// The vertical angle, positive upwards; nil if not measured, or if the phone cannot measure it.
    public let elevation: Bearing?
    public let lineOfSight: LineOfSight
    public let quality: Quality
    /// The mean time between the distances of the last two seconds; nil while there are fewer than two.
    public let meanInterval: Lapse?

    public init(
        token: DiscoveryToken, distance: Distance?, azimuth: Bearing? = nil, elevation: Bearing? = nil,
        lineOfSight: LineOfSight = .unknown, quality: Quality = .unknown, meanInterval: Lapse? = nil
    ) {
        self.token = token
        self.distance = distance
        self.azimuth = azimuth
        self.elevation = elevation
        self.lineOfSight = lineOfSight
        self.quality = quality
        self.meanInterval = meanInterval
    }
}
