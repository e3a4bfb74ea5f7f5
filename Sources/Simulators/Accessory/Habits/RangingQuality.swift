import Ground
import Links

/// How well an accessory takes part in ranging: each round, and each distance, as the air allows while it is healthy.
struct RangingQuality: Sendable {
    /// The antenna delay of a board that was never calibrated, as a distance.
    static let uncalibrated = Distance.millimetres(400)
    static let noisy = Distance.millimetres(400)
    static let lossPermille = 600
    static let lazyPeriod = 5

    private let model: AccessoryBuild
    private var isCalibrated = true
    private var rounds = 0

    init(model: AccessoryBuild) { self.model = model }

    mutating func wasReset() { isCalibrated = !model.has(.losesCalibration) }

    /// Its sessions have changed: rounds are counted anew.
    mutating func sessionsChanged() { rounds = 0 }

    /// Whether it answers in the next round.
    mutating func joins(using generator: inout SeededGenerator) -> Bool {
        rounds += 1
        if model.has(.rangesOnce), rounds > 1 { return false }
        if model.has(.lowUpdateRate), rounds % Self.lazyPeriod != 1 { return false }
        if model.has(.losesRounds) { return !generator.chance(Double(Self.lossPermille) / 1000) }
        return true
    }

    /// What the air gives for this accessory.
    func bend(_ ranging: WorldModel) -> WorldModel {
        var bent = ranging
        if !isCalibrated { bent.bias = ranging.bias + Self.uncalibrated }
        if model.has(.noisyDistance) { bent.noise = max(ranging.noise, Self.noisy) }
        return bent
    }
}
