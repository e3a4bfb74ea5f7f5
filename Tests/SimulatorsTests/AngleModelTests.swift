import Ground
import Links
import Simulators
import Testing
import UWB

@Suite struct AngleModelTests {
    private func measure(
        _ truth: SeenDirection, isFree: Bool = true, model: AngleModel = AngleModel()
    ) -> [(azimuth: AngleOfArrival, elevation: AngleOfArrival)] {
        var generator = SeededGenerator(seed: 4)
        return (0..<5_000).map { _ in model.measure(truth, isFree: isFree, using: &generator) }
    }

    private func statistics(_ values: [Double]) -> (mean: Double, deviation: Double) {
        let mean = values.reduce(0, +) / Double(values.count)
        return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot())
    }

    @Test func anglesScatterAroundTheTruth() {
        let seen = measure(SeenDirection(azimuth: .degrees(20), elevation: .degrees(-10)))
        let azimuth = statistics(seen.compactMap { $0.azimuth.degrees() })
        let elevation = statistics(seen.compactMap { $0.elevation.degrees() })
        #expect(abs(azimuth.mean - 20) < 0.2 && abs(azimuth.deviation - 3) < 0.2)
        #expect(abs(elevation.mean + 10) < 0.2 && abs(elevation.deviation - 3) < 0.2)
    }

    @Test func anObstacleTakesMeritAndAddsNoise() {
        let truth = SeenDirection(azimuth: .degrees(0), elevation: .degrees(0))
        let (free, blocked) = (measure(truth), measure(truth, isFree: false))
        #expect(free.allSatisfy { $0.azimuth.merit == 100 } && blocked.allSatisfy { $0.azimuth.merit == 40 })
        let deviation = statistics(blocked.compactMap { $0.azimuth.degrees() }).deviation
        #expect(abs(deviation - 9) < 0.5)
    }

    @Test(arguments: [
        (0.0, 0.0, 100), (30.0, 0.0, 75), (-60.0, 0.0, 50), (0.0, 60.0, 50), (61.0, 0.0, 0), (0.0, -90.0, 0),
    ])
    func towardsTheEdgeTheMeritFallsAndBeyondItThereIsNone(azimuth: Double, elevation: Double, merit: Int) {
        let seen = measure(SeenDirection(azimuth: .degrees(azimuth), elevation: .degrees(elevation)))
        #expect(seen.allSatisfy { Int($0.azimuth.merit) == merit && Int($0.elevation.merit) == merit })
        if merit == 0 { #expect(seen.allSatisfy { $0.azimuth.degrees() == nil }) }
    }
}
