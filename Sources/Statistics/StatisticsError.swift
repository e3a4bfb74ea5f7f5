/// The reason a figure cannot be computed.
public enum StatisticsError: Error, Hashable, Sendable {
    /// The value with this index is not a number, or not finite where it must be.
    case notFinite(index: Int)
    /// There are fewer values than the formula needs.
    case tooFew(have: Int, need: Int)
    /// There are more values than are accepted together.
    case tooMany(have: Int, most: Int)
    /// A setting is outside its range; the text is the rule it must satisfy.
    case outOfRange(String)
}

extension StatisticsError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFinite(let index): "value \(index) is not a finite number"
        case .tooFew(let have, let need): "there are \(have) values, and \(need) are needed"
        case .tooMany(let have, let most): "there are \(have) values, and \(most) at most are taken"
        case .outOfRange(let rule): rule
        }
    }
}

extension [Double] {
    /// Rejects values that are not finite; with `never`, +infinity represents one that never occurred (gate.md, 2.1).
    func check(never: Bool = false) throws(StatisticsError) {
        for (index, value) in enumerated() where !value.isFinite && !(never && value == .infinity) {
            throw .notFinite(index: index)
        }
    }

    func check(atLeast count: Int) throws(StatisticsError) {
        if self.count < count { throw .tooFew(have: self.count, need: count) }
    }

    var mean: Double { reduce(0, +) / Double(count) }

    /// The sample's variance, with divisor n-1.
    var variance: Double {
        let mean = mean
        return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
    }
}
