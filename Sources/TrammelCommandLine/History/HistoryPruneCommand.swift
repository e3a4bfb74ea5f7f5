import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Runs

/// Removes old traces from run folders.
struct HistoryPruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Remove old traces from run folders; without --delete, only show them.",
        usage: "trammel history prune [<folder> ...] [<options>]",
        discussion: """
            Traces and pages of passed runs may be removed if they are older than --days and not among the newest \
            --newest runs of their scenario, firmware and bench. Verdict, journal and manifest stay, so the run still \
            counts. Traces of failed runs, of flaky scenarios, and of the first run with a firmware stay until you \
            name their folder.

            Files named in a gate's record stay, unless --break-seal is given; the folder then says so forever.

              trammel history prune --newest 500

            Exit status: 0 shown or deleted, 3 something cannot be deleted, 4 there is nothing to delete, 64 usage.
            """)

    @Argument(help: ArgumentHelp("Only these runs, whatever their verdicts.", valueName: "folder"))
    var folders: [String] = []

    @Option(help: ArgumentHelp("The number of days to keep a trace.", valueName: "number"))
    var days = HistoryPrune.Rules().days

    @Option(help: ArgumentHelp("The number of newest runs that keep theirs.", valueName: "number"))
    var newest = HistoryPrune.Rules().newest

    @Flag(help: "Delete instead of only showing.")
    var delete = false

    @Flag(help: "Also delete files named in a gate's record.")
    var breakSeal = false

    @OptionGroup var options: HistoryOptions

    func validate() throws {
        for (name, value) in [("--days", days), ("--newest", newest)] where !(0...1_000_000).contains(value) {
            throw ValidationError("\(name) is a number of 0 or more.")
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
                    do throws(CommandError) {
                        try history.prune(candidate, program: Program.name, date: Program.date)
                    } catch {
                        status = status.worsened(by: error)
                    }
                }
            }
            if options.json {
                HistoryOptions.write(PruneDocument(prune, isDone: delete).json())
            } else {
                HistoryOptions.write(PruneText(prune, isDone: delete).lines)
            }
            return status == .passed && prune.candidates.isEmpty ? .nothingShown : status
        }
    }
}
