import ArgumentParser
import Evidence
import Reports
import Runs

/// Reports for other programs, each in a file named by an option.
struct ReportOptions: ParsableArguments {
    @Option(name: .long, help: "Write a report in the Common Test Report Format (CTRF, JSON) to this file.")
    var ctrf: String?

    @Option(name: .long, help: "Write a TAP report (Test Anything Protocol 13) to this file.")
    var tap: String?

    @Option(name: .long, help: "Write the runs as OpenTelemetry spans (OTLP/JSON) to this file.")
    var otel: String?

    @Option(name: .long, help: "Write a code quality report for GitLab (JSON) to this file.")
    var codeQuality: String?

    @Flag(name: .long, help: "Overwrite reports even if something else wrote them.")
    var force = false

    /// The reports requested.
    var files: [(form: ReportForm, path: String)] {
        [(ReportForm.ctrf, ctrf), (.tap, tap), (.otel, otel), (.codeQuality, codeQuality)].compactMap { form, path in
            path.map { (form, $0) }
        }
    }

    /// The reports requested, with the output for the surrounding workflow.
    var reports: ExtraReports { ExtraReports(files, workflow: WorkflowHost.current, isForced: force) }

    /// Throws a usage error if a report may not be written to the file.
    func check(_ path: String?, as form: ReportForm) throws {
        try FileName.check(path, form.place(isForced: force))
    }

    func validate() throws {
        for (form, path) in files { try check(path, as: form) }
        let paths = files.map(\.path)
        guard Set(paths).count == paths.count else {
            throw ValidationError("Name a different file for each report.")
        }
    }
}
