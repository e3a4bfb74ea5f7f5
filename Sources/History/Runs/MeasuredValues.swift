public import Journal
import Vocabulary

/// The values of one quantity in one run, reduced to three numbers.
private struct MeasuredValues {
    var values: [(number: Int64, times: Int64)] = []
    var limit: Int64?

    mutating func add(_ measured: Measured) {
        values.append((measured.value.parts.number, Int64(min(1_000_000_000, max(1, measured.times ?? 1)))))
        guard let more = measured.limit?.parts.number else { return }
        limit = min(limit ?? more, more)
    }

    func measurement(_ quantity: String, _ unit: Quantity.WrittenUnit) -> RunMeasurement {
        let sorted = values.sorted { $0.number < $1.number }
        let count = sorted.reduce(Int64(0)) { $0 &+ $1.times }
        return RunMeasurement(
            quantity: quantity, unit: unit, largest: sorted.last?.number ?? 0,
            middle: Self.value(at: (count + 1) / 2, in: sorted),
            high: Self.value(at: count - count / 20, in: sorted), times: count, limit: limit)
    }

    /// Returns the value of a rank, counted from 1.
    private static func value(at rank: Int64, in sorted: [(number: Int64, times: Int64)]) -> Int64 {
        var before: Int64 = 0
        for (number, times) in sorted {
            before = before &+ times
            if before >= rank { return number }
        }
        return sorted.last?.number ?? 0
    }
}

extension RunMeasurement {
    /// The maximum number of quantities kept for a run; an accessory has about 20.
    static let most = 256

    /// Returns the measurements of a run, one per quantity, sorted by name.
    public static func all(of measured: [Measured]) -> [RunMeasurement] {
        var names: [String: [Quantity.WrittenUnit: MeasuredValues]] = [:]
        for one in measured {
            let unit = one.value.parts.unit
            names[one.name, default: [:]][unit, default: MeasuredValues()].add(one)
        }
        let all = names.sorted { $0.key < $1.key }.flatMap { name, units in
            units.sorted { $0.key.rawValue < $1.key.rawValue }.map { $0.value.measurement(name, $0.key) }
        }
        return Array(all.prefix(most))
    }
}
