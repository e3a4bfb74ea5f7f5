import Testing

@testable import Statistics

/// gate.md, section 2.9: the sheet's vectors from another program, and this project's own rules.
@Suite struct ChangePointTests {
    private static let readme = [10.43, 10.23, 10.29, 10.91, 10.34, 10.69, 9.23, 9.11, 9.13, 9.03]
    private static let noise: [Double] = [
        154_023, 138_455, 143_112, 149_190, 132_098, 151_344, 155_145, 148_889, 149_466, 148_209,
    ]
    private static let step: [Double] = {
        let first: [Double] = [100, 101, 99, 100, 102, 98, 101, 100, 99, 100]
        return first + first.map { $0 + 10 }
    }()
    private static let spike = [10, 10.1, 9.9, 10, 10.1, 9.9, 10, 10.1, 30, 10, 9.9, 10.1, 10, 9.9, 10.1, 10]
    private static let lastValue = [10, 10.1, 9.9, 10.05, 10, 9.95, 10.1, 9.9, 10, 10.05, 12]
    private static let levels = [
        1.0, 1.1, 0.9, 1.0, 1.1, 0.9, 2.0, 2.1, 1.9, 2.0, 2.1, 1.9, 1.5, 1.6, 1.4, 1.5, 1.6, 1.4,
    ]
    private static let drift = (0..<30).map { 10 + Double($0) / 10 }
    private static let spread =
        (0..<20).map { $0.isMultiple(of: 2) ? 9.9 : 10.1 }
        + (0..<20).map { $0.isMultiple(of: 2) ? 7.0 : 13.0 }

    @Test(arguments: [
        (readme, 6, 5.513600), (noise, 1, 15_568), (step, 10, 86.666667), (spike, 8, 35.447619),
        (lastValue, 10, 3.549495), (levels, 6, 5.36), (drift, 15, 14.5),
    ]) func theBestSplitIsThatOfTheSheet(values: [Double], index: Int, distance: Double) throws {
        let split = try #require(Self.bestSplit(of: values))
        #expect(split.index == index && near(split.distance, distance), "\(split)")
    }

    @Test func everySplitOfFourValues() throws {
        // Q for each t and k, section 2.9: the best split for each beginning is the largest in its column.
        #expect(Self.bestSplit(of: [1, 2])?.distance == 1)
        let three = try #require(Self.bestSplit(of: [1, 2, 4]))
        #expect(three.index == 2 && near(three.distance, 2.666667))
        let four = try #require(Self.bestSplit(of: [1, 2, 4, 8]))
        #expect(four.index == 3 && near(four.distance, 7))
        #expect(Self.bestSplit(of: [1, 2, 4, 8], least: 3) == nil)
    }

    private static func bestSplit(of values: [Double], least: Int = 1) -> ChangePoints.Split? {
        ChangePoints.best(PairDistances(values), 0..<values.count, least: least)
    }

    @Test(
        arguments: [
            (readme, [6], [1.007e-05]), (noise, [], []), (step, [10], [1.680e-13]), (spike, [], []),
            (lastValue, [], []),
            (levels, [6, 12], [2.941e-09, 2.135e-06]), (spread, [], []), (Array(repeating: 5, count: 12), [], []),
            ([], [], []), ([1], [], []),
        ] as [([Double], [Int], [Double])])
    func changesAreFoundWhereThereAreSome(values: [Double], wanted: [Int], chances: [Double]) throws {
        let points = try ChangePoints.find(in: values)
        #expect(points.map(\.index) == wanted)
        for (point, chance) in zip(points, chances) {
            #expect(abs(point.probability / chance - 1) < 0.001, "\(point)")
        }
    }

    @Test func anAlarmTakesFiveValuesOnEachSide() throws {
        let four = try ChangePoints.find(in: Self.readme)
        #expect(four.map(\.isAlarm) == [false])
        let five = try ChangePoints.find(in: Self.readme + [9.12])
        #expect(five.map(\.index) == [6] && five.map(\.isAlarm) == [true])
        #expect(near(five[0].before, 10.48, digits: 2))
    }

    @Test func aDriftBecomesSteps() throws {
        #expect(try !ChangePoints.find(in: Self.drift).isEmpty)
    }

    @Test func tiesAndExactLevelsDivideByNothing() throws {
        let points = try ChangePoints.find(in: [1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
        #expect(points.map(\.index) == [5] && points[0].probability == 0)
    }

    @Test func whatIsNoSeriesIsRefused() {
        #expect(throws: StatisticsError.notFinite(index: 1)) { try ChangePoints.find(in: [1, .infinity]) }
        #expect(throws: StatisticsError.self) { try ChangePoints.find(in: [1], risk: 0) }
        let many = Array(repeating: 1.0, count: ChangePoints.mostValues + 1)
        #expect(throws: StatisticsError.tooMany(have: 1001, most: 1000)) { try ChangePoints.find(in: many) }
    }
}
