import Ground
import Links
import Simulators
import Testing

@Suite struct WorldModelTests {
    private let rounds = 20_000

    private func measure(_ model: WorldModel, at truth: Distance) -> (centimetres: [Double], blocked: Int, lost: Int) {
        var generator = SeededGenerator(seed: 5)
        var seen = (centimetres: [Double](), blocked: 0, lost: 0)
        for _ in 0..<rounds {
            switch model.measure(truth, using: &generator) {
            case .lost: seen.lost += 1
            case .measured(let centimetres, let isFree):
                seen.centimetres.append(Double(centimetres))
                if !isFree { seen.blocked += 1 }
            }
        }
        return seen
    }

    private func statistics(_ values: [Double]) -> (mean: Double, deviation: Double) {
        let mean = values.reduce(0, +) / Double(values.count)
        let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
        return (mean, variance.squareRoot())
    }

    @Test func noiseHasItsDeviationAndNoBias() {
        let seen = measure(WorldModel(), at: .metres(2))
        let (mean, deviation) = statistics(seen.centimetres)
        #expect(abs(mean - 200) < 0.15 && abs(deviation - 4) < 0.2)
        #expect(seen.lost == 0 && seen.blocked == 0)
    }

    @Test func lossesComeAtTheirRate() {
        let seen = measure(WorldModel(lossPermille: 100), at: .metres(2))
        #expect(abs(Double(seen.lost) / Double(rounds) - 0.1) < 0.01)
    }

    @Test func obstaclesLengthenTheWayByTheirMean() {
        let model = WorldModel(noise: .zero, nonLineOfSightPermille: 1000, nonLineOfSightBias: .millimetres(300))
        let seen = measure(model, at: .metres(2))
        #expect(abs(statistics(seen.centimetres).mean - 230) < 0.5 && seen.blocked == rounds)
        #expect(seen.centimetres.allSatisfy { (200...260).contains($0) })
        let some = measure(WorldModel(nonLineOfSightPermille: 250), at: .metres(2))
        #expect(abs(Double(some.blocked) / Double(rounds) - 0.25) < 0.02)
    }

    @Test func closeRangeCanBeNegative() {
        let seen = measure(WorldModel(bias: .millimetres(-50)), at: .zero)
        #expect(abs(statistics(seen.centimetres).mean + 5) < 0.2)
        #expect(seen.centimetres.contains { $0 < 0 } && seen.centimetres.contains { $0 > 0 })
    }

    @Test func theEndsOfWhatFitsDoNotTrap() {
        for truth in [Distance(millimetres: .max), Distance(millimetres: .min)] {
            let model = WorldModel(
                noise: truth, nonLineOfSightPermille: 500, nonLineOfSightBias: Distance(millimetres: .max), bias: truth,
                reach: nil)
            #expect(measure(model, at: truth).centimetres.count == rounds)
        }
    }

    @Test func theSameSeedGivesTheSame() {
        let model = WorldModel(lossPermille: 50, nonLineOfSightPermille: 50)
        #expect(measure(model, at: .metres(3)) == measure(model, at: .metres(3)))
    }

    @Test func behindAnObstacleMoreRoundsAreLost() {
        let seen = measure(WorldModel(nonLineOfSightPermille: 500, nonLineOfSightLossPermille: 400), at: .metres(2))
        #expect(abs(Double(seen.lost) / Double(rounds) - 0.2) < 0.01)
        #expect(abs(Double(seen.blocked) / Double(rounds) - 0.3) < 0.01)
    }

    @Test func anOrdinaryRoomHasItsFigures() {
        let seen = measure(.realistic, at: .metres(2))
        let (mean, deviation) = statistics(seen.centimetres)
        // 2 rounds in 100 are lost, plus three tenths of the 5 in 100 that are behind an obstacle.
        #expect(abs(Double(seen.lost) / Double(rounds) - 0.035) < 0.005)
        #expect(abs(mean - 200.7) < 0.4 && deviation > 4 && deviation < 8)
    }
}
