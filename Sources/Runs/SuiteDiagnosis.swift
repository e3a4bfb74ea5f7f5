import Diagnosis
import Ground
import Reports

/// The short diagnosis at the end of a suite: of several scenarios, of which at least one failed.
struct SuiteDiagnosis {
    private let tally: RunTally
    /// The folder that has the evidence; nil where none is kept.
    private let output: String?

    private let rig: String

    init(_ tally: RunTally, on rig: String, output: String?) {
        self.tally = tally
        self.rig = rig
        self.output = output
    }

    /// Six lines at most; none where nothing failed.
    var lines: [String] {
        let pattern = SuitePattern(
            tally.summaries.enumerated().map { Observation($1, hadRigFault: tally.faulty.contains($0)) })
        guard pattern.rows.count > 1, !pattern.failed.isEmpty else { return [] }
        let command = output.map { "trammel diagnose \($0)" }
        return DiagnosisText(Diagnosis(of: pattern, by: .shipped), options: ["--rig \(rig)"]).shortLines(more: command)
    }
}
