import Statistics
import Testing

/// gate.md, sections 2.2, 2.3 and 2.8.
@Suite struct OrderStatisticsTests {
    @Test(arguments: [
        (0.90, 0.90, [22, 38, 52, 65, 78]), (0.90, 0.95, [29, 46, 61, 76, 89]), (0.95, 0.90, [45, 77, 105, 132, 158]),
        (0.95, 0.95, [59, 93, 124, 153, 181]), (0.99, 0.95, [299, 473, 628, 773, 913]),
        (0.99, 0.99, [459, 662, 838, 1001, 1157]), (0.999, 0.95, [2995, 4742, 6294, 7752, 9151]),
    ]) func valuesNeeded(share: Double, confidence: Double, wanted: [Int]) {
        #expect((0...4).map { OrderStatistics.needed(for: share, confidence: confidence, above: $0) } == wanted)
        for (above, count) in wanted.enumerated() {
            #expect(
                OrderStatistics.upperLimitRank(of: share, confidence: confidence, in: count) == count - above)
            let fewer = OrderStatistics.upperLimitRank(of: share, confidence: confidence, in: count - 1)
            #expect(fewer == (above == 0 ? nil : count - above), "\(count - 1)")
        }
    }

    @Test(
        arguments: [
            (58, nil), (59, 59), (92, 92), (93, 92), (100, 99), (124, 122), (153, 150), (181, 177), (200, 196),
            (300, 292), (500, 484), (1000, 962), (0, nil),
        ] as [(Int, Int?)]) func theRankFor95Of95(count: Int, rank: Int?)
    {
        #expect(OrderStatistics.upperLimitRank(of: 0.95, confidence: 0.95, in: count) == rank)
    }

    @Test(arguments: [(0.90, 0.95, 46), (0.95, 0.95, 93), (0.99, 0.95, 473)])
    func fromTheSmallestToTheLargest(share: Double, confidence: Double, count: Int) {
        #expect(OrderStatistics.neededTwoSided(for: share, confidence: confidence) == count)
    }

    @Test(arguments: [
        (10, 0.5, 2, 9, 0.97852), (20, 0.5, 6, 15, 0.95861), (50, 0.5, 18, 33, 0.96716), (100, 0.5, 40, 61, 0.96480),
        (100, 0.95, 90, 100, 0.98261), (200, 0.95, 184, 197, 0.96715), (1000, 0.95, 936, 964, 0.95810),
        (1000, 0.99, 983, 997, 0.97609),
    ]) func intervalsForQuantiles(count: Int, quantile: Double, lower: Int, upper: Int, coverage: Double) {
        let ranks = OrderStatistics.interval(for: quantile, confidence: 0.95, in: count)
        #expect(ranks.lower == lower && ranks.upper == upper && near(ranks.coverage, coverage, digits: 5), "\(ranks)")
    }

    @Test func fewValuesHaveNoUpperLimitForAHighQuantile() {
        #expect(OrderStatistics.interval(for: 0.95, confidence: 0.95, in: 59).upper == nil)
        #expect(OrderStatistics.interval(for: 0.5, confidence: 0.95, in: 0).lower == nil)
    }

    @Test func theNearestRankDoesNotInterpolate() throws {
        let values = (1...10).map(Double.init)
        #expect(try OrderStatistics.nearestRank(0.95, of: values) == 10)
        #expect(try OrderStatistics.nearestRank(0.5, of: values) == 5)
        #expect(try OrderStatistics.nearestRank(0, of: values) == 1)
        #expect(try OrderStatistics.nearestRank(0.95, of: values + [.infinity]) == .infinity)
        #expect(throws: StatisticsError.notFinite(index: 1)) { try OrderStatistics.nearestRank(0.5, of: [1, .nan]) }
        #expect(throws: StatisticsError.notFinite(index: 0)) { try OrderStatistics.nearestRank(0.5, of: [-.infinity]) }
        #expect(throws: StatisticsError.tooFew(have: 0, need: 1)) { try OrderStatistics.nearestRank(0.5, of: []) }
    }

    @Test(arguments: [
        (3, 6.1553, 7.6559, 10.5527), (4, 4.1619, 5.1439, 7.0424), (5, 3.4066, 4.2027, 5.7411),
        (6, 3.0063, 3.7077, 5.0620), (8, 2.5819, 3.1873, 4.3539), (10, 2.3546, 2.9110, 3.9811),
        (15, 2.0684, 2.5660, 3.5201), (20, 1.9260, 2.3960, 3.2952), (30, 1.7773, 2.2198, 3.0639),
        (50, 1.6456, 2.0650, 2.8624), (100, 1.5267, 1.9265, 2.6840), (500, 1.3851, 1.7630, 2.4754),
    ]) func normalFactorsOneSided(count: Int, first: Double, second: Double, third: Double) {
        let factors = [0.90, 0.95, 0.99].map {
            NormalTolerance.oneSided(count: count, share: $0, confidence: 0.95)
        }
        #expect(factors == [first, second, third])
    }

    @Test(arguments: [(5, 3.3998, 4.6660), (10, 2.5684, 3.5317), (20, 2.2078, 3.0515), (50, 1.9653, 2.7349)])
    func normalFactorsAtNinetyPercent(count: Int, first: Double, second: Double) {
        #expect(NormalTolerance.oneSided(count: count, share: 0.95, confidence: 0.90) == first)
        #expect(NormalTolerance.oneSided(count: count, share: 0.99, confidence: 0.90) == second)
    }

    @Test func betweenTwoRowsTheSaferOneHolds() {
        #expect(NormalTolerance.oneSided(count: 7, share: 0.95, confidence: 0.95) == 3.7077)
        #expect(NormalTolerance.oneSided(count: 2, share: 0.95, confidence: 0.95) == nil)
        #expect(NormalTolerance.oneSided(count: 10, share: 0.5, confidence: 0.95) == nil)
        #expect(NormalTolerance.oneSided(count: 10, share: 0.95, confidence: 0.8) == nil)
    }

    @Test(arguments: [
        (5, 5.0935), (10, 3.3819), (20, 2.7523), (30, 2.5496), (50, 2.3788), (100, 2.2328),
    ]) func normalFactorsTwoSidedByHowe(count: Int, factor: Double) throws {
        let found = try #require(NormalTolerance.twoSided(count: count, share: 0.95, confidence: 0.95))
        #expect(near(found, factor, digits: 4))
    }

    @Test func theExampleOfTheHandbook() throws {
        // NIST/SEMATECH e-Handbook 7.2.6.3 gives 2.217.
        let found = try #require(NormalTolerance.twoSided(count: 43, share: 0.90, confidence: 0.99))
        #expect(near(found, 2.2173, digits: 4))
        #expect(NormalTolerance.twoSided(count: 1, share: 0.9, confidence: 0.9) == nil)
    }
}
