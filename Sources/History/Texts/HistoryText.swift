import Gate
import Ground

/// The number of failures of each scenario with each firmware, as lines for people.
public struct HistoryText {
    public let lines: [String]

    public init(_ groups: [HistoryGroup], _ bar: PassThreshold) {
        var table = TextTable(Self.columns)
        let several = Self.severalContents(in: groups)
        for group in groups { table.add(Self.cells(of: group, bar, several)) }
        lines = table.isEmpty ? [] : table.lines + [""] + Self.notes(groups, bar)
    }

    private static let columns: [(title: String, side: TextTable.Side)] = [
        ("scenario", .left), ("firmware", .left), ("bench", .left), ("failed", .right), ("below", .right),
        ("class", .left), ("left out", .right), ("first seen", .left), ("last seen", .left),
    ]
    /// The titles of a group's cells.
    public static let titles = columns.map(\.title)

    /// Returns a group's cells; a scenario among `several` is named with its content.
    public static func cells(of group: HistoryGroup, _ bar: PassThreshold, _ several: Set<String>) -> [String] {
        let content = several.contains(group.scenario.name) ? " \(group.scenario.hash.prefix(6))" : ""
        return [
            group.scenario.name + content, HistoryWords.firmware(group.firmware), group.bench.shown,
            "\(group.failures) of \(group.trials)",
            group.trials == 0 ? "-" : HistoryWords.percent(group.upperLimit(bar), roundingUp: true),
            HistoryWords.outcome(of: group, bar), group.leftOut == 0 ? "" : "\(group.leftOut)",
            HistoryWords.date(group.first), HistoryWords.date(group.last),
        ]
    }

    /// Returns the names of the scenarios that had more than one content.
    public static func severalContents(in groups: [HistoryGroup]) -> Set<String> {
        let contents = Dictionary(grouping: groups, by: \.scenario.name)
        return Set(contents.filter { Set($0.value.map(\.scenario.hash)).count > 1 }.keys)
    }

    /// Returns the meaning of the cells.
    public static func notes(_ groups: [HistoryGroup], _ bar: PassThreshold) -> [String] {
        let confidence = HistoryWords.percent(bar.confidence)
        var notes = [
            "below: the rate of failures, with \(confidence) confidence, if runs are independent of each other",
            "passed: nothing failed, in enough runs to show a rate below \(HistoryWords.percent(bar.rate))",
        ]
        let repeats = groups.reduce(0) { $0 + $1.repeats }
        if repeats > 0 {
            notes.append("\(counted(repeats, "run")) with a seed that a simulated bench had already played: no trials")
        }
        if groups.contains(where: { !$0.bench.isHardware }) {
            notes.append("simulated and virtual benches without the accessory's firmware prove nothing about it")
        }
        return notes
    }
}
