public import Ground

/// How the simulated air behaves; shares are in thousandths, so that two runs compare exactly.
///
/// The figures are an engineering proposal, not measured on hardware (uwb.md, section 7, marked as such there).
public struct WorldModel: Codable, Hashable, Sendable {
    /// The standard deviation of a measured distance.
    public var noise: Distance
    /// How many ranging rounds of a thousand give no measurement.
    public var lossPermille: Int
    /// How many measurements of a thousand are taken around an obstacle.
    public var nonLineOfSightPermille: Int
    /// The mean by which an obstacle lengthens the way.
    public var nonLineOfSightBias: Distance
    /// A constant error of the two antennas.
    public var bias: Distance
    /// How far, either way, that error differs from one accessory to the next.
    public var biasSpread: Distance
    /// How many ranging rounds of a thousand around an obstacle give no measurement.
    public var nonLineOfSightLossPermille: Int
    /// Whether the kit has the antennas to tell directions; a DWM3001CDK has not.
    public var measuresAngles: Bool

    public init(
        noise: Distance = .millimetres(40), lossPermille: Int = 0, nonLineOfSightPermille: Int = 0,
        nonLineOfSightBias: Distance = .millimetres(200), bias: Distance = .zero, biasSpread: Distance = .zero,
        nonLineOfSightLossPermille: Int = 0, measuresAngles: Bool = true
    ) {
        self.noise = noise
        self.lossPermille = lossPermille
        self.nonLineOfSightPermille = nonLineOfSightPermille
        self.nonLineOfSightBias = nonLineOfSightBias
        self.bias = bias
        self.biasSpread = biasSpread
        self.nonLineOfSightLossPermille = nonLineOfSightLossPermille
        self.measuresAngles = measuresAngles
    }

    /// 4 cm of noise, nothing lost, nothing in the way.
    public static let standard = WorldModel()
    /// Every measurement is exact and arrives.
    public static let ideal = WorldModel(noise: .zero)
    /// 4 cm of noise, 2 rounds of 100 lost, an obstacle now and then, accessories calibrated to 3 cm.
    public static let realistic = WorldModel(
        lossPermille: 20, nonLineOfSightPermille: 50, biasSpread: .millimetres(30), nonLineOfSightLossPermille: 300)
}
