/// The shares of the scatter caused by repeats, benches and units: a crossed study (gate.md, 2.10).
public struct RepeatabilityStudy: Hashable, Sendable {
    /// Mean squares of units, benches, their interaction and repeats.
    public let unitSquare: Double
    public let benchSquare: Double
    public let interactionSquare: Double
    public let errorSquare: Double
    /// Components of the variance.
    public let repeatability: Double
    public let interaction: Double
    public let bench: Double
    public let unit: Double

    /// The quality of a bench by the usual thresholds of the automotive industry (general knowledge, not measured
    /// here).
    public enum Grade: Hashable, Sendable {
        case good, conditional, unfit
    }

    /// Takes `values[unit][bench][repeat]`: at least two of each, the same number everywhere.
    public init(_ values: [[[Double]]]) throws(StatisticsError) {
        let benches = values.first?.count ?? 0
        let repeats = values.first?.first?.count ?? 0
        let least = min(values.count, benches, repeats)
        guard least >= 2 else { throw .tooFew(have: least, need: 2) }
        for row in values {
            guard row.count == benches, row.allSatisfy({ $0.count == repeats }) else {
                throw .outOfRange("each unit must be measured equally often on each bench")
            }
            for cell in row { try cell.check() }
        }
        let (p, b, r) = (Double(values.count), Double(benches), Double(repeats))
        let cells = values.map { $0.map(\.mean) }
        let units = cells.map(\.mean)
        let columns = (0..<benches).map { bench in cells.map { $0[bench] }.mean }
        let all = units.mean
        func square(_ value: Double) -> Double { value * value }
        let ofUnits = b * r * units.reduce(0) { $0 + square($1 - all) }
        let ofBenches = p * r * columns.reduce(0) { $0 + square($1 - all) }
        var (ofBoth, ofError) = (0.0, 0.0)
        for (unit, row) in values.enumerated() {
            for (bench, cell) in row.enumerated() {
                ofBoth += r * square(cells[unit][bench] - units[unit] - columns[bench] + all)
                ofError += cell.reduce(0) { $0 + square($1 - cells[unit][bench]) }
            }
        }
        unitSquare = ofUnits / (p - 1)
        benchSquare = ofBenches / (b - 1)
        interactionSquare = ofBoth / ((p - 1) * (b - 1))
        errorSquare = ofError / (p * b * (r - 1))
        repeatability = errorSquare
        interaction = max(0, (interactionSquare - errorSquare) / r)
        bench = max(0, (benchSquare - interactionSquare) / (p * r))
        unit = max(0, (unitSquare - interactionSquare) / (b * r))
    }

    /// Repeatability and reproducibility together.
    public var measurement: Double { repeatability + interaction + bench }
    public var total: Double { measurement + unit }

    /// %R&R; 0 without any scatter.
    public var percent: Double { total == 0 ? 0 : 100 * (measurement / total).squareRoot() }

    public var grade: Grade { percent < 10 ? .good : percent <= 30 ? .conditional : .unfit }
}
