import ArgumentParser
import Diagnosis
import Evidence
import Reports
import Terminal

/// Ranks the known defects that match the results of a suite.
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: word, abstract: "Rank the known defects that fit all that failed and passed in a suite.",
        discussion: """
            Compares the verdicts of the runs in a folder with those of the zoo, whose simulated accessories have one \
            known defect each, and shows the three likeliest defects, what speaks for and against each, and two \
            scenarios that tell the first two apart. A rig that measures badly without saying so is a candidate too. \
            Runs in which the rig was wrong say nothing, and what fits no known defect is not named.

            It is a ranking of known defects, learnt from simulated accessories, and no proof.

            Exit status: 0 a diagnosis, which may be that no known defect fits, 3 a verdict that cannot be read or a \
            result that cannot be written, 4 no run that says anything of the accessory, 64 usage.
            """)

    /// The command's name on the command line.
    static let word = "diagnose"

    @Argument(
        help: ArgumentHelp("What 'trammel run --output' made, or the folder of one run.", valueName: "folder"))
    var folders: [String]

    @Option(help: ArgumentHelp("Write the diagnosis as JSON to this file.", valueName: "file"))
    var json: String?

    @Flag(help: "Let the file replace one that something else wrote.")
    var force = false

    private var place: UnfinishedFile.Place { force ? .replacing : .replacingOwn(.diagnosis) }

    func validate() throws { try FileName.check(json, place) }

    func run() throws {
        let status: CommandStatus
        do throws(CommandTrouble) {
            status = try diagnose(LeftVerdicts(in: folders))
        } catch {
            status = CommandStatus.passed.worsened(by: error)
        }
        try status.leave()
    }

    private func diagnose(_ left: LeftVerdicts) throws(CommandTrouble) -> CommandStatus {
        let diagnosis = Diagnosis(of: SuitePattern(left.verdicts, unended: left.unended), by: .shipped)
        if let json {
            let bytes: [UInt8]
            do { bytes = try DiagnosisDocument(diagnosis).json() } catch { throw .cannotWrite(json, error) }
            try UnfinishedFile.write(bytes, to: json, place)
        }
        let lines = DiagnosisText(diagnosis, of: left.verdicts).lines
        StandardOutput.shared.write(lines.map { $0 + "\n" }.joined())
        if case .nothingPlayed = diagnosis.conclusion { return .nothingShown }
        return .passed
    }
}
