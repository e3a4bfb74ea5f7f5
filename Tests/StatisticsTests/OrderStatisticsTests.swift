import Statistics
import Testing

/// gate.md, section 2.2.
@Suite struct OrderStatisticsTests {
    @Test(arguments: [
        (0.90, 0.90, [22, 38, 52, 65, 78]), (0.90, 0.95, [29, 46, 61, 76, 89]), (0.95, 0.90, [45, 77, 105, 132, 158]),
        (0.95, 0.95, [59, 93, 124, 153, 181]), (0.99, 0.95, [299, 473, 628, 773, 913]),
        (0.99, 0.99, [459, 662, 838, 1001, 1157]), (0.999, 0.95, [2995, 4742, 6294, 7752, 9151]),
    ]) func valuesNeeded(share: Double, confidence: Double, wanted: [Int]) {
        #expect(OrderStatistics.needed(for: share, confidence: confidence) == wanted.first)
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
}
