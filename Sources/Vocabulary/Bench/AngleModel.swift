/// A model of how a kit with several antennas measures the direction to an accessory. The figures are an engineering
/// estimate, like all noise here.
public struct AngleModel: Codable, Hashable, Sendable {
    /// The standard deviation of an angle in line of sight; three times as much around an obstacle.
    public var noise: Angle
    /// The constant error, to the right and upwards.
    public var bias: SeenDirection
    /// The greatest angle measured to either side, and up or down.
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
