import ArgumentParser
import Evidence
import History
import Reports
import Runs

/// Shows which scenarios fail, and since when each failure has been seen.
struct FlakyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flaky",
        abstract: "Show failing and flaky scenarios, and the firmware in which each failure first appeared.",
        usage: "trammel flaky [<options>]",
        discussion: """
            Failures are distinguished by their key: the expectation and the observation, without numbers and \
            addresses. Each is shown with the first run that had it, its firmware, and the number of trials with \
            earlier firmware that did not. Scenarios with too many errors count as the rig's problem and are listed \
            separately.

              trammel flaky --scenario fullFlow

            Exit status: 0 something is shown, 3 the history is damaged and cannot be rebuilt, 4 nothing failed, or \
            there is no run, 64 usage.
            """)

    @OptionGroup var filter: HistoryFilterOptions
    @OptionGroup var bar: PassThresholdOptions
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
                HistoryOptions.write(FlakyDocument(flaky, bar.bar).json())
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
