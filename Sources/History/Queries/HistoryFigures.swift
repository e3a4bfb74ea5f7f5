import Statistics

/// The statistics shown by the history, computed from its whole numbers.
enum HistoryFigures {
    static func upperLimit(failures: Int, trials: Int, confidence: Double) -> Double {
        FailureRate(failures: failures, trials: trials).upperLimit(confidence: confidence)
    }

    // MARK: Rates

    /// Compares a candidate's failures with a baseline's.
    static func comparison(
        _ candidate: FirmwareComparison.RunCount, _ baseline: FirmwareComparison.RunCount
    ) -> RateComparison {
        RateComparison(
            candidate: FailureRate(failures: candidate.failures, trials: candidate.trials),
            baseline: FailureRate(failures: baseline.failures, trials: baseline.trials))
    }

    /// Applies Holm's correction. This module passes only probabilities, so it cannot fail.
    static func holm(_ probabilities: [Double]) -> [Double] {
        (try? SeveralTests.holm(probabilities)) ?? probabilities.map { _ in 1 }
    }

    // MARK: Quantities

    /// Returns how the values of two sides differ; nil if one of them has none.
    ///
    /// Values that never came about are given by their number: they are larger than every value, and no reason to
    /// leave a run out.
    static func shift(
        from old: [Int64], _ oldMissing: Int, to new: [Int64], _ newMissing: Int
    ) -> ShiftTest? {
        let never = Double.infinity
        let left = old.map { Double($0) } + [Double](repeating: never, count: max(0, oldMissing))
        let right = new.map { Double($0) } + [Double](repeating: never, count: max(0, newMissing))
        return try? ShiftTest(left, right)
    }

    /// Returns the smallest two-sided probability that this many values on each side can give.
    ///
    /// All values of one side above all of the other is one ordering out of the number of ways to choose one side's
    /// places.
    static func smallestProbability(_ one: Int, _ other: Int) -> Double {
        guard one > 0, other > 0 else { return 1 }
        var orders = 1.0
        for place in 1...min(one, other) where orders < 1e9 {
            orders *= Double(one + other - min(one, other) + place) / Double(place)
        }
        return min(1, 2 / orders)
    }

    /// Returns the middle value, by nearest rank; 0 if there is none.
    static func median(_ values: [Int64]) -> Int64 {
        values.isEmpty ? 0 : values.sorted()[(values.count - 1) / 2]
    }

    /// Returns where a series changes; a bounded number of whole numbers leaves nothing to refuse.
    static func changes(in values: [Int64]) -> [ChangePoints.Point] {
        (try? ChangePoints.find(in: values.map { Double($0) })) ?? []
    }
}
