import Gate
import Ground

/// The number of failures of each scenario with each firmware, as lines for people.
public struct HistoryText {
    public let lines: [String]

    public init(_ groups: [HistoryGroup], _ bar: PassThreshold) {
        var table = TextTable([
            ("scenario", .left), ("firmware", .left), ("bench", .left), ("failed", .right), ("below", .right),
            ("class", .left), ("left out", .right), ("first seen", .left), ("last seen", .left),
        ])
        let contents = Dictionary(grouping: groups, by: \.scenario.name).mapValues {
            Set($0.map(\.scenario.hash)).count
        }
        for group in groups {
            let isOne = contents[group.scenario.name] == 1
            let content = isOne ? "" : " \(group.scenario.hash.prefix(6))"
            table.add([
                group.scenario.name + content, HistoryWords.firmware(group.firmware), group.bench.shown,
                "\(group.failures) of \(group.trials)",
                group.trials == 0 ? "-" : HistoryWords.percent(group.upperLimit(bar), roundingUp: true),
                HistoryWords.outcome(of: group, bar), group.leftOut == 0 ? "" : "\(group.leftOut)",
                HistoryWords.date(group.first), HistoryWords.date(group.last),
            ])
        }
        lines = table.isEmpty ? [] : table.lines + [""] + Self.notes(groups, bar)
    }

    private static func notes(_ groups: [HistoryGroup], _ bar: PassThreshold) -> [String] {
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
