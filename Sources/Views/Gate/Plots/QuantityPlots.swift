import Gate
import Ground
import Statistics

/// The two plots of a quantity: its distribution, and its course from run to run.
enum QuantityPlots {
    /// The maximum number of points in a plot.
    static let mostPoints = 500

    /// Returns the cumulative distribution for candidate and baseline, with the limit.
    ///
    /// Runs without a value count in the shares, so that the line does not reach 100 %.
    static func distribution(_ series: QuantitySeries) -> String {
        let (unit, divisor) = series.scale
        let limit = series.quantity.limit.map { Double($0) / divisor }
        let value = series.quantity.value.map { Double($0) / divisor }
        let all = (series.finite(series.candidate) + series.finite(series.baseline)).map(\.amount)
        let axis = ChartAxis.amounts(all, covering: [limit, value].compactMap(\.self))
        var canvas = PlotCanvas(
            "How \(series.quantity.name) of \(series.quantity.scenario) is spread: share of runs at or below a value",
            across: axis, up: ChartAxis.straight(from: 0, to: 98),
            names: ("\(series.quantity.name)\(unit.isEmpty ? "" : ", \(unit)")", "% of runs"), labelRows: 2)
        canvas.steps(steps(series.finite(series.baseline), of: series.baseline.count), .baseline, dash: "5 3")
        canvas.steps(steps(series.finite(series.candidate), of: series.candidate.count), .candidate)
        if let limit {
            canvas.upright(at: limit, "limit \(amount(series.quantity.limit, series))", .limit, dash: "6 3")
        }
        if let value, series.quantity.limit != nil {
            let below = series.finite(series.candidate).count { $0.amount <= value }
            let share = Double(below) / Double(max(1, series.candidate.count)) * 100
            canvas.mark((value, share), amount(series.quantity.value, series), .ink)
        }
        let never = series.candidate.count { $0.amount == nil }
        if never > 0 {
            canvas.upright(
                at: axis.high, "\(never) of \(series.candidate.count) never came about", .doubtful, dash: "1 3", row: 1)
        }
        return canvas.svg
    }

    /// Returns the plot of the runs' values in the order in which they were started.
    static func course(_ series: QuantitySeries) -> String {
        let (unit, divisor) = series.scale
        let limit = series.quantity.limit.map { Double($0) / divisor }
        let candidate = series.finite(series.candidate)
        let baseline = series.finite(series.baseline)
        let ordinals = (series.candidate + series.baseline).map(\.ordinal)
        let chart = series.chart
        var canvas = PlotCanvas(
            "\(series.quantity.name) of \(series.quantity.scenario) from run to run",
            across: .straight(from: Double(ordinals.min() ?? 0), to: Double(ordinals.max() ?? 1)),
            up: .amounts(
                (candidate + baseline).map(\.amount), covering: [limit, chart?.upper].compactMap(\.self)),
            names: ("run", "\(series.quantity.name)\(unit.isEmpty ? "" : ", \(unit)")"), labelRows: 2)
        if let chart {
            canvas.level(at: chart.centre, "mean", .soft, dash: "1 3")
            canvas.level(at: chart.upper, "natural limit", .soft, dash: "1 3", isBelow: true)
        }
        canvas.dots(thinned(baseline.map { (Double($0.ordinal), $0.amount) }), .baseline, size: 3)
        canvas.dots(thinned(candidate.map { (Double($0.ordinal), $0.amount) }), .candidate)
        if let limit { canvas.level(at: limit, "limit", .limit, dash: "6 3") }
        canvas.ticks(at: series.candidate.filter { $0.amount == nil }.map { Double($0.ordinal) }, .doubtful)
        for (place, change) in series.changes.prefix(8).enumerated() {
            canvas.upright(
                at: Double(change.ordinal), "change at run \(change.ordinal)", .doubtful, dash: "4 3", row: place % 2)
        }
        for change in series.benchChanges.prefix(8) {
            canvas.upright(at: Double(change.ordinal), "bench \(change.bench)", .soft, dash: "2 2", row: 1)
        }
        return canvas.svg
    }

    /// Returns the shares of runs at or below each value, in per cent.
    private static func steps(_ values: [(ordinal: Int, amount: Double)], of count: Int) -> [(Double, Double)] {
        let sorted = values.map(\.amount).sorted()
        let points = sorted.enumerated().map { ($0.element, Double($0.offset + 1) / Double(max(1, count)) * 100) }
        return thinned(points)
    }

    /// Returns at most this many points: the lowest and the highest of each stretch of consecutive ones.
    static func thinned(_ points: [(Double, Double)], most: Int = mostPoints) -> [(Double, Double)] {
        guard points.count > most else { return points }
        let stretches = max(1, most / 2)
        return (0..<stretches).flatMap { place -> [(Double, Double)] in
            let some = points[place * points.count / stretches..<(place + 1) * points.count / stretches]
            guard let low = some.indices.min(by: { some[$0].1 < some[$1].1 }),
                let high = some.indices.max(by: { some[$0].1 < some[$1].1 })
            else { return [] }
            return low == high ? [some[low]] : [some[min(low, high)], some[max(low, high)]]
        }
    }

    private static func amount(_ value: Int64?, _ series: QuantitySeries) -> String {
        value.map { GateWords.amount($0, series.quantity.unit) } ?? ""
    }
}
