import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Runs

/// Shows the failure rate of each scenario with each firmware, and maintains the history.
struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show how often each scenario failed with each firmware, over many runs.",
        discussion: """
            The history is one file, an index of run folders, which 'history import' adds. The folders are the source \
            of truth, and the file can be rebuilt from them.

            A scenario that both passed and failed is flaky. One without a failure has passed only if there were \
            enough runs to show that it fails in fewer than --below percent of them; otherwise it is unproved.

            The gates follow, each with its result, firmware, plan and bench: the number of scenarios shown good, the \
            highest of their upper limits, and the confidence. With --scenario no gate is shown.

              trammel history --scenario fullFlow

            Exit status: 0 something is shown, whatever it says, 3 the history is damaged and cannot be rebuilt, 4 \
            there is nothing to show, 64 usage.
            """,
        subcommands: [
            HistoryShowCommand.self, HistoryImportCommand.self, HistoryRebuildCommand.self, HistoryPruneCommand.self,
        ],
        defaultSubcommand: HistoryShowCommand.self)
}

/// Shows the history as a table.
struct HistoryShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show how often each scenario failed with each firmware.")

    @OptionGroup var options: HistoryOptions
    @OptionGroup var filter: HistoryFilterOptions
    @OptionGroup var bar: PassThresholdOptions

    @Option(
        help: ArgumentHelp(
            "Only this firmware: the first digits of its hash, its name, or 'unnamed'.", valueName: "firmware"))
    var firmware: String?

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            let answer = try history.groups()
            let wanted = HistoryFilter(scenario: filter.scenario, firmware: firmware, bench: filter.bench)
            let known = try answer.value(or: NothingShown.noHistory)
            let groups = known.groups.filter { wanted.fits($0) }
            let gates = known.gates.filter { wanted.fits($0) }
            if options.json {
                HistoryOptions.write(
                    HistoryDocument(groups, bar.bar, gates: gates, refused: answer.refused).json())
            } else {
                HistoryOptions.write(HistoryText(groups, bar.bar).lines)
                if !gates.isEmpty { HistoryOptions.write([""] + GatesText(gates).lines) }
                if answer.refused > 0 {
                    HistoryOptions.write([
                        "\(counted(answer.refused, "folder")) without usable evidence, not counted above"
                    ])
                }
            }
            guard !groups.isEmpty else { throw NothingShown("there is no such run in the history") }
            return .passed
        }
    }
}
