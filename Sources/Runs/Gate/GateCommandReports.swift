import Evidence
import Ground
import Journal
import OperatingSystem
import Reports
import Views

/// The output of the gate command for other programs, apart from its folder: report files named by options, and
/// workflow commands.
struct GateCommandReports {
    private let extra: ExtraReports
    private let junit: String?
    private let provenance: Provenance
    private let folder: String
    private let isForced: Bool

    init(_ request: GateRequest, _ provenance: Provenance) {
        (extra, junit, self.provenance) = (request.reports, request.junit, provenance)
        (folder, isForced) = (request.folder, request.isForced)
    }

    /// Writes into every file that the command did not end.
    func begin() throws(CommandError) {
        try extra.begin(of: GateSession.word, with: provenance)
        if let junit {
            _ = try ReportFile(
                junit, ReportForm.junit.place(isForced: isForced), as: .junit, of: GateSession.word, with: provenance)
        }
    }

    /// Writes all reports; one that cannot be written does not prevent the others.
    func end(_ ending: GateEnding) throws(CommandError) {
        var trouble: CommandError?
        let report = ending.report
        do throws(CommandError) {
            try extra.end(
                report.content, sections: report.sections, runs: ending.runs, in: folder,
                named: ending.folders, of: GateSession.word, with: provenance)
        } catch {
            trouble = error
        }
        if let junit {
            try ReportFile(begun: junit, as: .junit, with: provenance)
                .end(Array(GateXML(report, folder: report.folder).text.utf8))
        }
        if let trouble { throw trouble }
    }

    /// Writes the reports of a gate without a document.
    func refuse(because reason: String) {
        try? extra.refuse(of: GateSession.word, with: provenance, because: reason)
        if let junit {
            try? ReportFile(begun: junit, as: .junit, with: provenance).refuse(GateSession.word, because: reason)
        }
    }
}
