import ArgumentParser
import Evidence
import History
import Reports
import Terminal

/// Shows which scenarios fail, and since when each failure has been seen.
struct FlakyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flaky",
        abstract: "Show which scenarios fail or are flaky, and since which firmware each failure is seen.",
        discussion: """
            Failures are told apart by their key: what was expected and seen, with numbers and addresses taken out. \
            Each is shown with the first run in which it was seen, its firmware, and how many trials with earlier \
            firmware did not show it. Scenarios of which too many runs end in errors are the rig's, and stand apart.

            Exit status: 0 something is shown, 3 the history is damaged and cannot be made anew, 4 nothing failed, or \
            there is no run, 64 usage.
            """)

    @OptionGroup var filter: HistoryFilterOptions
    @OptionGroup var bar: PassBarOptions
    @OptionGroup var options: HistoryOptions

    @Option(
        help: ArgumentHelp(
            "Only this firmware: the first digits of its hash, its name, or 'unnamed'.", valueName: "firmware"))
    var firmware: String?

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            let wanted = HistoryFilter(scenario: filter.scenario, firmware: firmware, bench: filter.bench)
            let flaky = try history.flaky(wanted, bar.bar).value(or: NothingShown.noHistory)
            if options.json {
                try HistoryOptions.write { try FlakyDocument(flaky, bar.bar).json() }
            } else {
                HistoryOptions.write(FlakyText(flaky, bar.bar).lines)
            }
            guard !flaky.groups.isEmpty || !flaky.failures.isEmpty || !flaky.rig.isEmpty else {
                throw NothingShown("nothing failed among these runs")
            }
            return .passed
        }
    }
}
