import Statistics

/// The statistics that the history shows, of whole numbers as it has them.
enum HistoryFigures {
    static func upperLimit(failures: Int, trials: Int, confidence: Double) -> Double {
        FailureRate(failures: failures, trials: trials).upperLimit(confidence: confidence)
    }

    // MARK: Rates

    /// A candidate's failures against a baseline's.
    static func comparison(
        _ candidate: FirmwareComparison.RunCount, _ baseline: FirmwareComparison.RunCount
    ) -> RateComparison {
        RateComparison(
            candidate: FailureRate(failures: candidate.failures, trials: candidate.trials),
            baseline: FailureRate(failures: baseline.failures, trials: baseline.trials))
    }

    /// Holm's correction. What this module hands over are probabilities, so nothing can be wrong with them.
    static func holm(_ probabilities: [Double]) -> [Double] {
        (try? SeveralTests.holm(probabilities)) ?? probabilities.map { _ in 1 }
    }

    // MARK: Quantities

    /// How the values of two sides differ; nil where one of them has none.
    ///
    /// So many on each side never came about: they are larger than every value, and are no reason to leave a run out.
    static func shift(
        from old: [Int64], _ oldMissing: Int, to new: [Int64], _ newMissing: Int
    ) -> ShiftTest? {
        let never = Double.infinity
        let left = old.map { Double($0) } + [Double](repeating: never, count: max(0, oldMissing))
        let right = new.map { Double($0) } + [Double](repeating: never, count: max(0, newMissing))
        return try? ShiftTest(left, right)
    }

    /// The smallest probability that so many values on each side can come to, two-sided.
    ///
    /// All of one side above all of the other is one order of as many as there are ways to choose one side's places.
    static func smallestProbability(_ one: Int, _ other: Int) -> Double {
        guard one > 0, other > 0 else { return 1 }
        var orders = 1.0
        for place in 1...min(one, other) where orders < 1e9 {
            orders *= Double(one + other - min(one, other) + place) / Double(place)
        }
        return min(1, 2 / orders)
    }

    /// The middle value, by nearest rank; 0 for none.
    static func median(_ values: [Int64]) -> Int64 {
        values.isEmpty ? 0 : values.sorted()[(values.count - 1) / 2]
    }

    /// How many values a search for changes takes.
    static let mostValues = ChangePoints.mostValues

    /// Where a series becomes another one; whole numbers in bounded count leave nothing to refuse.
    static func changes(in values: [Int64]) -> [ChangePoints.Point] {
        (try? ChangePoints.find(in: values.map { Double($0) })) ?? []
    }
}
