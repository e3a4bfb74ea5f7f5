import ArgumentParser
import Diagnosis
import Evidence
import Reports
import Runs

/// Ranks the known defects that match the results of a suite.
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: word, abstract: "Rank the known defects that fit the results of a suite.",
        discussion: """
            Compares the verdicts of the runs in a folder with those of the zoo, whose simulated accessories have one \
            known defect each, and shows the three likeliest defects, the evidence for and against each, and two \
            scenarios that would distinguish the first two. A rig that measures badly without reporting it is a \
            candidate too. Runs in which the rig was at fault do not count, and a failure that fits no known defect is \
            not named.

            The result is a ranking of known defects, learnt from simulated accessories. It is not a proof.

              trammel diagnose results

            Exit status: 0 a diagnosis, which may be that no known defect fits, 3 a verdict that cannot be read or a \
            result that cannot be written, 4 no run says anything about the accessory, 64 usage.
            """)

    /// The command's name on the command line.
    static let word = "diagnose"

    @Argument(
        help: ArgumentHelp("The output folder of 'trammel run', or the folder of one run.", valueName: "folder"))
    var folders: [String]

    @Option(help: ArgumentHelp("Write the diagnosis as JSON to this file.", valueName: "file"))
    var json: String?

    @Flag(help: "Overwrite the file even if something else wrote it.")
    var force = false

    private var place: UnfinishedFile.Place { force ? .replacing : .replacingOwn(.diagnosis) }

    func validate() throws { try FileName.check(json, place) }

    func run() throws {
        let status: CommandStatus
        do throws(CommandError) {
            let live = LiveCount()
            defer { live.clear() }
            status = try diagnose(RunRecordList(in: folders, progress: live.show))
        } catch {
            status = CommandStatus.passed.worsened(by: error)
        }
        try status.leave()
    }

    private func diagnose(_ left: RunRecordList) throws(CommandError) -> CommandStatus {
        let diagnosis = Diagnosis(of: SuitePattern(left.records, unended: left.unended), by: .shipped)
        if let json {
            try UnfinishedFile.write(DiagnosisDocument(diagnosis).json(), to: json, place)
        }
        let lines = DiagnosisText(diagnosis, of: left.records, program: Program.command).lines
        StandardOutput.shared.write(lines.map { $0 + "\n" }.joined())
        if case .nothingPlayed = diagnosis.conclusion { return .nothingShown }
        return .passed
    }
}
