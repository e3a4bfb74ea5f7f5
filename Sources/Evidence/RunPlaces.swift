public import Journal

/// Where the results of a command that plays runs go, taken before anything is played.
public struct RunPlaces {
    /// The output folder; nil when nothing is kept.
    public let evidence: EvidenceFolder?
    /// The report that was asked for besides; nil when none was.
    public let junit: ReportFile?

    /// Takes both. Where the folder cannot be had, the report tells why.
    public init(
        with provenance: Provenance, output: String?, shownAs shown: String?, trace: TraceKeeping,
        junit path: String?, of command: String
    ) throws(CommandTrouble) {
        let junit = try path.map { path throws(CommandTrouble) in
            try ReportFile(path, .replacing, of: command, with: provenance)
        }
        self.junit = junit
        do throws(CommandTrouble) {
            evidence = try output.map { path throws(CommandTrouble) in
                try EvidenceFolder(in: path, shownAs: shown, options: trace, of: command, with: provenance)
            }
        } catch {
            try junit?.refuse(command, because: error.what)
            throw error
        }
    }
}
