import Ground
import History
import Journal
import Vocabulary

/// The plots of a history's page: a quantity from run to run, and the results of a scenario's runs.
///
/// Both mark the first run with each firmware. They draw what the history has found, and search for nothing.
enum HistoryPlots {
    /// The maximum number of points in the plot of a quantity.
    static let mostPoints = 160
    /// The maximum number of bars in a row of results.
    static let mostBars = 240

    // MARK: Quantities

    static func trend(_ trend: QuantityTrend) -> String {
        guard let first = trend.points.first, let last = trend.points.last else { return "" }
        let highest = (trend.points.map(\.value) + [trend.limit].compactMap(\.self)).map(\.magnitude).max() ?? 0
        let (unit, divisor) = GateWords.axis(trend.unit, upTo: Double(highest))
        func amount(_ value: Int64) -> Double { Double(value) / divisor }
        let points = trend.points.map { (Double($0.number), amount($0.value)) }
        let up = axis(points.map(\.1))
        let firmwares = firstRuns(trend.points.map { ($0.number, $0.firmware) })
        let changes = trend.changes.isEmpty ? 0 : 1
        var canvas = PlotCanvas(
            "\(trend.quantity) of \(trend.scenario.name) on \(trend.bench.shown) from run to run",
            across: .runs(from: first.number, to: last.number), up: up,
            names: ("run", unit), labelRows: 1 + changes + nameRows(firmwares))
        canvas.dots(QuantityPlots.thinned(points, most: mostPoints), .candidate, size: 4)
        let edges = [0] + trend.changes.map(\.index) + [trend.points.count]
        let levels = trend.changes.map(\.before) + trend.changes.suffix(1).map(\.after)
        for (place, level) in levels.enumerated() {
            let (low, high) = (trend.points[edges[place]].number, trend.points[edges[place + 1] - 1].number)
            canvas.span(from: Double(low), to: Double(high), at: amount(level), .ink)
        }
        if let limit = trend.limit, amount(limit) >= up.low, amount(limit) <= up.high {
            canvas.level(at: amount(limit), "limit", .limit, dash: "6 3")
        }
        let dates = trend.changes.map { (run: $0.point.number, name: "change at run \($0.point.number)") }
        mark(dates, .doubtful, dash: "4 3", rows: 0..<changes, on: &canvas)
        mark(firmwares, .soft, dash: "2 2", rows: changes..<changes + nameRows(firmwares), on: &canvas)
        return canvas.svg
    }

    /// Returns an axis that shows how the values differ, even if they are far from zero.
    private static func axis(_ values: [Double]) -> ChartAxis {
        let amounts = ChartAxis.amounts(values)
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        // Less than a hundredth of the value is no difference to look at.
        let least = max(abs(low), abs(high)) / 100
        guard !amounts.isLogarithmic, low < high else { return amounts }
        let more = max(0, least - (high - low)) / 2
        return .straight(from: low - more, to: high + more)
    }

    // MARK: Results

    /// The rows of results, the worst first: where each differs in place, none needs its colour.
    private static let rows: [(name: String, verdicts: Set<VerdictKind>, colour: PlotColour)] = [
        ("failed", [.failed], .bad), ("rig", [.error, .timedOut, .aborted], .doubtful), ("skipped", [.skipped], .other),
        ("passed", [.passed], .good),
    ]

    /// Returns the results of the runs; `failures` are the numbers and keys of failures that are marked where they
    /// first occurred.
    static func results(_ sequence: RunSequence, failures: [(number: Int, failure: FailureHistory)]) -> String {
        guard let first = sequence.runs.first, let last = sequence.runs.last else { return "" }
        let rows = rows.filter { row in
            row.verdicts.contains(.failed) || sequence.runs.contains { row.verdicts.contains($0.verdict) }
        }
        let firmwares = firstRuns(sequence.runs.map { ($0.number, $0.firmware) })
        let marks = failures.compactMap { number, failure in
            sequence.runs.first { $0.failure == failure.failure.key && $0.started == failure.first }
                .map { (run: $0.number, name: "failure \(number)") }
        }
        let above = marks.isEmpty ? 0 : 1
        var canvas = PlotCanvas(
            "Results of the runs of \(sequence.scenario.name) on \(sequence.bench.shown) in the order of time",
            across: .runs(from: first.number, to: last.number), rows: rows.map(\.name),
            name: "run", labelRows: above + nameRows(firmwares))
        let width = max(1.5, min(6, 380 / Double(min(mostBars, last.number - first.number + 1))))
        for (place, row) in rows.enumerated() {
            let numbers = sequence.runs.filter { row.verdicts.contains($0.verdict) }.map(\.number)
            let bars = onePerColumn(numbers, from: first.number, count: last.number - first.number + 1)
            canvas.bars(at: bars.map { Double($0) }, row: place, row.colour, width: width)
        }
        mark(marks, .bad, dash: "4 3", rows: 0..<above, on: &canvas)
        mark(firmwares, .soft, dash: "2 2", rows: above..<above + nameRows(firmwares), on: &canvas)
        return canvas.svg
    }

    /// Returns the first number in each column: a row of results loses none that is alone in its column.
    private static func onePerColumn(_ numbers: [Int], from first: Int, count: Int) -> [Int] {
        guard count > mostBars else { return numbers }
        var known: Set<Int> = []
        return numbers.filter { known.insert(($0 - first) * mostBars / count).inserted }
    }

    // MARK: Firmware

    /// Returns the first run with each firmware; nothing if there is only one.
    private static func firstRuns(_ runs: [(number: Int, firmware: TestedFirmware)]) -> [(run: Int, name: String)] {
        var known: Set<String> = []
        let first = runs.filter { known.insert($0.firmware.sha256).inserted }
        let names = first.map { HistoryWords.shortName($0.firmware) }
        // Builds of one version may all have one name.
        let areDistinct = Set(names).count == names.count
        return first.count < 2
            ? []
            : zip(first, names).map { run, name in
                (run: run.number, name: areDistinct ? name : String(HistoryWords.firmware(run.firmware).suffix(8)))
            }
    }

    /// The number of rows for the names of firmware.
    private static func nameRows(_ firmwares: [(run: Int, name: String)]) -> Int { min(3, firmwares.count) }

    /// Draws a line at each run, with its name in one of the rows if there is space.
    private static func mark(
        _ runs: [(run: Int, name: String)], _ colour: PlotColour, dash: String, rows: Range<Int>,
        on canvas: inout PlotCanvas
    ) {
        var ends = rows.map { _ in 0.0 }
        for (run, name) in runs.sorted(by: { $0.run < $1.run }) {
            let space = canvas.space(of: name, at: Double(run))
            let free = ends.firstIndex { $0 <= space.lowerBound }
            canvas.upright(
                at: Double(run), free == nil ? "" : name, colour, dash: dash, row: rows.lowerBound + (free ?? 0))
            if let free { ends[free] = space.upperBound }
        }
    }
}
