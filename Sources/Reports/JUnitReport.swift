import Ground
public import Journal

/// Runs as a JUnit XML document: one suite a rig, one test case a run.
///
/// There is no one schema; this is the part that Jenkins, GitLab and GitHub's readers agree on.
public struct JUnitReport {
    public let summaries: [RunSummary]

    public init(_ summaries: [RunSummary]) { self.summaries = summaries }

    public var text: String {
        var xml = XMLText()
        xml.open("testsuites", [("name", "trammel")] + totals(of: summaries))
        for rig in rigs {
            let runs = summaries.filter { $0.rig == rig }
            xml.open("testsuite", [("name", rig.escapedForDisplay)] + totals(of: runs))
            for run in runs { write(run, to: &xml) }
            xml.close()
        }
        xml.close()
        return xml.text
    }

    /// The rigs in the order in which they were first used.
    private var rigs: [String] {
        summaries.reduce(into: []) { if !$0.contains($1.rig) { $0.append($1.rig) } }
    }

    private func totals(of runs: [RunSummary]) -> [(String, String)] {
        let outcomes = runs.map { Outcome($0.verdict) }
        return [
            ("tests", "\(runs.count)"),
            ("failures", "\(outcomes.count { $0 == .failure })"),
            ("errors", "\(outcomes.count { $0 == .error })"),
            ("skipped", "\(outcomes.count { $0 == .skipped })"),
            ("time", seconds(runs.reduce(.zero) { $0 + $1.elapsed })),
        ]
    }

    private func write(_ run: RunSummary, to xml: inout XMLText) {
        xml.open(
            "testcase",
            [
                ("name", "\(run.scenario.escapedForDisplay), seed \(run.seed)"),
                ("classname", run.spot.file.escapedForDisplay),
                ("file", run.spot.file.escapedForDisplay),
                ("line", "\(run.spot.line)"),
                ("time", seconds(run.elapsed)),
            ])
        xml.open("properties")
        xml.element("property", [("name", "rig"), ("value", run.rig.escapedForDisplay)])
        xml.element("property", [("name", "seed"), ("value", "\(run.seed)")])
        for measured in run.measured {
            let value =
                measured.value.description + (measured.limit.map { " of \($0)" } ?? "")
                + (measured.times.map { " (\($0) times)" } ?? "")
            xml.element("property", [("name", measured.what.escapedForDisplay), ("value", value)])
        }
        xml.close()
        let message = [("message", (run.explanation ?? run.verdict.description).escapedForDisplay)]
        let type = [("type", run.verdict.description)]
        switch Outcome(run.verdict) {
        case .success: break
        case .failure: xml.element("failure", message + type, content: details(of: run))
        case .error: xml.element("error", message + type, content: details(of: run))
        case .skipped: xml.element("skipped", message)
        }
        xml.close()
    }

    /// The failures and findings as the console shows them.
    private func details(of run: RunSummary) -> String {
        "\n" + VerdictText(run, terminal: .plain).lines.joined(separator: "\n") + "\n"
    }

    private func seconds(_ span: Span) -> String { decimal(span.seconds, places: 3) }
}

/// The four ways in which JUnit lets a test end.
private enum Outcome {
    case success, failure, error, skipped

    init(_ verdict: Verdict) {
        self =
            switch verdict {
            case .passed: .success
            case .failed: .failure
            case .error, .timedOut, .aborted: .error
            case .skipped: .skipped
            }
    }
}
