import Ground
public import Journal
import Wording

/// Runs as a JUnit XML document: one suite per rig, one test case per run.
public struct JUnitReport {
    public let tally: RunTally
    /// The conditions under which the runs were played.
    public let provenance: Provenance

    public init(_ tally: RunTally, of provenance: Provenance) {
        self.tally = tally
        self.provenance = provenance
    }

    public init(_ summaries: [RunSummary], of provenance: Provenance) { self.init(RunTally(summaries), of: provenance) }

    public var text: String {
        let lack = tally.lack?.description
        var suites = rigs.map { suite(of: $0) }
        if suites.isEmpty, lack != nil { suites = [suite(of: "none")] }
        // A shortfall counts once, in the last suite.
        if let lack, let last = suites.indices.last {
            var missing = JUnitDocument.Case(
                "coverage", of: [suites[last].name, "trammel", "coverage"], time: .zero)
            missing.outcome = .error(JUnitDocument.Problem("error", lack.escapedForDisplay), details: lack)
            suites[last].cases.append(missing)
        }
        let comment = (tally.cause?.line ?? tally.sharedMeaning)?.escapedForDisplay
        return JUnitDocument(name: "trammel", comment: comment, suites: suites).text
    }

    /// The rigs in order of first use.
    private var rigs: [String] {
        tally.summaries.reduce(into: []) { if !$0.contains($1.rig) { $0.append($1.rig) } }
    }

    private func suite(of rig: String) -> JUnitDocument.Suite {
        var suite = JUnitDocument.Suite(
            name: rig.escapedForDisplay, began: provenance.date, host: provenance.host.escapedForDisplay)
        suite.properties = properties(of: rig).map { ($0.escapedForDisplay, $1.escapedForDisplay) }
        var rounds: [String: Int] = [:]
        for (place, run) in tally.summaries.enumerated() where run.rig == rig {
            let name = "\(run.scenario), seed \(run.seed)"
            rounds[name, default: 0] += 1
            let round = rounds[name] ?? 1
            suite.cases.append(
                self.case(
                    run, name: round > 1 ? "\(name), round \(round)" : name, tally.evidence[place] ?? [],
                    cause: tally.cause(of: [place])))
        }
        return suite
    }

    private func properties(of rig: String) -> [(String, String)] {
        var fields =
            [
                ("program", provenance.program), ("system", provenance.system), ("date", provenance.date),
                ("kind", provenance.kind), ("rig", rig),
            ] + provenance.overrides.map { ("override", $0) } + provenance.parts.map { ("port.\($0.role)", $0.port) }
        var reasons: [String] = []
        for left in tally.coverage?.leftOut ?? [] where !reasons.contains(left.reason) { reasons.append(left.reason) }
        for reason in reasons {
            let count = tally.coverage?.leftOut.count { $0.reason == reason } ?? 0
            fields.append(("left out: \(reason)", "\(count)"))
        }
        let remarks = [tally.partlyJudged].compactMap(\.self) + (tally.coverage?.unjudged ?? [])
        return fields + remarks.map { ("remark", $0) }
    }

    private func `case`(
        _ run: RunSummary, name: String, _ files: [String], cause: String?
    ) -> JUnitDocument.Case {
        // The rig and the scenario's file: `deskBench.Scenarios.Conformance.Exchange`.
        let file = run.spot.file.hasSuffix(".swift") ? String(run.spot.file.dropLast(6)) : run.spot.file
        let parts = [run.rig] + file.split(separator: "/").map(String.init)
        var one = JUnitDocument.Case(
            name.escapedForDisplay, of: parts.map(\.escapedForDisplay), time: run.elapsed)
        let verdict = run.verdict.description
        let message = ([(run.meaning ?? run.explanation) ?? verdict] + [cause].compactMap(\.self))
            .joined(separator: "; ").escapedForDisplay
        one.outcome =
            switch run.verdict {
            case .passed: .passed
            case .failed:
                .failed(
                    JUnitDocument.Problem((run.code?.rawValue ?? verdict).escapedForDisplay, message),
                    details: details(of: run, cause: cause))
            case .error, .timedOut, .aborted:
                .error(JUnitDocument.Problem(verdict, message), details: details(of: run, cause: nil))
            case .skipped: .skipped(JUnitDocument.Problem(nil, message), details: nil)
            }
        let partly = run.verdict == .passed && run.isPartlyJudged ? ["\(Sentence.measurementsNotJudged)"] : []
        // Figures about the rig are for those who look into a failure.
        let measured = run.measured.filter { measured in
            measured.subject == nil && (run.verdict != .passed || !Measured.rigFigures.contains(measured.what))
        }
        one.notes = partly + measured.map { "\($0)".escapedForDisplay }
        // The files that a run left, for a reader that shows them with a failure.
        if !run.isPassedOrSkipped { one.notes += files.compactMap(JUnitDocument.attachment) }
        return one
    }

    /// Returns the failing line, then the likely cause, failures and findings as on the console.
    private func details(of run: RunSummary, cause: String?) -> String {
        let spot = (run.failures.first?.spot ?? run.spot).description.escapedForDisplay
        let head = "\(spot): \(((run.meaning ?? run.explanation) ?? "").escapedForDisplay)"
        let cause = [cause?.escapedForDisplay].compactMap(\.self)
        return "\n" + ([head] + cause + VerdictText(run, terminal: .plain).lines).joined(separator: "\n") + "\n"
    }
}
