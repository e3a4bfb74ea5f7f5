import Gate
import Ground
import Reports

/// Flaky and failing scenarios, and every distinct failure, as lines for people.
public struct FlakyText {
    public let lines: [String]
    /// The maximum number of distinct failures described in words.
    public static let mostTold = 40

    public init(_ flaky: FlakyHistory, _ bar: PassThreshold) {
        var lines = Self.groups(flaky.groups, bar)
        for failure in flaky.failures.prefix(Self.mostTold) { lines += [""] + Self.failure(failure) }
        let more = max(0, flaky.failures.count - Self.mostTold) + flaky.failuresBesides
        if more > 0 { lines += ["", "\(counted(more, "more way", "more ways")) to fail: --json lists them"] }
        lines += Self.rig(flaky.rig)
        self.lines = lines.first == "" ? Array(lines.dropFirst()) : lines
    }

    private static func groups(_ groups: [HistoryGroup], _ bar: PassThreshold) -> [String] {
        var table = TextTable([
            ("scenario", .left), ("firmware", .left), ("bench", .left), ("failed", .right), ("class", .left),
            ("last seen", .left),
        ])
        for group in groups {
            table.add([
                group.scenario.name, HistoryWords.firmware(group.firmware), group.bench.shown,
                "\(group.failures) of \(group.trials)", HistoryWords.outcome(of: group, bar),
                HistoryWords.date(group.last),
            ])
        }
        return table.isEmpty ? [] : table.lines
    }

    private static func failure(_ failure: FailureHistory) -> [String] {
        var lines = Paragraph.lines("\(failure.failure.key.prefix(10))  ", title(of: failure))
        for (title, text) in rows(of: failure) { lines += Paragraph.lines("  \(title.padded(to: 10))", text) }
        return lines
    }

    /// Returns a failure's scenario and code, and whether it was seen in rehearsals.
    public static func title(of failure: FailureHistory) -> String {
        "\(failure.scenario.name) [\(failure.failure.code)]" + (failure.isRehearsal ? ", in rehearsals" : "")
    }

    /// Returns what is known of a failure: when it was first and last seen, and with which firmware.
    public static func rows(of failure: FailureHistory) -> [(title: String, text: String)] {
        let sightings = failure.sightings.map { "\(HistoryWords.firmware($0.firmware)) (\($0.runs))" }
        let before =
            failure.trialsBefore == 0
            ? "no earlier firmware was tested with this scenario"
            : "not seen in \(counted(failure.trialsBefore, "trial")) with earlier firmware"
        return [
            ("expected", failure.failure.expected), ("seen", failure.failure.seen),
            (
                "first", "\(HistoryWords.date(failure.first)) with \(HistoryWords.firmware(failure.since)): \(before)"
            ),
            ("last", "\(HistoryWords.date(failure.last)), \(counted(failure.runs, "run")) in all"),
            ("with", sightings.joined(separator: ", ")),
            ("folder", failure.folder + (failure.isFolderThere ? "" : " (it is gone)")),
        ]
    }

    private static func rig(_ rig: [FlakyHistory.RigFlakiness]) -> [String] {
        var table = TextTable([("scenario", .left), ("bench", .left), ("left out", .right)])
        for one in rig {
            table.add([one.scenario.name, one.bench.shown, "\(one.leftOut) of \(one.attempts)"])
        }
        guard !table.isEmpty else { return [] }
        return ["", "the rig itself: too many of these runs say nothing about the accessory"] + table.lines
    }
}
