import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Runs

/// Shows a measured quantity over all runs, and the points where it changed.
struct TrendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trend", abstract: "Show a measured quantity over all runs, and the runs at which it changed.",
        usage: "trammel trend <quantity> [<options>]",
        discussion: """
            A series covers one version of a scenario on one bench with one version of the rig; a change of any of \
            these begins a new series. Each run is one value. Change points date a change and never fail a firmware: a \
            change seen in fewer than 5 runs is worth a look, no more.

              trammel trend 'door: first distance' --scenario fullFlow

            Exit status: 0 something is shown, 3 the history is damaged and cannot be rebuilt, 4 there is no such \
            quantity, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The quantity's name in verdicts, such as 'door: exchange'.", valueName: "quantity"))
    var quantity: String

    @Option(
        help: ArgumentHelp("The value that represents a run: \(statistics).", valueName: "which"),
        transform: { text in
            guard let statistic = QuantityTrend.Statistic(rawValue: text) else {
                throw ValidationError("'\(text.shown())' is none of \(statistics).")
            }
            return statistic
        })
    var of: QuantityTrend.Statistic = .largest

    @Option(help: ArgumentHelp("The number of newest runs to analyse.", valueName: "number"))
    var last = QuantityTrend.usualRuns

    @OptionGroup var filter: HistoryFilterOptions
    @OptionGroup var options: HistoryOptions

    func validate() throws {
        guard (1...QuantityTrend.mostRuns).contains(last) else {
            throw ValidationError("--last is a number from 1 to \(QuantityTrend.mostRuns).")
        }
    }

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            let wanted = HistoryFilter(scenario: filter.scenario, bench: filter.bench)
            let trends = try history.trends(of: quantity, wanted, of, last: last).value(or: NothingShown.noHistory)
            if options.json {
                HistoryOptions.write(TrendDocument(trends, of).json())
            } else {
                HistoryOptions.write(TrendText(trends, of).lines)
            }
            guard !trends.trends.isEmpty else {
                let known = trends.known.prefix(40).map { "'\($0.shown())'" }.joined(separator: ", ")
                throw NothingShown(
                    "there is no quantity '\(quantity.shown())' among these runs"
                        + (known.isEmpty ? "" : "; known: \(known)"))
            }
            return .passed
        }
    }
}

/// The values of `--of`.
private let statistics = QuantityTrend.Statistic.allCases.map(\.rawValue).joined(separator: ", ")
