/// Whether one set of values is above another: Mann and Whitney's test, Hodges and Lehmann's shift (gate.md, 2.4).
///
/// It is no test of medians if the shapes differ. +infinity represents a value that never occurred: two of those are
/// equal.
public struct ShiftTest: Hashable, Sendable {
    /// The number of pairs in which the first value is larger than the second; ties count one half.
    public let pairs: Double
    /// Two-sided.
    public let probability: Double
    /// Whether `probability` is exact, not the normal approximation.
    public let isExact: Bool
    /// The median of all differences, second minus first; nil if infinities leave none.
    public let shift: Double?
    /// The interval that contains the shift with 95 % confidence; nil for too few values.
    public let interval: FailureRate.Interval?
    /// The rank of the interval's limits, from either end.
    public let rank: Int

    /// The most pairs for which the distribution is counted exactly.
    public static let mostCounted = 400
    /// The most pairs that are compared.
    public static let mostPairs = 4_000_000

    /// Takes at least one value on each side.
    public init(_ first: [Double], _ second: [Double]) throws(StatisticsError) {
        try first.check(atLeast: 1)
        try second.check(atLeast: 1)
        try first.check(never: true)
        try second.check(never: true)
        let size = first.count * second.count
        guard size <= Self.mostPairs else { throw .tooMany(have: size, most: Self.mostPairs) }
        var pairs = 0.0
        var differences: [Double] = []
        differences.reserveCapacity(size)
        for one in first {
            for other in second {
                pairs += one > other ? 1 : one == other ? 0.5 : 0
                differences.append(one == other ? 0 : other - one)
            }
        }
        differences.sort()
        self.pairs = pairs
        let ties = Self.ties(first + second)
        let counts = size <= Self.mostCounted ? Self.counts(first.count, second.count) : nil
        let spread = Self.deviation(first.count, second.count, ties)
        if let counts, ties.isEmpty {
            isExact = true
            probability = Self.exact(pairs, counts)
        } else {
            isExact = false
            let distance = max(0, abs(pairs - Double(size) / 2) - 0.5)
            probability = spread == 0 ? 1 : min(1, 2 * Normal.cumulative(-distance / spread))
        }
        shift = Self.median(differences)
        rank = Self.rank(size, counts, Self.deviation(first.count, second.count, []))
        interval =
            rank < 1
            ? nil : FailureRate.Interval(lower: differences[rank - 1], upper: differences[size - rank])
    }

    /// Returns the count of each value that occurs more than once.
    private static func ties(_ values: [Double]) -> [Int] {
        let sorted = values.sorted()
        var found: [Int] = []
        var run = 1
        for index in sorted.indices.dropFirst() {
            if sorted[index] == sorted[index - 1] {
                run += 1
            } else {
                if run > 1 { found.append(run) }
                run = 1
            }
        }
        if run > 1 { found.append(run) }
        return found
    }

    /// Returns the number of orders that give each number of pairs: f(u, m, n) = f(u-n, m-1, n) + f(u, m, n-1).
    private static func counts(_ first: Int, _ second: Int) -> [Double] {
        let size = first * second
        // By n: the counts for the present m.
        var rows = Array(repeating: [1.0] + Array(repeating: 0, count: size), count: second + 1)
        for _ in 1...first {
            var next = rows
            next[0] = [1.0] + Array(repeating: 0, count: size)
            for n in 1...second {
                for u in 0...size { next[n][u] = (u >= n ? rows[n][u - n] : 0) + next[n - 1][u] }
            }
            rows = next
        }
        return rows[second]
    }

    private static func exact(_ pairs: Double, _ counts: [Double]) -> Double {
        let all = counts.reduce(0, +)
        let below = counts[...Int(pairs)].reduce(0, +)
        let above = counts[Int(pairs)...].reduce(0, +)
        return min(1, 2 * min(below, above) / all)
    }

    private static func deviation(_ first: Int, _ second: Int, _ ties: [Int]) -> Double {
        let all = Double(first + second)
        let correction = ties.reduce(0.0) { $0 + Double($1) * (Double($1) * Double($1) - 1) }
        return (Double(first) * Double(second) / 12 * (all + 1 - correction / (all * (all - 1)))).squareRoot()
    }

    /// Returns the largest c for which P(U <= c-1) is at most 2.5 %.
    private static func rank(_ size: Int, _ counts: [Double]?, _ deviation: Double) -> Int {
        guard let counts else {
            let rank = Double(size) / 2 + 0.5 + Normal.quantile(0.025) * deviation
            return max(0, Int(rank.rounded(.down)))
        }
        let all = counts.reduce(0, +)
        var sum = 0.0
        for (value, count) in counts.enumerated() {
            sum += count
            if sum > 0.025 * all { return value }
        }
        return 0
    }

    private static func median(_ sorted: [Double]) -> Double? {
        let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        if low == high { return low }
        return low.isFinite && high.isFinite ? (low + high) / 2 : nil
    }
}
