import Ground

/// The gates and their decisions, as lines for people.
public struct GatesText {
    public let lines: [String]

    public init(_ gates: [HistoryGate]) {
        var table = TextTable(Self.columns)
        for gate in gates { table.add(Self.cells(of: gate)) }
        lines = table.isEmpty ? [] : table.lines
    }

    private static let columns: [(title: String, side: TextTable.Side)] = [
        ("gate of", .left), ("result", .left), ("firmware", .left), ("identity", .left), ("plan", .left),
        ("bench", .left), ("good", .right), ("failed", .right), ("below", .right), ("confidence", .right),
    ]
    /// The titles of a gate's cells.
    public static let titles = columns.map(\.title)

    public static func cells(of gate: HistoryGate) -> [String] {
        [
            HistoryWords.date(gate.started), result(of: gate), HistoryWords.firmware(gate.firmware), gate.identity,
            gate.plan, gate.shownBench, "\(gate.passed) of \(gate.scenarios)",
            "\(gate.failures) of \(gate.trials)",
            gate.trials == 0 ? "-" : HistoryWords.percent(Double(gate.upperLimit) / 1e9, roundingUp: true),
            gate.trials == 0 ? "-" : HistoryWords.percent(Double(gate.confidence) / 1e6),
        ]
    }

    /// Returns the result, and whether the gate was a rehearsal.
    public static func result(of gate: HistoryGate) -> String {
        gate.result + (gate.isRehearsal ? ", a rehearsal" : "")
    }
}
