import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Runs

/// Imports run folders into the history.
struct HistoryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import run folders into the history, each run once.",
        discussion: """
            Searches folders for runs, and also imports another bench's history file. A run is identified by the hash \
            of its manifest, so it counts once, however often it is imported or copied. A gate's folder is imported as \
            a whole: its runs, and the decision in its gate.json if the gate's record names it.

            A run without a verdict, or with files that contradict each other or its seal, is refused and counts \
            nowhere.

              trammel history import results gate-1.4.2

            Exit status: 0 everything was imported, 3 some evidence is broken or was changed, or the history cannot be \
            written, 4 there is no run, 64 usage.
            """)

    @Argument(help: ArgumentHelp("A folder with runs in it, or another history's file.", valueName: "folder"))
    var folders: [String]

    @OptionGroup var options: HistoryOptions

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            try ImportReport.tell(options) { progress throws(CommandError) in
                try history.take(folders, progress: progress)
            }
        }
    }
}

/// Rebuilds the history.
struct HistoryRebuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Rebuild the history from all folders that it knows.",
        discussion: """
            Reads all folders and their files again. Runs whose folder is gone are kept as they were, if the old file \
            can be read.

            Exit status: 0 the history was rebuilt, 3 some evidence is broken or was changed, or the history cannot be \
            written, 4 there is no run, 64 usage.
            """)

    @OptionGroup var options: HistoryOptions

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave {
            try ImportReport.tell(options) { progress throws(CommandError) in try history.rebuild(progress: progress) }
        }
    }
}

/// The output of an import.
private enum ImportReport {
    static let mostTold = 20

    /// Imports with a live count, and prints the result.
    static func tell(
        _ options: HistoryOptions, _ perform: (@escaping (Int, Int) -> Void) throws(CommandError) -> HistoryImport
    ) throws(CommandError) -> CommandStatus {
        let live = LiveCount()
        let report: HistoryImport
        do throws(CommandError) {
            report = try perform(live.show)
        } catch {
            live.clear()
            throw error
        }
        live.clear()
        HistoryOptions.tell(report.notes)
        if options.json {
            HistoryOptions.write(ImportDocument(report).json())
        } else {
            HistoryOptions.write([
                "\(counted(report.added, "run")) imported, \(report.known) already known"
                    + (report.gates > 0 ? ", and the decisions of \(counted(report.gates, "gate"))" : "")
                    + (report.gone > 0 ? ", the folders of \(report.gone) are gone" : "")
            ])
        }
        for refused in report.refused.prefix(mostTold) {
            HistoryOptions.tell(["\(refused.folder) is refused: \(refused.why) [\(refused.code)]"])
        }
        let more = max(0, report.refused.count - mostTold) + report.refusedBesides
        if more > 0 { HistoryOptions.tell(["\(counted(more, "more folder")) refused"]) }
        if report.hasBrokenEvidence { return .rigWrong }
        return report.runs > 0 ? .passed : .nothingShown
    }
}
