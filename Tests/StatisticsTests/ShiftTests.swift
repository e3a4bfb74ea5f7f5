import Statistics
import Testing

/// gate.md, sections 2.1, 2.4, 2.6 and 2.10.
@Suite struct ShiftTests {
    private static let warm = [12.1, 11.8, 12.6, 12.0, 11.9]
    private static let warmer = [12.9, 13.4, 12.7, 13.1, 12.5]
    private static let one = [101.2, 99.8, 100.4, 100.9, 99.5, 100.1, 100.7, 99.9, 100.3, 100.6]
    private static let other = [100.2, 100.8, 99.7, 101.0, 100.5, 100.0, 99.6, 100.9, 100.4, 100.3]

    struct Row: Sendable {
        let first: [Double]
        let second: [Double]
        let pairs: Double
        let isExact: Bool
        let probability: Double
        let shift: Double
        let interval: (Double, Double)
        let rank: Int
    }

    private static let rows = [
        Row(
            first: warm, second: warmer, pairs: 1, isExact: true, probability: 0.015873, shift: 0.8,
            interval: (0.3, 1.4), rank: 3),
        Row(
            first: (1...8).map(Double.init), second: (2...9).map(Double.init), pairs: 24.5, isExact: false,
            probability: 0.459931, shift: 1, interval: (-2, 4), rank: 14),
        Row(
            first: one, second: other, pairs: 49.5, isExact: false, probability: 1, shift: 0, interval: (-0.5, 0.5),
            rank: 24),
        Row(
            first: [3.1, 2.9, 3.0, 3.2], second: [3.05, 9.7, 3.15, 2.95], pairs: 6, isExact: true,
            probability: 0.685714, shift: 0.05, interval: (-0.25, 6.8), rank: 1),
    ]

    @Test(arguments: rows) func mannWhitneyAndHodgesLehmann(row: Row) throws {
        let test = try ShiftTest(row.first, row.second)
        #expect(test.pairs == row.pairs && test.isExact == row.isExact)
        #expect(near(test.probability, row.probability))
        #expect(near(try #require(test.shift), row.shift))
        let interval = try #require(test.interval)
        #expect(near(interval.lower, row.interval.0) && near(interval.upper, row.interval.1), "\(interval)")
        #expect(test.rank == row.rank)
    }

    @Test func whatNeverCameAboutIsLargerThanAll() throws {
        let test = try ShiftTest([1, 2, 3, 4, 5], [.infinity, .infinity, .infinity, 9, 10])
        #expect(test.pairs == 0 && test.probability < 0.02 && test.shift == .infinity)
        let same = try ShiftTest([.infinity, .infinity], [.infinity, .infinity])
        #expect(same.shift == 0 && same.probability == 1)
        #expect(throws: StatisticsError.notFinite(index: 0)) { try ShiftTest([.nan], [1]) }
        #expect(throws: StatisticsError.notFinite(index: 0)) { try ShiftTest([1], [-.infinity]) }
        #expect(throws: StatisticsError.tooFew(have: 0, need: 1)) { try ShiftTest([], [1]) }
    }

    @Test func tooFewValuesHaveNoInterval() throws {
        #expect(try ShiftTest([1, 2, 3], [4, 5, 6]).interval == nil)
    }

    @Test func manyValuesAreApproximated() throws {
        let first = (0..<60).map { Double($0 * 7 % 60) }
        let test = try ShiftTest(first, first.map { $0 + 20.5 })
        #expect(!test.isExact && test.probability < 1e-4)
        let interval = try #require(test.interval)
        #expect(interval.lower < 20.5 && interval.upper > 20.5 && interval.lower > 10)
    }

    @Test func equivalenceWithinAMargin() throws {
        let moved = try Equivalence(Self.warm, Self.warmer, margin: 1)
        #expect(near(moved.difference, 0.84) && near(moved.standardError, 0.209284))
        #expect(near(moved.degrees, 7.8971, digits: 4))
        #expect(near(moved.isLower, 0.000012) && near(moved.isHigher, 0.233395) && !moved.holds())
        let still = try Equivalence(Self.one, Self.other, margin: 1)
        #expect(near(still.difference, 0) && near(still.standardError, 0.225783))
        #expect(near(still.degrees, 17.8504, digits: 4))
        #expect(near(still.isLower, 0.000165) && near(still.isHigher, 0.000165) && still.holds())
        let closer = try Equivalence(Self.one, Self.other, margin: 0.5)
        #expect(near(closer.isLower, 0.020025) && near(closer.isHigher, 0.020025) && closer.holds())
    }

    @Test func valuesThatDoNotScatterAreWithinTheMarginOrNot() throws {
        #expect(try Equivalence([1, 1, 1], [1, 1], margin: 0.1).holds())
        #expect(try !Equivalence([1, 1, 1], [2, 2], margin: 1).holds())
        #expect(throws: StatisticsError.self) { try Equivalence([1, 1], [2, 2], margin: 0) }
        #expect(throws: StatisticsError.self) { try Equivalence([1], [2, 2], margin: 1) }
        #expect(throws: StatisticsError.self) { try Equivalence([1, .infinity], [2, 2], margin: 1) }
        #expect(throws: StatisticsError.self) { try Equivalence([1e308, -1e308], [2, 2], margin: 1) }
    }

    @Test func controlCharts() throws {
        let chart = try ControlChart(individuals: [10.1, 9.9, 10.0, 10.2, 9.8, 10.1, 10.0, 9.9, 10.3, 9.7])
        #expect(near(chart.centre, 10) && near(chart.meanRange, 0.266667))
        #expect(near(chart.upper, 10.709333))
        #expect(throws: StatisticsError.self) { try ControlChart(individuals: [1]) }
    }
}
