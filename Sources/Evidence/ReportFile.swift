import Ground
public import Journal
public import Reports

/// A report for other programs that an option or an output folder names, of runs that are about to be played.
///
/// It is written before anything is played, as one of a command that did not end: so an older report that tells of
/// passes never stands there after a command that was killed or refused.
public struct ReportFile: Sendable {
    private let path: String
    private let form: ReportForm
    private let provenance: Provenance
    /// Over what the report itself goes.
    private let place: UnfinishedFile.Place
    /// What it said at first; nothing where it was begun elsewhere.
    public let beginning: [UInt8]

    /// Writes the report of a command that did not end; without room for it an older one goes.
    public init(
        _ path: String, _ place: UnfinishedFile.Place, as form: ReportForm = .junit, of command: String,
        with provenance: Provenance
    ) throws(CommandTrouble) {
        self.path = path
        self.form = form
        self.provenance = provenance
        if case .new = place { self.place = .replacing } else { self.place = .replacingOwn(form.mark) }
        beginning = Self.bytes(form, command, provenance, "the command did not end: it still plays, or it was killed")
        do throws(CommandTrouble) {
            try UnfinishedFile.write(beginning, to: path, place)
        } catch {
            FileName.remove(path, place)
            throw error
        }
    }

    /// A report that was begun elsewhere; `isOwnName` where no option named its file.
    public init(
        begun path: String, as form: ReportForm = .junit, isOwnName: Bool = false, with provenance: Provenance
    ) {
        place = isOwnName ? .replacing : .replacingOwn(form.mark)
        self.path = path
        self.form = form
        self.provenance = provenance
        beginning = []
    }

    /// The report of what was played, with what the runs' journals tell where the format has room for it.
    public func end(
        _ tally: RunTally, evidence: String? = nil, told: [Int: RunStory] = [:]
    ) throws(CommandTrouble) {
        try end(form.bytes(of: tally, provenance, evidence: evidence, told: told))
    }

    /// The same as it was made elsewhere.
    public func end(_ report: [UInt8]) throws(CommandTrouble) {
        try UnfinishedFile.write(report, to: path, place)
    }

    /// The report of a command that played nothing, with the reason; without room for it an older one goes.
    public func refuse(_ command: String, because reason: String) throws(CommandTrouble) {
        do throws(CommandTrouble) {
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

    /// The runs of a command that played nothing, or did not end: one error.
    public static func unplayed(_ command: String, on rig: String, because reason: String) -> RunTally {
        RunTally([
            RunSummary(
                scenario: "trammel \(command)", spot: SourceSpot(file: "trammel", line: 0), rig: rig, seed: 0,
                verdict: .error, error: RunError("run.notPlayed", reason))
        ])
    }
}

/// Where the results of a command that plays runs go, taken before anything is played.
public struct RunPlaces {
    /// The output folder; nil when nothing is kept.
    public let evidence: EvidenceFolder?
    /// The report that was asked for besides; nil when none was.
    public let junit: ReportFile?

    /// Takes both. Where the folder cannot be had, the report tells why.
    public init(
        with provenance: Provenance, output: String?, shownAs shown: String?, trace: TraceKeeping,
        junit path: String?, isForced: Bool = false, of command: String
    ) throws(CommandTrouble) {
        let junit = try path.map { path throws(CommandTrouble) in
            try ReportFile(path, ReportForm.junit.place(isForced: isForced), of: command, with: provenance)
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
