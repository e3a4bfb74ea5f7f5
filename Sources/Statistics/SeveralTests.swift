/// Adjusts the p-values of several tests that are considered together (gate.md, section 1.6).
public enum SeveralTests {
    /// Holm's step-down method, for alarms and for blocking: it controls the chance of any false one.
    ///
    /// Takes p-values from 0 to 1, and returns the adjusted ones in the same order.
    public static func holm(_ values: [Double]) throws(StatisticsError) -> [Double] {
        try check(values)
        var adjusted = values
        var largest = 0.0
        for (rank, index) in order(values).enumerated() {
            largest = max(largest, min(1, Double(values.count - rank) * values[index]))
            adjusted[index] = largest
        }
        return adjusted
    }

    private static func order(_ values: [Double]) -> [Int] {
        values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    }

    private static func check(_ values: [Double]) throws(StatisticsError) {
        try values.check()
        guard values.allSatisfy({ (0...1).contains($0) }) else { throw .outOfRange("a p-value lies between 0 and 1") }
    }
}
