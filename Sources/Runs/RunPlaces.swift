import Journal

/// Where the results of a command that plays runs go, taken before anything is played.
struct RunPlaces {
    /// The output folder; nil when nothing is kept.
    let evidence: Evidence?
    /// The report that was asked for besides; nil when none was.
    let junit: ReportFile?

    /// Takes both. Where the folder cannot be had, the report tells why.
    init(
        with provenance: Provenance, output: String?, shownAs shown: String?, trace: TraceOptions,
        junit path: String?
    ) throws(CommandTrouble) {
        let command = RunCommand.word
        let junit = try path.map { path throws(CommandTrouble) in
            try ReportFile(path, .replacing, of: command, with: provenance)
        }
        self.junit = junit
        do throws(CommandTrouble) {
            evidence = try output.map { path throws(CommandTrouble) in
                try Evidence(in: path, shownAs: shown, options: trace, of: command, with: provenance)
            }
        } catch {
            try junit?.refuse(command, because: error.what)
            throw error
        }
    }
}
