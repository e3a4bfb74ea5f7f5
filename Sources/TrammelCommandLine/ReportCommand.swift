import ArgumentParser
import Evidence
import Pages
import Reports
import Terminal

/// Recreates the page of all runs from their files.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Make the page of all runs in a folder, and the page of each.",
        discussion: """
            'trammel run --output' leaves these pages at its end. This command makes them again, of the runs of an \
            older program, of a run that was killed, or of several folders, as of several benches. Each run's page \
            goes into its own folder, as page.html, in the place of an older one.

            The page tells what the verdicts, journals and traces show: a run without a verdict did not pass, and \
            neither did one whose files contradict each other.

            Exit status: 0 the pages are written, whatever the verdicts are, 3 some evidence cannot be used or a page \
            cannot be written, 4 there is no run, 64 usage.
            """)

    @Argument(
        help: ArgumentHelp("What 'trammel run --output' made, or the folder of one run.", valueName: "folder"))
    var folders: [String]

    @Option(
        help: ArgumentHelp(
            "Write the page of all runs to this file; else it is index.html in the folder.", valueName: "file"))
    var html: String?

    @Flag(help: "Let the page replace a file that something else wrote.")
    var force = false

    private var place: UnfinishedFile.Place { force ? .replacing : .replacingOwn(.page) }

    func validate() throws {
        try FileName.check(html, place)
        if folders.count > 1, html == nil {
            throw ValidationError("Of several folders say with --html where the page goes.")
        }
    }

    func run() throws {
        let status: CommandStatus
        do throws(CommandTrouble) {
            status = try SuitePages(of: folders, to: html, place).write()
        } catch {
            return try CommandStatus.passed.worsened(by: error).leave()
        }
        try status.leave()
    }
}
