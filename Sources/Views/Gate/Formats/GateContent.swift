import Gate
import GateKit
import Ground
import Journal
public import Reports
import Wording

extension GateReport {
    /// The content for reports in other formats: a scenario is a case, and the plan's decision its status.
    ///
    /// A failure that the plan tolerates leaves its case green and appears in its attempts and its message.
    public var content: ReportContent {
        let start = ReportContent.milliseconds(of: document.started) ?? 0
        let end = ReportContent.milliseconds(of: document.ended) ?? start
        let told = Lapse.milliseconds(Int(clamping: min(Self.longest, max(0, end - start))))
        return ReportContent(
            program: document.rig, host: host, rig: document.bench.name, start: period?.start ?? start,
            elapsed: period?.elapsed ?? told,
            status: CommandStatus(rawValue: document.result.exitStatus) ?? .nothingShown, headline: headline,
            remarks: remarks, cases: cases, findings: findings, evidence: folder,
            bailOut: document.result == .error && document.scenarios.allSatisfy { $0.trials == 0 }
                ? document.reasons.first : nil)
    }

    /// The maximum duration reported, in milliseconds, because dates in a document can be arbitrary.
    private static let longest: Int64 = 100 * 365 * 86_400_000

    /// The result and its meaning, as one sentence without a final full stop.
    var headline: String {
        let file = document.firmware.file.split(separator: "/").last.map(String.init) ?? document.firmware.file
        let meaning = GateWords.meaning(
            of: document.result, excused: document.excused.count, unplayed: document.unplayed?.count ?? 0)
        return "gate \(document.result.rawValue) for \(file): \(meaning)"
    }

    /// The most important remarks: first the reasons for not passing, then the excused failures with their owners.
    var remarks: [String] {
        document.reasons
            + document.excused.map { one in
                "\(one.scenario): \(counted(one.failures, "failure")) excused until \(one.until), owner \(one.owner): "
                    + one.reason
            }
            + (document.rehearsal ? ["this was a rehearsal: no run touched a firmware"] : [])
    }

    /// The Markdown sections of a job's summary.
    public var sections: [(title: String, lines: [String])] {
        let identity = (document.firmware.identity.reasons ?? []).map { "\(document.identityWord): \($0)" }
        return [("What this proves", document.proves), ("What this does not prove", document.doesNotProve)]
            + (identity.isEmpty ? [] : [("Which firmware ran", identity)])
    }

    /// Whether scenarios and quantities alone would look better than the gate, so that an additional case has to
    /// report the result.
    var needsClosing: Bool {
        let decisions = document.scenarios.map(\.decision) + document.quantities.map(\.decision)
        switch document.result {
        case .passed: return false
        case .failed: return !decisions.contains(.failed)
        case .error: return true
        case .inconclusive: return !decisions.contains { $0 == .unproved || $0 == .excused }
        }
    }

    private var cases: [ReportCase] {
        let scenarios = scenarioCases
        let status: ReportCase.Status = document.result == .failed ? .failed : .error
        // Quantities are not cases in these formats, and the cases alone must not look like a gate that passed.
        guard needsClosing || document.result != .passed && !scenarios.contains(where: { $0.status == status }) else {
            return scenarios
        }
        let closing = ReportCase(
            name: "result", suite: [document.bench.name, "trammel"], status: status, word: document.result.rawValue,
            message: headline, details: document.reasons)
        return scenarios + [closing]
    }

    private var scenarioCases: [ReportCase] {
        document.scenarios.map { scenario in
            let left = Set(scenario.leftOut.map(\.ordinal))
            let files = scenario.runs.filter { $0.verdict != .passed }.prefix(20).map(\.folder)
            return ReportCase(
                name: scenario.name, suite: suite(of: scenario), spot: spot(of: scenario),
                status: status(of: scenario),
                word: scenario.decision == .passed
                    ? scenario.class.rawValue
                    : scenario.decision.rawValue,
                message: message(of: scenario),
                details: scenario.proofs.map {
                    "\($0.kind.rawValue): \($0.sentence(leftOut: scenario.leftOut.count))"
                },
                code: firstCode(of: scenario),
                attempts: scenario.runs.map { run in
                    ReportCase.Attempt(
                        left.contains(run.ordinal) ? .error : ReportCase.Status(run.verdict), run.verdict.words,
                        elapsed: time(of: run),
                        message: run.verdict == .passed ? nil : explanation(of: run.ordinal) ?? run.verdict.words)
                },
                elapsed: time(of: scenario),
                files: Array(files),
                labels: [
                    "decision": scenario.decision.rawValue, "class": scenario.class.rawValue,
                    "trials": "\(scenario.trials)", "failures": "\(scenario.failures)",
                    "upperLimit": GateFigures.percent(up: scenario.upperLimit),
                    "confidence": "\(scenario.confidence)",
                    "upperLimitWorstCase": GateFigures.percent(up: scenario.upperLimitWorstCase),
                ])
        }
    }

    /// Returns the duration of a run; zero if unknown.
    private func time(of run: GateDocument.Run) -> Lapse {
        elapsed[run.ordinal] ?? summaries[run.ordinal]?.elapsed ?? .zero
    }

    /// Returns the total duration of a scenario's runs.
    func time(of scenario: GateDocument.Scenario) -> Lapse { scenario.runs.reduce(.zero) { $0 + time(of: $1) } }

    func status(of scenario: GateDocument.Scenario) -> ReportCase.Status { status(of: scenario.decision) }

    /// Returns the status for a decision: unproved and excused are neither passed nor failed.
    ///
    /// An excused failure is never green: if the gate passes nevertheless, the case is skipped, otherwise an error.
    func status(of decision: GateDecision) -> ReportCase.Status {
        switch decision {
        case .passed: .passed
        case .failed: .failed
        case .excused: document.result == .passed ? .skipped : .error
        case .unproved: .error
        }
    }

    func message(of scenario: GateDocument.Scenario) -> String? {
        let count = "failed in \(GateWords.share(scenario.failures, of: scenario.trials)) trials"
        let left = scenario.leftOut.isEmpty ? "" : ", \(counted(scenario.leftOut.count, "run")) left out"
        let statement = scenario.proofs.first { $0.decision == scenario.decision }?.statement
        guard scenario.decision != .passed else { return scenario.failures > 0 ? "accepted: \(count)\(left)" : nil }
        return (statement.map { "\($0); " } ?? "") + count + left
    }

    func spot(of scenario: GateDocument.Scenario) -> SourceSpot? {
        scenario.file.map { SourceSpot(file: $0, line: scenario.line ?? 1) }
    }

    func suite(of scenario: GateDocument.Scenario) -> [String] {
        let file = scenario.file ?? ""
        let path = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
        return [document.bench.name] + path.split(separator: "/").map(String.init)
    }

    /// Returns the explanation of a run that did not pass, in one sentence without a final full stop.
    func explanation(of ordinal: Int) -> String? {
        summaries[ordinal].map { $0.meaning ?? $0.explanation ?? $0.verdict.description }
    }

    private func firstCode(of scenario: GateDocument.Scenario) -> String? {
        scenario.failureKeys.first.flatMap { summaries[$0.firstOrdinal]?.code?.rawValue }
    }

    /// The findings, one per kind of failure: those that fail the gate first, then the tolerated ones and the unproved
    /// ones.
    private var findings: [ReportFinding] {
        let order: [GateDecision] = [.failed, .excused, .unproved, .passed]
        var findings: [ReportFinding] = []
        for decision in order {
            for scenario in document.scenarios where scenario.decision == decision {
                for key in scenario.failureKeys.sorted(by: { ($1.count, $0.key) < ($0.count, $1.key) }) {
                    findings.append(finding(key, in: scenario))
                }
            }
        }
        for scenario in document.scenarios where scenario.decision == .failed && scenario.failureKeys.isEmpty {
            findings.append(
                ReportFinding(
                    .failed, of: scenario.name, at: spot(of: scenario), lines: [message(of: scenario) ?? "failed"],
                    key: scenario.hash, count: scenario.failures, of: scenario.trials))
        }
        for scenario in document.scenarios {
            guard let first = scenario.leftOut.first else { continue }
            findings.append(
                ReportFinding(
                    .error, of: scenario.name, at: spot(of: scenario),
                    lines: [explanation(of: first.ordinal) ?? first.witness ?? first.verdict.words],
                    key: scenario.hash, count: scenario.leftOut.count, of: scenario.runs.count))
        }
        return findings
    }

    private func finding(_ key: GateDocument.FailureKey, in scenario: GateDocument.Scenario) -> ReportFinding {
        let summary = summaries[key.firstOrdinal]
        let lines = summary?.telling ?? [explanation(of: key.firstOrdinal) ?? "failure \(key.key.prefix(10))"]
        let excuse: String? =
            switch scenario.decision {
            case .failed: nil
            case .excused: "excused"
            case .unproved: "the scenario is unproved"
            case .passed: "tolerated by the plan"
            }
        return ReportFinding(
            .failed, of: scenario.name, at: summary?.failures.first?.spot ?? spot(of: scenario), lines: lines,
            key: key.key, code: summary?.code?.rawValue, count: key.count, of: scenario.trials, excuse: excuse)
    }
}
