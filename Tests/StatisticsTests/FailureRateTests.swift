import Statistics
import Testing

/// gate.md, sections 1.2, 1.3 and 1.5.
@Suite struct FailureRateTests {
    struct Row: Sendable {
        let failures: Int
        let trials: Int
        let interval: (Double, Double)
        let upper: Double
        let lower: Double
        let wilson: (Double, Double)
    }

    private static let rows = [
        Row(failures: 0, trials: 1, interval: (0, 0.975), upper: 0.95, lower: 0, wilson: (0, 0.793451)),
        Row(failures: 1, trials: 1, interval: (0.025, 1), upper: 1, lower: 0.05, wilson: (0.206549, 1)),
        Row(failures: 0, trials: 10, interval: (0, 0.308497), upper: 0.258866, lower: 0, wilson: (0, 0.277533)),
        Row(
            failures: 1, trials: 10, interval: (0.002529, 0.445016), upper: 0.394163, lower: 0.005116,
            wilson: (0.017876, 0.404150)),
        Row(
            failures: 5, trials: 10, interval: (0.187086, 0.812914), upper: 0.777559, lower: 0.222441,
            wilson: (0.236593, 0.763407)),
        Row(failures: 10, trials: 10, interval: (0.691503, 1), upper: 1, lower: 0.741134, wilson: (0.722467, 1)),
        Row(
            failures: 2, trials: 20, interval: (0.012349, 0.316983), upper: 0.282619, lower: 0.018065,
            wilson: (0.027866, 0.301034)),
        Row(failures: 0, trials: 59, interval: (0, 0.060609), upper: 0.049508, lower: 0, wilson: (0, 0.061129)),
        Row(
            failures: 1, trials: 93, interval: (0.000272, 0.058458), upper: 0.049994, lower: 0.000551,
            wilson: (0.001901, 0.058419)),
        Row(failures: 0, trials: 100, interval: (0, 0.036217), upper: 0.029513, lower: 0, wilson: (0, 0.036993)),
        Row(
            failures: 1, trials: 100, interval: (0.000253, 0.054459), upper: 0.046560, lower: 0.000513,
            wilson: (0.001767, 0.054486)),
        Row(
            failures: 10, trials: 100, interval: (0.049005, 0.176223), upper: 0.163718, lower: 0.055263,
            wilson: (0.055229, 0.174366)),
        Row(
            failures: 50, trials: 100, interval: (0.398321, 0.601679), upper: 0.586378, lower: 0.413622,
            wilson: (0.403832, 0.596168)),
        Row(failures: 0, trials: 299, interval: (0, 0.012262), upper: 0.009969, lower: 0, wilson: (0, 0.012685)),
        Row(
            failures: 3, trials: 300, interval: (0.002067, 0.028945), upper: 0.025641, lower: 0.002731,
            wilson: (0.003407, 0.028983)),
        Row(
            failures: 29, trials: 1000, interval: (0.019506, 0.041385), upper: 0.039332, lower: 0.020822,
            wilson: (0.020266, 0.041338)),
        Row(failures: 0, trials: 1000, interval: (0, 0.003682), upper: 0.002991, lower: 0, wilson: (0, 0.003827)),
    ]

    @Test(arguments: rows) func limitsAreThoseOfTheSheet(row: Row) {
        let rate = FailureRate(failures: row.failures, trials: row.trials)
        let interval = rate.interval(confidence: 0.95)
        #expect(near(interval.lower, row.interval.0) && near(interval.upper, row.interval.1), "\(interval)")
        #expect(near(rate.upperLimit(confidence: 0.95), row.upper))
        #expect(near(rate.lowerLimit(confidence: 0.95), row.lower))
        let wilson = rate.wilson(confidence: 0.95)
        #expect(near(wilson.lower, row.wilson.0) && near(wilson.upper, row.wilson.1), "\(wilson)")
    }

    @Test(arguments: [
        (0, 100, 0.90, 0.022763), (0, 100, 0.99, 0.045007), (2, 50, 0.90, 0.102959), (2, 50, 0.99, 0.157704),
        // With omitted runs counted as failed, section 1.5.
        (1, 101, 0.95, 0.046107), (3, 103, 0.95, 0.073557), (10, 110, 0.95, 0.149322), (0, 299, 0.95, 0.009969),
        (5, 304, 0.95, 0.034270),
    ]) func upperLimitsAtOtherConfidences(failures: Int, trials: Int, confidence: Double, limit: Double) {
        #expect(near(FailureRate(failures: failures, trials: trials).upperLimit(confidence: confidence), limit))
    }

    @Test func noTrialShowsNothing() {
        let none = FailureRate(failures: 0, trials: 0)
        #expect(none.upperLimit(confidence: 0.95) == 1)
        #expect(none.wilson(confidence: 0.95) == FailureRate.Interval(lower: 0, upper: 1))
        #expect(none.interval(confidence: 0.95) == FailureRate.Interval(lower: 0, upper: 1))
    }

    private static let confidences = [0.8, 0.9, 0.95, 0.99, 0.999]

    @Test(arguments: [
        (0.5, [3, 4, 5, 7, 10]), (0.2, [8, 11, 14, 21, 31]), (0.1, [16, 22, 29, 44, 66]),
        (0.05, [32, 45, 59, 90, 135]), (0.02, [80, 114, 149, 228, 342]), (0.01, [161, 230, 299, 459, 688]),
        (0.005, [322, 460, 598, 919, 1379]), (0.002, [804, 1151, 1497, 2301, 3451]),
        (0.001, [1609, 2302, 2995, 4603, 6905]), (0.0001, [16_094, 23_025, 29_956, 46_050, 69_075]),
    ]) func cleanRunsAreThoseOfTheSheet(rate: Double, wanted: [Int]) {
        #expect(Self.confidences.map { CleanRuns.needed(below: rate, confidence: $0) } == wanted)
        for (confidence, runs) in zip(Self.confidences, wanted) {
            #expect(FailureRate(failures: 0, trials: runs).upperLimit(confidence: confidence) <= rate + 1e-12)
            #expect(FailureRate(failures: 0, trials: runs - 1).upperLimit(confidence: confidence) > rate)
        }
    }

    @Test func aWholeNumberOfCleanRunsIsNotRoundedUp() {
        #expect(CleanRuns.needed(below: 0.5, confidence: 0.75) == 2)
    }

    @Test(arguments: [
        (0.1, 0.95, [29, 46, 61, 76, 89, 103]), (0.05, 0.95, [59, 93, 124, 153, 181, 208]),
        (0.01, 0.95, [299, 473, 628, 773, 913, 1049]), (0.01, 0.99, [459, 662, 838, 1001, 1157, 1307]),
        (0.001, 0.95, [2995, 4742, 6294, 7752, 9151, 10_511]),
    ]) func runsWithFailuresAllowed(rate: Double, confidence: Double, wanted: [Int]) {
        #expect((0...5).map { CleanRuns.needed(below: rate, confidence: confidence, allowing: $0) } == wanted)
    }

    @Test(arguments: [(3, 0.2, 0.488), (10, 0.05, 0.401263), (30, 0.01, 0.260300), (100, 0.01, 0.633968)])
    func theChanceThatRunsShowAFault(runs: Int, rate: Double, chance: Double) {
        #expect(near(CleanRuns.chanceToSee(rate: rate, in: runs), chance))
    }

    @Test func termsTooSmallForANumberStillAddUp() {
        // The median of many trials, where the first term is about exp(-3000).
        let binomial = Binomial(trials: 30_000, probability: 0.1)
        #expect(abs(binomial.atMost(3000) - 0.504857) < 1e-4)
    }
}
