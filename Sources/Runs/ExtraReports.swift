public import Evidence
import Ground
public import Journal
import OperatingSystem
public import Reports

/// The reports of `trammel run` or `trammel gate` that options name, and the output for the surrounding workflow.
///
/// They are written by the process that answers the command: for a run in the virtual machine that is the host, from
/// the files that the guest left. Until then the files say that the command did not end.
public struct ExtraReports: Sendable {
    public static let none = ExtraReports([], workflow: nil)

    private let files: [(form: ReportForm, path: String)]
    private let workflow: WorkflowHost?
    /// Whether other programs' files may be replaced.
    private let isForced: Bool

    public init(_ files: [(form: ReportForm, path: String)], workflow: WorkflowHost?, isForced: Bool = false) {
        (self.files, self.workflow, self.isForced) = (files, workflow, isForced)
    }

    /// Whether any output beyond the exit status is wanted.
    var areWanted: Bool { !files.isEmpty || workflow != nil }

    /// Writes into every file that the command did not end; from here on nothing printed is interpreted as a workflow
    /// command.
    public func begin(
        of command: String = RunSession.word, with provenance: Provenance
    ) throws(CommandError) {
        workflow?.begin()
        for (form, path) in files {
            _ = try ReportFile(
                path, form.place(isForced: isForced), as: form, of: command, with: provenance)
        }
    }

    /// Writes all reports; `folder` has the evidence and is shown to the user as `shown`.
    func end(
        _ tally: RunTally, with provenance: Provenance, folder: String?, shownAs shown: String?
    ) throws(CommandError) {
        var trouble: CommandError?
        for (form, path) in files {
            let told = form == .otel ? folder.map { Self.stories(of: tally, in: $0) } ?? [:] : [:]
            do throws(CommandError) {
                try ReportFile(begun: path, as: form, with: provenance).end(tally, evidence: shown, told: told)
            } catch {
                trouble = trouble ?? error
            }
        }
        if let workflow {
            let content = ReportContent(tally, of: provenance, evidence: shown)
            do throws(CommandError) {
                try workflow.end(content, JobSummary(content))
            } catch {
                trouble = trouble ?? error
            }
        }
        if let trouble { throw trouble }
    }

    /// Writes all reports of a command that judged its runs together; spans cover each run and its steps.
    ///
    /// The runs' evidence is in subfolders of `folder` with these names, in order.
    public func end(
        _ content: ReportContent, sections: [(title: String, lines: [String])], runs: RunTally,
        in folder: String, named names: [String], of command: String, with provenance: Provenance
    ) throws(CommandError) {
        var trouble: CommandError?
        for (form, path) in files {
            let bytes =
                form == .otel
                ? SpanReport(
                    runs, of: provenance, told: RunStories(of: runs.summaries, in: folder, named: names).told,
                    command: command, status: content.status
                ).json
                : form.bytes(of: content)
            do throws(CommandError) { try ReportFile(begun: path, as: form, with: provenance).end(bytes) } catch {
                trouble = trouble ?? error
            }
        }
        do throws(CommandError) { try workflow?.end(content, JobSummary(content, sections: sections)) } catch {
            trouble = trouble ?? error
        }
        if let trouble { throw trouble }
    }

    /// Writes the reports of a command that played nothing.
    public func refuse(
        of command: String = RunSession.word, with provenance: Provenance, because reason: String
    ) throws(CommandError) {
        let tally = ReportFile.unplayed(command, on: provenance.rig, because: "nothing was played: \(reason)")
        try end(tally, with: provenance, folder: nil, shownAs: nil)
    }

    /// Returns the stories told by the journals in a folder, by the index of the run.
    private static func stories(of tally: RunTally, in folder: String) -> [Int: RunStory] {
        let names = tally.summaries.enumerated().map { place, run in
            EvidenceFolder.name(of: place + 1, of: run.scenario, seed: run.seed)
        }
        return RunStories(of: tally.summaries, in: folder, named: names).told
    }
}
