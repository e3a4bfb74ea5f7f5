public import Evidence
import Glibc
import Ground
import OperatingSystem
public import Reports

/// GitHub's runner around this program, which reads commands from standard output and a job's summary from a file.
///
/// While runs are shown no command is accepted, whatever a device prints, until a secret token is repeated.
public struct WorkflowHost: Sendable {
    /// Whether this program runs in a step of a workflow.
    static var isHere: Bool { variable("GITHUB_ACTIONS") == "true" }

    /// The runner of this step; nil if there is none.
    public static var current: WorkflowHost? {
        guard isHere else { return nil }
        let token = (0..<2).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()
        return WorkflowHost(token: "trammel-\(token)", summary: variable("GITHUB_STEP_SUMMARY"))
    }

    private let token: String
    /// The file for the job's summary; nil if the runner names none.
    private let summary: String?

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Disables commands on standard output.
    public func begin() { tell([WorkflowCommand("stop-commands", [], token)]) }

    /// Enables commands again, writes the annotations and appends the summary to the step's.
    public func end(_ content: ReportContent, _ summary: JobSummary) throws(CommandError) {
        StandardOutput.shared.writeAsIs("\n::\(token)::\n")
        tell(WorkflowAnnotations(content).commands)
        try add(summary)
    }

    private func tell(_ commands: [WorkflowCommand]) {
        for command in commands { StandardOutput.shared.writeAsIs(command.line + "\n") }
    }

    /// Appends to the summaries of other commands in the same step.
    private func add(_ text: JobSummary) throws(CommandError) {
        guard let summary, !summary.isEmpty else { return }
        let file = open(summary, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
        guard file >= 0 else { throw Self.trouble(summary, errno) }
        defer { close(file) }
        guard let status = try? FileStatus(of: file) else { throw Self.trouble(summary, errno) }
        let room = JobSummary.limit - (status.kind == .regular ? status.size : 0)
        var rest = Array(text.markdown(upTo: max(0, room)).utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw Self.trouble(summary, errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private static func trouble(_ path: String, _ number: Int32) -> CommandError {
        CommandError(
            what: "the job's summary \(path) cannot be written: \(String(cString: strerror(number)))",
            remedy: "Unset GITHUB_STEP_SUMMARY, or name a file in a folder that is there")
    }
}
