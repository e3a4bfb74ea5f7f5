import Ground
import JSON

/// A code quality report for GitLab, which shows each kind of failure on the scenario's line in a merge request.
///
/// It contains the accessory's failures, those that do not decide as `minor`, and the rig's errors as `info`, because
/// they say nothing about the firmware.
public struct CodeQualityReport {
    private let content: ReportContent

    public init(_ content: ReportContent) { self.content = content }

    /// An array of objects (GitLab's code_quality.md), with sorted keys.
    public var json: [UInt8] { JSON.document(content.findings.map(Issue.init)) }

    private struct Issue: Encodable {
        struct Location: Encodable {
            struct Lines: Encodable {
                let begin: Int
            }

            let path: String
            let lines: Lines
        }

        private enum CodingKeys: String, CodingKey {
            case description, fingerprint, severity, location
            case checkName = "check_name"
        }

        let description: String
        let checkName: String
        let fingerprint: String
        let severity: String
        let location: Location

        init(_ finding: ReportFinding) {
            let what = finding.lines.map { $0.shown(ReportLimit.message) }.joined(separator: "; ")
            description = "\(finding.title.shown(ReportLimit.name)): \(what)"
            checkName = finding.scenario.isEmpty ? "_" : finding.scenario.shown(ReportLimit.name)
            fingerprint = finding.key
            severity = finding.status != .failed ? "info" : finding.excuse == nil ? "major" : "minor"
            // GitLab requires a path relative to the top of the repository.
            let file = finding.spot?.file.split(separator: "/").filter { $0 != "." && $0 != ".." }
                .joined(separator: "/")
            location = Location(
                path: (file ?? "").isEmpty ? "Scenarios" : (file ?? "").shown(ReportLimit.name),
                lines: .init(begin: max(1, finding.spot?.line ?? 1)))
        }
    }
}
