import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Terminal

/// Shows a measured quantity over all runs, and the points where it changed.
struct TrendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trend", abstract: "Show a measured quantity over all runs, and from which run on it changed.",
        discussion: """
            Each series is of one content of a scenario on one bench by one version of the rig; another of any of them \
            begins a new series. Each run stands as one value. Change points date a change and never fail a firmware: \
            a change that is seen in fewer than 5 runs is worth a look, no more.

            Exit status: 0 something is shown, 3 the history is damaged and cannot be made anew, 4 there is no such \
            quantity, 64 usage.
            """)

    @Argument(help: ArgumentHelp("As verdicts name it: 'turn-around'.", valueName: "quantity"))
    var quantity: String

    @Option(
        help: ArgumentHelp("Which value stands for a run: \(statistics).", valueName: "which"),
        transform: { text in
            guard let statistic = QuantityTrend.Statistic(rawValue: text) else {
                throw ValidationError("'\(text.shown())' is none of \(statistics).")
            }
            return statistic
        })
    var of: QuantityTrend.Statistic = .largest

    @Option(help: ArgumentHelp("How many of the newest runs are looked at.", valueName: "number"))
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
                try HistoryOptions.write { try TrendDocument(trends, of).json() }
            } else {
                HistoryOptions.write(TrendText(trends, of).lines)
            }
            guard !trends.trends.isEmpty else {
                let known = trends.known.prefix(20).map { "'\($0.shown())'" }.joined(separator: ", ")
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
