import Ground
import Vocabulary

/// A diagnosis of wrong distances reported by an accessory, where their pattern shows the cause.
enum ToldDiagnosis {
    /// The shortest distance at which a wrong unit is distinguishable from a correct one.
    private static let nearest = Distance.millimetres(300)
    /// The tolerance when comparing with a power of ten, in per cent.
    private static let scatter: Int64 = 15

    /// Returns the code of the error that the reported distances show against the correct ones; `other` if there is no
    /// clear pattern.
    static func code(
        of pairs: [(told: Distance, right: Distance)], limit: Distance, as report: DistanceReport,
        other: FailureCode
    ) -> FailureCode {
        if isWrongUnit(pairs) { return "told.unit" }
        if case .sent(let field) = report, isSwapped(pairs, field, limit) { return "told.byteOrder" }
        return isStale(pairs, limit) ? "told.stale" : other
    }

    /// Whether nearly all are 10, 100 or 1,000 times the correct value, or that fraction of it.
    private static func isWrongUnit(_ pairs: [(told: Distance, right: Distance)]) -> Bool {
        let far = pairs.filter { $0.right >= nearest && $0.told > .zero }
        guard far.count * 2 > pairs.count else { return false }
        return [(10, 1), (100, 1), (1000, 1), (1, 10), (1, 100), (1, 1000)].contains { factor in
            let (up, down) = (Int64(factor.0), Int64(factor.1))
            let fitting = far.count { pair in
                let (told, right) = (Int64(pair.told.millimetres) * down, Int64(pair.right.millimetres) * up)
                return (told - right).magnitude * 100 <= right.magnitude * UInt64(scatter)
            }
            return fitting * 10 >= far.count * 9
        }
    }

    /// Whether nearly all are correct with their bytes reversed.
    private static func isSwapped(
        _ pairs: [(told: Distance, right: Distance)], _ field: MessageField, _ limit: Distance
    ) -> Bool {
        guard field.width > 1, !field.isSigned else { return false }
        let fitting = pairs.count { pair in
            let value = Int64(pair.told.millimetres) / field.unit.millimetres
            let swapped = (0..<field.width).reduce(Int64(0)) { $0 << 8 | (value >> ($1 * 8)) & 0xFF }
            let distance = Distance(millimetres: Int32(clamping: swapped * field.unit.millimetres))
            return (distance - pair.right).magnitude <= limit
        }
        return fitting * 10 >= pairs.count * 9
    }

    /// Whether the same value is reported throughout while the correct one changes by more than twice the limit.
    private static func isStale(_ pairs: [(told: Distance, right: Distance)], _ limit: Distance) -> Bool {
        guard let first = pairs.first, pairs.allSatisfy({ $0.told == first.told }) else { return false }
        let right = pairs.map(\.right)
        guard let least = right.min(), let most = right.max() else { return false }
        return most - least > limit + limit
    }
}
