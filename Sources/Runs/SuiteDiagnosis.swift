import Diagnosis
import Evidence
import Ground
import Journal
import Reports

/// The diagnosis of a suite with several scenarios and at least one failure.
struct SuiteDiagnosis {
    private let tally: RunTally
    /// The folder with the evidence; nil if none is kept.
    private let output: String?

    private let provenance: Provenance

    init(_ tally: RunTally, of provenance: Provenance, output: String?) {
        self.tally = tally
        self.provenance = provenance
        self.output = output
    }

    /// The likely cause; nil if nothing failed, or no known defect fits.
    var cause: LikelyCause? {
        let pattern = SuitePattern(
            tally.summaries.enumerated().map { ($1, hadRigFault: tally.faulty.contains($0)) })
        guard !pattern.failed.isEmpty else { return nil }
        let command = output.map { "\(Program.command) diagnose \($0.asShellWord)" }
        let options = ["--rig \(provenance.rig)"] + provenance.overrides
        return DiagnosisText(Diagnosis(of: pattern, by: .shipped), options: options, program: Program.command)
            .cause(more: command)
    }
}
