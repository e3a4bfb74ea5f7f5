import Diagnosis
import Ground
import Journal
import Reports

/// The short diagnosis at the end of a suite with several scenarios and at least one failure.
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

    /// At most six lines; none if nothing failed.
    var lines: [String] {
        let pattern = SuitePattern(
            tally.summaries.enumerated().map { Observation($1, hadRigFault: tally.faulty.contains($0)) })
        guard pattern.rows.count > 1, !pattern.failed.isEmpty else { return [] }
        let command = output.map { "trammel diagnose \($0)" }
        let options = ["--rig \(provenance.rig)"] + provenance.overrides
        return DiagnosisText(Diagnosis(of: pattern, by: .shipped), options: options).shortLines(more: command)
    }
}
