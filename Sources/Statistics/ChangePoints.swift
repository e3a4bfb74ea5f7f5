/// Detects changes in the level of a series: E-divisive with means, and a t-test of both sides (gate.md, section
/// 2.9).
///
/// Change points date and raise alarms. They never pass or fail a gate: they need several values after the change,
/// and move when values arrive.
public enum ChangePoints {
    /// The fewest values on a side of a change.
    public static let leastValues = 3
    /// The number of values on each side that an alarm requires.
    public static let alarmValues = 5
    /// The most values in one series.
    public static let mostValues = 1_000

    public struct Point: Hashable, Sendable {
        /// The index of the first value after the change.
        public let index: Int
        public let before: Double
        public let after: Double
        /// The probability of such a difference without a change: Student's t, equal variances, divisor n-1,
        /// two-sided.
        public let probability: Double
        /// Whether both sides have enough values for an alarm.
        public let isAlarm: Bool
    }

    /// The best point to split a series in two, where the second part need not extend to the end.
    struct Split {
        /// The first value of the second part.
        let index: Int
        let distance: Double
    }

    /// Returns the change points of a series at a risk, first one first.
    public static func find(in values: [Double], risk: Double = 0.001) throws(StatisticsError) -> [Point] {
        guard values.count <= mostValues else { throw .tooMany(have: values.count, most: mostValues) }
        try values.check()
        guard risk > 0, risk < 1 else { throw .outOfRange("a risk lies between 0 and 1") }
        let distances = PairDistances(values)
        // Weak ones first: one change may hide behind another until both are known.
        var found: [Int] = []
        var rest = [0..<values.count]
        while let segment = rest.popLast() {
            guard let split = best(distances, segment, least: leastValues) else { continue }
            let (left, right) = (segment.lowerBound..<split.index, split.index..<segment.upperBound)
            guard difference(values[left], values[right]) <= 10 * risk else { continue }
            found.append(split.index)
            rest += [left, right]
        }
        found.sort()
        while let weakest = weakest(found, in: values), weakest.probability > risk {
            found.removeAll { $0 == weakest.index }
        }
        return points(found, in: values)
    }

    /// Returns the best split of a segment with at least `least` values on each side; nil for too few values.
    static func best(_ distances: PairDistances, _ segment: Range<Int>, least: Int) -> Split? {
        guard segment.count >= 2 * least else { return nil }
        var best: Split?
        for index in (segment.lowerBound + least)...(segment.upperBound - least) {
            for end in (index + least)...segment.upperBound {
                let distance = distances.divergence(segment.lowerBound..<index, index..<end)
                if distance > best?.distance ?? 0 { best = Split(index: index, distance: distance) }
            }
        }
        return best
    }

    private static func points(_ found: [Int], in values: [Double]) -> [Point] {
        found.enumerated().map { place, index in
            let (left, right) = sides(found, place, values)
            return Point(
                index: index, before: Array(left).mean, after: Array(right).mean,
                probability: difference(left, right), isAlarm: min(left.count, right.count) >= alarmValues)
        }
    }

    private static func weakest(_ found: [Int], in values: [Double]) -> Point? {
        points(found, in: values).max { $0.probability < $1.probability }
    }

    private static func sides(
        _ found: [Int], _ place: Int, _ values: [Double]
    ) -> (ArraySlice<Double>, ArraySlice<Double>) {
        let start = place == 0 ? 0 : found[place - 1]
        let end = place == found.count - 1 ? values.count : found[place + 1]
        return (values[start..<found[place]], values[found[place]..<end])
    }

    /// Returns the two-sided p of Student's test.
    private static func difference(_ left: ArraySlice<Double>, _ right: ArraySlice<Double>) -> Double {
        let (one, other) = (Array(left), Array(right))
        let degrees = Double(one.count + other.count - 2)
        guard degrees > 0 else { return 1 }
        let squares =
            (one.count > 1 ? one.variance * Double(one.count - 1) : 0)
            + (other.count > 1 ? other.variance * Double(other.count - 1) : 0)
        let error = (squares / degrees * (1 / Double(one.count) + 1 / Double(other.count))).squareRoot()
        guard error > 0 else { return one.mean == other.mean ? 1 : 0 }
        return min(1, 2 * StudentT(degrees: degrees).above(abs(one.mean - other.mean) / error))
    }
}

/// The distances of all pairs of a series, arranged so that the sum over any two ranges is found immediately.
struct PairDistances {
    private let width: Int
    /// At row i and column j: over all pairs of the first i and the first j values.
    private let sums: [Double]

    init(_ values: [Double]) {
        let width = values.count + 1
        var sums = Array(repeating: 0.0, count: width * width)
        for (row, one) in values.enumerated() {
            var sum = 0.0
            for (column, other) in values.enumerated() {
                sum += abs(one - other)
                sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + sum
            }
        }
        self.width = width
        self.sums = sums
    }

    private func sum(_ rows: Range<Int>, _ columns: Range<Int>) -> Double {
        func corner(_ row: Int, _ column: Int) -> Double { sums[row * width + column] }
        return corner(rows.upperBound, columns.upperBound) - corner(rows.lowerBound, columns.upperBound)
            - corner(rows.upperBound, columns.lowerBound) + corner(rows.lowerBound, columns.lowerBound)
    }

    /// Returns the sheet's Q: the excess of distances between two parts over those within each.
    func divergence(_ left: Range<Int>, _ right: Range<Int>) -> Double {
        let (n, m) = (Double(left.count), Double(right.count))
        var result = 2 / (m + n) * sum(left, right)
        // Each sum over a square counts every pair twice.
        if left.count > 1 { result -= m / ((m + n) * (n - 1)) * sum(left, left) }
        if right.count > 1 { result -= n / ((m + n) * (m - 1)) * sum(right, right) }
        return result
    }
}
