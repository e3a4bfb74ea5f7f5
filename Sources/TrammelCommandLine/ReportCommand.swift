import ArgumentParser
import Evidence
import Reports
import Runs
import Views

/// Recreates the page of all runs from their files.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write the page of all runs in a folder, and a page for each.",
        discussion: """
            'trammel run --output' writes these pages at its end. This command writes them again: for runs of an older \
            program, for a run that was killed, or for several folders, such as those of several benches. Each run's \
            page goes into its own folder as page.html and replaces an older one.

            The pages show what the verdicts, journals and traces contain: a run without a verdict did not pass, and \
            neither did one whose files contradict each other.

              trammel report results

            Exit status: 0 the pages are written, whatever the verdicts are, 3 some evidence cannot be used or a page \
            cannot be written, 4 there is no run, 64 usage.
            """)

    @Argument(
        help: ArgumentHelp("The output folder of 'trammel run', or the folder of one run.", valueName: "folder"))
    var folders: [String]

    @Option(
        help: ArgumentHelp(
            "Write the page of all runs to this file; by default index.html in the folder.", valueName: "file"))
    var html: String?

    @Flag(help: "Overwrite a page even if something else wrote it.")
    var force = false

    private var place: UnfinishedFile.Place { force ? .replacing : .replacingOwn(.page) }

    func validate() throws {
        try FileName.check(html, place)
        if folders.count > 1, html == nil {
            throw ValidationError("With several folders, name the page with --html.")
        }
    }

    func run() throws {
        let status: CommandStatus
        do throws(CommandError) {
            let live = LiveCount()
            defer { live.clear() }
            status = try SuitePages(of: folders, to: html, place).write(telling: Warning.tell, progress: live.show)
        } catch {
            return try CommandStatus.passed.worsened(by: error).leave()
        }
        try status.leave()
    }
}
