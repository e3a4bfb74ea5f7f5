import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Terminal

/// Removes old traces from run folders.
struct HistoryPruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Take old traces out of run folders; without --delete show what would go.",
        discussion: """
            What may go are traces and pages of runs that passed, when they are older than --days and not among the \
            newest --newest runs of their scenario, firmware and bench. Verdict, journal and manifest stay, so the run \
            still counts. Traces of failed runs, of flaky scenarios, and of the first run with a firmware stay until \
            somebody names their folder.

            What the record of a gate names stays, unless --break-seal is given; the folder then says so for ever.

            Exit status: 0 it is shown or deleted, 3 something cannot be deleted, 4 there is nothing to delete, \
            64 usage.
            """)

    @Argument(help: ArgumentHelp("Only these runs, whatever came of them.", valueName: "folder"))
    var folders: [String] = []

    @Option(help: ArgumentHelp("How many days a trace stays.", valueName: "number"))
    var days = HistoryPrune.Rules().days

    @Option(help: ArgumentHelp("How many of the newest runs keep theirs.", valueName: "number"))
    var newest = HistoryPrune.Rules().newest

    @Flag(help: "Delete what else is only shown.")
    var delete = false

    @Flag(help: "Delete what a gate's record names, too.")
    var breakSeal = false

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        for (name, value) in [("--days", days), ("--newest", newest)] where !(0...1_000_000).contains(value) {
            throw ValidationError("\(name) is a number from 0 on.")
        }
    }

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            let rules = HistoryPrune.Rules(days: days, newest: newest, breaksSeals: breakSeal)
            let answer = try history.prunable(rules, at: Program.date, named: folders)
            let prune = try answer.value(or: NothingShown.noHistory)
            var status = CommandStatus.passed
            if delete {
                for candidate in prune.candidates {
                    do throws(CommandTrouble) {
                        try history.prune(candidate, program: Program.name, date: Program.date)
                    } catch {
                        status = status.worsened(by: error)
                    }
                }
            }
            if options.json {
                try HistoryOptions.write { try PruneDocument(prune, isDone: delete).json() }
            } else {
                HistoryOptions.write(PruneText(prune, isDone: delete).lines)
            }
            return status == .passed && prune.candidates.isEmpty ? .nothingShown : status
        }
    }
}
