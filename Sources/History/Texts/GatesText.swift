import Ground

/// The gates and their decisions, as lines for people.
public struct GatesText {
    public let lines: [String]

    public init(_ gates: [HistoryGate]) {
        var table = TextTable([
            ("gate of", .left), ("result", .left), ("firmware", .left), ("identity", .left), ("plan", .left),
            ("bench", .left), ("good", .right), ("failed", .right), ("below", .right), ("confidence", .right),
        ])
        for gate in gates {
            table.add([
                HistoryWords.date(gate.started), gate.result + (gate.isRehearsal ? ", a rehearsal" : ""),
                HistoryWords.firmware(gate.firmware), gate.identity, gate.plan, gate.shownBench,
                "\(gate.passed) of \(gate.scenarios)", "\(gate.failures) of \(gate.trials)",
                gate.trials == 0 ? "-" : HistoryWords.percent(Double(gate.upperLimit) / 1e9, roundingUp: true),
                gate.trials == 0 ? "-" : HistoryWords.percent(Double(gate.confidence) / 1e6),
            ])
        }
        lines = table.isEmpty ? [] : table.lines
    }
}
