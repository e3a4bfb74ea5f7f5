import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Terminal

/// Imports run folders into the history.
struct HistoryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Take run folders into the history, each run once.",
        discussion: """
            Folders are searched for runs; another bench's history, which is a file, is taken in too. A run is known \
            by the hash of its manifest, so it counts once however often it is imported or copied. A gate's folder is \
            taken in as a whole: its runs, and what its gate.json decided, if the gate's record names that.

            A run without a verdict, or whose files contradict each other or its seal, is refused and counts nowhere.

            Exit status: 0 all is taken in, 3 some evidence is broken or was changed, or the history cannot be \
            written, 4 there is no run, 64 usage.
            """)

    @Argument(help: ArgumentHelp("A folder with runs in it, or another history's file.", valueName: "folder"))
    var folders: [String]

    @OptionGroup var options: HistoryOptions

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave { try ImportReport.tell(try history.take(folders), options) }
    }
}

/// Rebuilds the history.
struct HistoryRebuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild", abstract: "Make the history anew from all folders that it knows.",
        discussion: """
            All folders are read again, with all their files. Runs whose folder is gone are kept as they were, if the \
            old file can be read.

            Exit status: 0 the history is made anew, 3 some evidence is broken or was changed, or the history cannot \
            be written, 4 there is no run, 64 usage.
            """)

    @OptionGroup var options: HistoryOptions

    func run() throws {
        let history = try options.history()
        try CommandStatus.leave { try ImportReport.tell(try history.rebuild(), options) }
    }
}

/// The output of an import.
private enum ImportReport {
    static let mostTold = 20

    static func tell(_ report: HistoryImport, _ options: HistoryOptions) throws(CommandTrouble) -> CommandStatus {
        HistoryOptions.tell(report.notes)
        if options.json {
            try HistoryOptions.write { try ImportDocument(report).json() }
        } else {
            HistoryOptions.write([
                "\(counted(report.added, "run")) taken in, \(report.known) known already"
                    + (report.gates > 0 ? ", and what \(counted(report.gates, "gate")) decided" : "")
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
