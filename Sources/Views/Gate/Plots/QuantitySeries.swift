import Gate
import Ground
import Journal
import Statistics
import Vocabulary

/// The values of one quantity over the runs of one scenario, in the form that both plots need.
struct QuantitySeries {
    struct Value: Hashable {
        let ordinal: Int
        let bench: String
        /// The value in the quantity's unit; nil if the event never occurred.
        let amount: Int64?
    }

    let quantity: GateDocument.Quantity
    let candidate: [Value]
    let baseline: [Value]

    init(_ quantity: GateDocument.Quantity, in attempts: [GateAttempt]) {
        self.quantity = quantity
        func values(_ side: GateSide) -> [Value] {
            attempts.filter { $0.task.side == side && $0.task.scenario == quantity.scenario }
                .sorted { $0.ordinal < $1.ordinal }
                .compactMap { attempt in
                    guard attempt.verdict == .passed || attempt.verdict == .failed,
                        let measured = attempt.measured.first(where: { $0.name == quantity.name })
                    else { return nil }
                    return Value(ordinal: attempt.ordinal, bench: attempt.context.bench, amount: measured.value)
                }
        }
        candidate = values(.candidate)
        baseline = values(.baseline)
    }

    /// The unit of the axes in both plots.
    var scale: (name: String, divisor: Double) {
        let all = (candidate + baseline).compactMap(\.amount) + [quantity.limit, quantity.value].compactMap(\.self)
        return GateWords.axis(quantity.unit, upTo: Double(all.map(\.magnitude).max() ?? 0))
    }

    /// Returns the finite values in the axes' unit, in the order of the runs.
    func finite(_ values: [Value]) -> [(ordinal: Int, amount: Double)] {
        let divisor = scale.divisor
        return values.compactMap { value in value.amount.map { (value.ordinal, Double($0) / divisor) } }
    }

    /// Returns the smallest value that at least this share of the values does not exceed (nearest rank); nil if there
    /// is none.
    static func quantile(_ share: Double, of values: [Value]) -> Int64? {
        guard !values.isEmpty else { return nil }
        let sorted = values.compactMap(\.amount).sorted()
        let rank = max(1, Int((share * Double(values.count) - 1e-9).rounded(.up)))
        return sorted.indices.contains(rank - 1) ? sorted[rank - 1] : nil
    }

    /// The maximum number of values searched for changes; the search is quadratic.
    static let mostSearched = 400

    /// The changes in the level of the candidate's values, by the run after the change.
    var changes: [(ordinal: Int, point: ChangePoints.Point)] {
        let values = finite(candidate).suffix(Self.mostSearched)
        guard let points = try? ChangePoints.find(in: values.map(\.amount)) else { return [] }
        return points.map { (values[values.startIndex + $0.index].ordinal, $0) }
    }

    /// The centre line and the limits of an individuals chart of the candidate's values; nil for fewer than 10.
    var chart: ControlChart? {
        let values = finite(candidate).map(\.amount)
        return values.count < 10 ? nil : try? ControlChart(individuals: values)
    }

    /// The first run on each subsequent bench.
    var benchChanges: [(ordinal: Int, bench: String)] {
        zip(candidate, candidate.dropFirst()).filter { $0.bench != $1.bench }.map { ($1.ordinal, $1.bench) }
    }
}
