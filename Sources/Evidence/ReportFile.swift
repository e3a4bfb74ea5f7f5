import Ground
public import Journal
public import Reports

/// A report of a command's runs, in a file named by an option or in the output folder.
///
/// Before anything is played, it is written as the report of a command that did not end. That way an older report of
/// passes cannot survive a command that was killed or refused.
public struct ReportFile: Sendable {
    private let path: String
    private let form: ReportForm
    private let provenance: Provenance
    /// The files that the report may replace.
    private let place: UnfinishedFile.Place
    /// The contents written at first; empty if the report was begun elsewhere.
    public let beginning: [UInt8]

    /// Writes the report of a command that did not end; if there is no room for it, an older report is removed.
    public init(
        _ path: String, _ place: UnfinishedFile.Place, as form: ReportForm = .junit, of command: String,
        with provenance: Provenance
    ) throws(CommandError) {
        self.path = path
        self.form = form
        self.provenance = provenance
        if case .new = place { self.place = .renewing(form.mark) } else { self.place = .replacingOwn(form.mark) }
        beginning = Self.bytes(form, command, provenance, "the command did not end: it still plays, or it was killed")
        do throws(CommandError) {
            try UnfinishedFile.write(beginning, to: path, place)
        } catch {
            FileName.remove(path, place)
            throw error
        }
    }

    /// Continues a report that was begun elsewhere; `isOwnName` is true if no option named its file.
    public init(
        begun path: String, as form: ReportForm = .junit, isOwnName: Bool = false, with provenance: Provenance
    ) {
        place = isOwnName ? .renewing(form.mark) : .replacingOwn(form.mark)
        self.path = path
        self.form = form
        self.provenance = provenance
        beginning = []
    }

    /// Writes the report of what was played, with details from the runs' journals if the format supports them.
    public func end(
        _ tally: RunTally, evidence: String? = nil, told: [Int: RunStory] = [:]
    ) throws(CommandError) {
        try end(form.bytes(of: tally, provenance, evidence: evidence, told: told))
    }

    /// Writes a finished report.
    public func end(_ report: [UInt8]) throws(CommandError) {
        try UnfinishedFile.write(report, to: path, place)
    }

    /// Writes the report of a command that played nothing, with the reason; if there is no room for it, an older
    /// report is removed.
    public func refuse(_ command: String, because reason: String) throws(CommandError) {
        do throws(CommandError) {
            try end(Self.bytes(form, command, provenance, "nothing was played: \(reason)"))
        } catch {
            FileName.remove(path, place)
            throw error
        }
    }

    private static func bytes(
        _ form: ReportForm, _ command: String, _ provenance: Provenance, _ reason: String
    ) -> [UInt8] {
        form.bytes(of: unplayed(command, on: provenance.rig, because: reason), provenance)
    }

    /// Returns the runs of a command that played nothing, or did not end: one error.
    public static func unplayed(_ command: String, on rig: String, because reason: String) -> RunTally {
        RunTally([
            RunSummary(
                scenario: "trammel \(command)", spot: SourceSpot(file: "trammel", line: 0), rig: rig, seed: 0,
                verdict: .error, error: RunError("run.notPlayed", reason))
        ])
    }
}

/// The places for the results of a command that plays runs, claimed before anything is played.
public struct RunPlaces {
    /// The output folder; nil if nothing is kept.
    public let evidence: EvidenceFolder?
    /// The additional report that an option asks for; nil if there is none.
    public let junit: ReportFile?

    /// Claims both. If the folder cannot be claimed, the report says why.
    public init(
        with provenance: Provenance, output: String?, shownAs shown: String?, trace: TraceKeeping,
        junit path: String?, isForced: Bool = false, of command: String
    ) throws(CommandError) {
        let junit = try path.map { path throws(CommandError) in
            try ReportFile(path, ReportForm.junit.place(isForced: isForced), of: command, with: provenance)
        }
        self.junit = junit
        do throws(CommandError) {
            evidence = try output.map { path throws(CommandError) in
                try EvidenceFolder(in: path, shownAs: shown, options: trace, of: command, with: provenance)
            }
        } catch {
            try junit?.refuse(command, because: error.what)
            throw error
        }
    }
}
