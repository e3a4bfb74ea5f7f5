import ArgumentParser
import Diagnosis
import Evidence
import Reports
import Terminal

/// Ranks the known defects that fit what a suite of runs left.
struct DiagnoseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: word, abstract: "Rank the known defects that fit all that failed and passed in a suite.",
        discussion: """
            Compares the verdicts of the runs in a folder with those of the zoo, whose simulated accessories have one \
            known defect each, and shows the three likeliest defects, what speaks for and against each, and two \
            scenarios that tell the first two apart. Runs in which the rig was wrong say nothing, and what fits no \
            known defect is not named.

            It is a ranking of known defects, learnt from simulated accessories, and no proof.

            Exit status: 0 a diagnosis, which may be that no known defect fits, 3 a verdict that cannot be read or a \
            result that cannot be written, 4 no run that says anything of the accessory, 64 usage.
            """)

    /// The word on the command line.
    static let word = "diagnose"

    @Argument(
        help: ArgumentHelp("What 'trammel run --output' made, or the folder of one run.", valueName: "folder"))
    var folders: [String]

    @Option(help: ArgumentHelp("Write the diagnosis as JSON to this file.", valueName: "file"))
    var json: String?

    func validate() throws { try FileName.check(json, .replacing) }

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
        var pattern = SuitePattern(left.verdicts.map { Observation($0) })
        for _ in 0..<left.unended { pattern.count(Observation("", .silent)) }
        let diagnosis = Diagnosis(of: pattern, by: .shipped)
        if let json {
            let bytes: [UInt8]
            do { bytes = try DiagnosisDocument(diagnosis).json() } catch { throw .cannotWrite(json, error) }
            try UnfinishedFile.write(bytes, to: json, .replacing)
        }
        let lines = DiagnosisText(diagnosis, options: Self.options(of: left.verdicts)).lines
        StandardOutput.shared.write(lines.map { $0 + "\n" }.joined())
        if case .nothingPlayed = diagnosis.conclusion { return .nothingShown }
        return .passed
    }

    /// The rig's options, as a shell wants them; none where the runs had several.
    private static func options(of verdicts: [VerdictReading]) -> [String] {
        let all = Set(verdicts.map { ["--rig \($0.rig)"] + $0.overrides })
        guard let options = all.first, all.count == 1 else { return [] }
        return options.map { option in
            option.split(separator: " ", maxSplits: 1).map { String($0).asShellWord }.joined(separator: " ")
        }
    }
}
