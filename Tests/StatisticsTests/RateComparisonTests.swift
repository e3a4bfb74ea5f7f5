import Statistics
import Testing

/// gate.md, sections 1.6 and 1.7.
@Suite struct RateComparisonTests {
    struct Row: Sendable {
        let candidate: (Int, Int)
        let baseline: (Int, Int)
        let worse: Double
        let interval: (Double, Double, Double)
    }

    private static let rows = [
        Row(
            candidate: (3, 20), baseline: (0, 20), worse: 0.115385,
            interval: (0.15, -0.0384, 0.3604)),
        Row(
            candidate: (5, 20), baseline: (0, 20), worse: 0.023562,
            interval: (0.25, 0.0378, 0.4687)),
        Row(
            candidate: (6, 20), baseline: (1, 20), worse: 0.045738,
            interval: (0.25, 0.0081, 0.4728)),
        Row(
            candidate: (4, 10), baseline: (0, 10), worse: 0.043344, interval: (0.4, 0.0384, 0.6873)
        ),
        Row(
            candidate: (1, 30), baseline: (0, 300), worse: 0.090909,
            interval: (0.0333, 0.0031, 0.1667)),
        Row(
            candidate: (2, 30), baseline: (1, 300), worse: 0.022672,
            interval: (0.0633, 0.0128, 0.2099)),
        Row(
            candidate: (3, 100), baseline: (1, 100), worse: 0.310601,
            interval: (0.02, -0.0287, 0.0751)),
        Row(
            candidate: (8, 100), baseline: (1, 100), worse: 0.017450,
            interval: (0.07, 0.0109, 0.1405)),
        Row(candidate: (10, 100), baseline: (10, 100), worse: 0.592851, interval: (0, -0.0868, 0.0868)),
        Row(candidate: (0, 50), baseline: (0, 50), worse: 1, interval: (0, -0.0713, 0.0713)),
        Row(candidate: (0, 50), baseline: (5, 50), worse: 1, interval: (-0.1, -0.2136, -0.0090)),
        Row(
            candidate: (20, 200), baseline: (6, 200), worse: 0.003628,
            interval: (0.07, 0.0218, 0.1220)),
        Row(candidate: (1, 1), baseline: (0, 1), worse: 0.5, interval: (1, -0.1221, 1)),
    ]

    @Test(arguments: rows) func fisherAndNewcombe(row: Row) {
        let comparison = RateComparison(
            candidate: FailureRate(failures: row.candidate.0, trials: row.candidate.1),
            baseline: FailureRate(failures: row.baseline.0, trials: row.baseline.1))
        #expect(near(comparison.candidateIsWorse, row.worse))
        #expect(near(comparison.difference, row.interval.0, digits: 4))
        let interval = comparison.interval(confidence: 0.95)
        #expect(near(interval.lower, row.interval.1, digits: 4) && near(interval.upper, row.interval.2, digits: 4))
    }

    @Test(arguments: [
        (100, 10, 2, 0.0075), (100, 20, 2, 0.0266), (100, 100, 5, 0.0297), (300, 30, 2, 0.0080),
        (300, 300, 5, 0.0307), (20, 20, 5, 0.0236), (59, 59, 5, 0.0286),
    ]) func theFirstSignificantCandidate(baseline: Int, trials: Int, failures: Int, chance: Double) {
        func worse(_ failures: Int) -> Double {
            RateComparison(
                candidate: FailureRate(failures: failures, trials: trials),
                baseline: FailureRate(failures: 0, trials: baseline)
            ).candidateIsWorse
        }
        #expect(near(worse(failures), chance, digits: 4) && worse(failures - 1) > 0.05)
    }

    @Test func noRunsOnASideShowNoDifference() {
        let none = RateComparison(
            candidate: FailureRate(failures: 0, trials: 0), baseline: FailureRate(failures: 3, trials: 3))
        #expect(none.candidateIsWorse == 1)
        #expect(none.interval(confidence: 0.95).upper > 0)
    }

    private static let twentyFive = [
        0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251, 0.269, 0.275, 0.34, 0.341,
        0.384, 0.569, 0.594, 0.696, 0.762, 0.94, 0.942, 0.975, 0.986,
    ]

    @Test(arguments: [
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]), ([0.02, 0.02, 0.02], [0.06, 0.06, 0.06]),
        ([0.04, 0.045, 0.9], [0.12, 0.12, 0.9]), ([0, 0.5, 1], [0, 1, 1]), ([0.049], [0.049]),
        ([0.011, 0.02, 0.02, 0.012, 0.9, 0.03], [0.066, 0.08, 0.08, 0.066, 0.9, 0.08]),
        (twentyFive, [0.025, 0.192, 0.897, 0.902, 0.902] + Array(repeating: 1, count: 20)), ([], []),
    ]) func severalTestsAtOnce(values: [Double], wanted: [Double]) throws {
        let adjusted = try SeveralTests.holm(values)
        #expect(adjusted.count == wanted.count && zip(adjusted, wanted).allSatisfy { near($0, $1) }, "\(adjusted)")
    }

    @Test(arguments: [[0.1, .nan], [-0.1], [1.1], [.infinity]]) func noProbabilityIsRefused(values: [Double]) {
        #expect(throws: StatisticsError.self) { try SeveralTests.holm(values) }
    }
}
