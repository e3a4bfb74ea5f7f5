import Gate

/// Upper limits of rates, each computed once, because many groups have the same numbers.
struct UpperLimits {
    private struct Numbers: Hashable {
        let failures: Int
        let trials: Int
    }

    private let bar: PassBar
    private var limits: [Numbers: Double] = [:]

    init(_ bar: PassBar) { self.bar = bar }

    mutating func limit(_ group: HistoryGroup) -> Double { limit(group.failures, of: group.trials) }

    /// Returns the class of the group's runs.
    mutating func outcome(_ group: HistoryGroup) -> GateClass {
        group.outcome(bar, upperLimit: group.trials == 0 ? 1 : limit(group))
    }

    /// Returns the limit with every left-out run counted as failed.
    mutating func worstCase(_ group: HistoryGroup) -> Double {
        limit(group.failures + group.leftOut, of: group.trials + group.leftOut)
    }

    private mutating func limit(_ failures: Int, of trials: Int) -> Double {
        let numbers = Numbers(failures: failures, trials: trials)
        if let known = limits[numbers] { return known }
        let limit = HistoryFigures.upperLimit(failures: failures, trials: trials, confidence: bar.confidence)
        limits[numbers] = limit
        return limit
    }
}
