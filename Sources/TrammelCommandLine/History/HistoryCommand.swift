import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Runs
import Views

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

            --html writes a page with plots: what is new with the newest firmware, the rates of each scenario by \
            firmware, its runs over time, and the quantities with their changes. A firmware selects the scenarios \
            and quantities that have a run of it.

              trammel history --scenario fullFlow
              trammel history --html history.html

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

    @Option(help: ArgumentHelp("Write one self-contained page to this file.", valueName: "file"))
    var html: String?

    @Flag(help: "Overwrite a page even if something else wrote it.")
    var force = false

    private var place: UnfinishedFile.Place { force ? .replacing : .replacingOwn(.page) }

    func validate() throws {
        try FileName.check(html, place)
        if force, html == nil { throw ValidationError("--force needs --html.") }
        if options.json, html != nil { throw ValidationError("Choose one of --json and --html.") }
    }

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            if let html { return try writePage(of: history, to: html) }
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
    private func writePage(of history: HistoryStore, to path: String) throws -> CommandStatus {
        let wanted = HistoryFilter(scenario: filter.scenario, firmware: firmware, bench: filter.bench)
        let answer = try history.report(wanted, bar.bar)
        let report = try answer.value(or: NothingShown.noHistory)
        guard !report.groups.isEmpty else { throw NothingShown("there is no such run in the history") }
        let page = HistoryPage(report, refused: answer.refused).html
        try UnfinishedFile.write(Array(page.utf8), to: path, place)
        return .passed
    }
}
