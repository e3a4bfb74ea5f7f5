import Ground

/// Annotations for GitHub to show beside the code: one for each kind of failure, the worst first.
///
/// GitHub allows ten errors and ten warnings per step, and the runner silently drops the rest. So the tenth gives the
/// number of the others and where to find them.
public struct WorkflowAnnotations {
    /// The greatest number of each kind.
    public static let most = 10

    private let content: ReportContent

    public init(_ content: ReportContent) { self.content = content }

    public var commands: [WorkflowCommand] {
        let failed = content.findings.filter { $0.status == .failed && $0.excuse == nil }
        let others = content.findings.filter { $0.status == .error || $0.excuse != nil }
        var commands = commands("error", failed) + commands("warning", others)
        if commands.isEmpty, content.status != .passed {
            let what = ([content.headline] + content.remarks.prefix(5)).map { $0.shown(ReportLimit.message) }
            commands.append(WorkflowCommand("error", [("title", "trammel")], what.joined(separator: "\n")))
        }
        return commands
    }

    private func commands(_ name: String, _ findings: [ReportFinding]) -> [WorkflowCommand] {
        let isCut = findings.count > Self.most
        let shown = findings.prefix(isCut ? Self.most - 1 : Self.most).map { finding in
            let spot = finding.spot
            let lines = finding.lines.map { $0.shown(ReportLimit.message) } + Self.others(of: finding)
            return WorkflowCommand(
                name,
                [
                    ("file", spot?.file.shown(ReportLimit.name) ?? ""), ("line", spot.map { "\($0.line)" } ?? ""),
                    ("title", finding.title.shown(ReportLimit.name)),
                ], lines.joined(separator: "\n"))
        }
        guard isCut else { return Array(shown) }
        let rest = findings.count - shown.count
        let place = content.evidence.map { "the page in \($0.shown(ReportLimit.name))" } ?? "the job summary"
        return shown + [
            WorkflowCommand(
                name, [("title", "\(rest) more")], "\(counted(rest, "more way")) to fail: see \(place)")
        ]
    }

    private static func others(of finding: ReportFinding) -> [String] {
        guard !finding.others.isEmpty else { return [] }
        let names = finding.others.prefix(10).map { $0.shown(ReportLimit.name) }.joined(separator: ", ")
        let rest = finding.others.count - 10
        return ["also in \(names)" + (rest > 0 ? " and \(rest) more" : "")]
    }
}
