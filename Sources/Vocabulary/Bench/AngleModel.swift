/// What a kit with several antennas makes of the direction to an accessory; an engineering proposal, as all noise here.
public struct AngleModel: Codable, Hashable, Sendable {
    /// Standard deviation of an angle in line of sight, around an obstacle three times as much.
    public var noise: Angle
    /// What is measured too far to the right, and too far up.
    public var bias: SeenDirection
    /// How far to either side, and up or down, angles are measured at all.
    public var fieldOfView: Angle

    public init(
        noise: Angle = .degrees(3), bias: SeenDirection = SeenDirection(azimuth: .zero),
        fieldOfView: Angle = .degrees(60)
    ) {
        self.noise = noise
        self.bias = bias
        self.fieldOfView = fieldOfView
    }

    /// 3 degrees of noise, within 60 degrees to each side.
    public static let standard = AngleModel()
}
