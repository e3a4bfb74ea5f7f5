public import Ground

/// What one two-way ranging round gives for a true distance: noise, losses and obstacles, all seeded.
///
/// The figures are an engineering proposal, not measured on hardware (uwb.md, section 7, marked as such there).
public struct RangingModel: Hashable, Codable, Sendable {
    /// Standard deviation of the measured distance in line of sight.
    public var noise: Distance
    /// How many rounds of a thousand give no measurement.
    public var lossPermille: Int
    /// How many rounds of a thousand see an obstacle, which makes the way longer.
    public var obstaclePermille: Int
    /// The mean by which an obstacle lengthens the way.
    public var obstacleBias: Distance
    /// A constant error of this pair of antennas.
    public var bias: Distance
    /// How far, either way, that error differs from one accessory to the next.
    public var biasSpread: Distance
    /// How many rounds of a thousand that see an obstacle give no measurement.
    public var obstacleLossPermille: Int

    public init(
        noise: Distance = .millimetres(40), lossPermille: Int = 0, obstaclePermille: Int = 0,
        obstacleBias: Distance = .millimetres(200), bias: Distance = .zero, biasSpread: Distance = .zero,
        obstacleLossPermille: Int = 0
    ) {
        self.noise = noise
        self.lossPermille = lossPermille
        self.obstaclePermille = obstaclePermille
        self.obstacleBias = obstacleBias
        self.bias = bias
        self.biasSpread = biasSpread
        self.obstacleLossPermille = obstacleLossPermille
    }

    /// What a bench in an ordinary room gives, with antennas that are calibrated.
    public static let realistic = RangingModel(
        lossPermille: 20, obstaclePermille: 50, biasSpread: .millimetres(30), obstacleLossPermille: 300)

    /// What a round gives.
    public enum Outcome: Hashable, Sendable {
        /// Nothing was received.
        case lost
        /// A distance in whole centimetres as the kit reports it; may be negative at close range.
        case measured(centimetres: Int, lineOfSight: Bool)
    }

    /// The constant error of one accessory's antennas beside the common one.
    func drawBias(using generator: inout SeededGenerator) -> Distance {
        .metres((generator.unit() * 2 - 1) * biasSpread.metres)
    }

    public func measure(_ truth: Distance, using generator: inout SeededGenerator) -> Outcome {
        if generator.chance(Double(lossPermille) / 1000) { return .lost }
        let obstacle = generator.chance(Double(obstaclePermille) / 1000)
        if obstacle, generator.chance(Double(obstacleLossPermille) / 1000) { return .lost }
        var millimetres = Double(truth.millimetres) + Double(bias.millimetres)
        millimetres += generator.gaussian() * Double(noise.millimetres)
        // A sum of four uniform draws has a long enough tail and, unlike a logarithm, is exact on every machine.
        if obstacle {
            millimetres += (0..<4).reduce(0) { sum, _ in sum + generator.unit() } / 2 * Double(obstacleBias.millimetres)
        }
        return .measured(centimetres: Int((millimetres / 10).rounded()), lineOfSight: !obstacle)
    }
}
