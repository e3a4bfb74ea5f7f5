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

    public init(
        noise: Distance = .millimetres(40), lossPermille: Int = 0, obstaclePermille: Int = 0,
        obstacleBias: Distance = .millimetres(200), bias: Distance = .zero
    ) {
        self.noise = noise
        self.lossPermille = lossPermille
        self.obstaclePermille = obstaclePermille
        self.obstacleBias = obstacleBias
        self.bias = bias
    }

    /// What a round gives.
    public enum Outcome: Hashable, Sendable {
        /// Nothing was received.
        case lost
        /// A distance in whole centimetres as the kit reports it; may be negative at close range.
        case measured(centimetres: Int, lineOfSight: Bool)
    }

    public func measure(_ truth: Distance, using generator: inout SeededGenerator) -> Outcome {
        if generator.chance(Double(lossPermille) / 1000) { return .lost }
        let obstacle = generator.chance(Double(obstaclePermille) / 1000)
        var millimetres = Double(truth.millimetres) + Double(bias.millimetres)
        millimetres += generator.gaussian() * Double(noise.millimetres)
        // A sum of four uniform draws has a long enough tail and, unlike a logarithm, is exact on every machine.
        if obstacle {
            millimetres += (0..<4).reduce(0) { sum, _ in sum + generator.unit() } / 2 * Double(obstacleBias.millimetres)
        }
        return .measured(centimetres: Int((millimetres / 10).rounded()), lineOfSight: !obstacle)
    }
}
