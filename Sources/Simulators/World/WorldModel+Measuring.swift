public import Ground
public import Links

extension WorldModel {
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

    /// What one two-way ranging round gives for a true distance.
    public func measure(_ truth: Distance, using generator: inout SeededGenerator) -> Outcome {
        if generator.chance(Double(lossPermille) / 1000) { return .lost }
        let obstacle = generator.chance(Double(nonLineOfSightPermille) / 1000)
        if obstacle, generator.chance(Double(nonLineOfSightLossPermille) / 1000) { return .lost }
        var millimetres = Double(truth.millimetres) + Double(bias.millimetres)
        millimetres += generator.gaussian() * Double(noise.millimetres)
        // A sum of four uniform draws has a long enough tail and, unlike a logarithm, is exact on every machine.
        if obstacle {
            millimetres +=
                (0..<4).reduce(0) { sum, _ in sum + generator.unit() } / 2 * Double(nonLineOfSightBias.millimetres)
        }
        return .measured(centimetres: Int((millimetres / 10).rounded()), lineOfSight: !obstacle)
    }
}
