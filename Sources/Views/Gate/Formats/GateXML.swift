import Gate
import GateKit
import Ground
import Journal
import Reports
import Wording

/// A gate as a JUnit XML document, with one case per scenario and quantity, coloured by the plan's decision.
///
/// A failure that the plan tolerates is a `flakyFailure` inside a passing case. A case shown neither good nor bad, and
/// a fault of the rig, is an `error`. The document conforms to junit-10.xsd (gate.md, section 4.3).
public struct GateXML {
    public static let fileName = "gate.xml"
    /// The maximum number of tolerated failures listed per scenario.
    static let mostTolerated = 100

    private let report: GateReport
    /// The prefix of the paths of runs' folders.
    private let place: String

    /// Creates the document; `folder` is the gate's, for a document stored elsewhere. Without it the paths are
    /// relative to the document.
    public init(_ report: GateReport, folder: String? = nil) {
        self.report = report
        place = folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    }

    private var document: GateDocument { report.document }

    public var text: String {
        var suite = JUnitDocument.Suite(
            name: document.bench.name.escapedForDisplay, began: document.started.escapedForDisplay,
            host: report.host.escapedForDisplay)
        suite.attributes = [("id", "0"), ("package", document.plan.name.escapedForDisplay)]
        suite.properties = properties
        var names: [String: Int] = [:]
        // The total time is that of its cases, as readers count it; on some benches that is not wall-clock time.
        suite.cases =
            document.scenarios.map { self.case($0, &names) } + document.quantities.map { self.case($0, &names) }
        if report.needsClosing { suite.cases.append(closing) }
        let lines =
            [report.content.headline] + document.proves.map { "proves: \($0)" }
            + document.doesNotProve.map { "does not prove: \($0)" }
        suite.output = lines.map { $0.shown(4_000) }.joined(separator: "\n")
        return JUnitDocument(name: "trammel gate", suites: [suite]).text
    }

    private var properties: [(name: String, value: String)] {
        let firmware = document.firmware
        return [
            ("gate.result", document.result.rawValue), ("firmware.file", firmware.file),
            ("firmware.sha256", firmware.sha256), ("firmware.identity", document.identityWord),
            ("firmware.identity.reasons", (firmware.identity.reasons ?? []).joined(separator: "; ")),
            ("firmware.mcubootHash", firmware.mcubootHash ?? ""), ("plan.name", document.plan.name),
            ("plan.hash", document.plan.hash), ("bench.fingerprint", document.bench.fingerprint),
            ("rig.version", document.rig), ("gate.rehearsal", document.rehearsal ? "yes" : "no"),
            ("baseline.sha256", document.baseline?.firmware.sha256 ?? ""),
            ("gate.excused", "\(document.excused.count)"),
        ].filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1.shown(4_000)) }
    }

    /// Returns the name of a case, with a number if an earlier one has the same.
    private static func distinct(_ name: String, _ names: inout [String: Int]) -> String {
        let shown = name.shown(300)
        names[shown, default: 0] += 1
        let number = names[shown] ?? 1
        return number > 1 ? "\(shown), \(number)" : shown
    }

    private func `case`(_ scenario: GateDocument.Scenario, _ names: inout [String: Int]) -> JUnitDocument.Case {
        var one = JUnitDocument.Case(
            Self.distinct(scenario.name, &names), of: report.suite(of: scenario).map { $0.shown(300) },
            time: report.time(of: scenario))
        let message = (report.message(of: scenario) ?? scenario.decision.rawValue).shown(4_000)
        one.outcome = outcome(scenario.decision, message, details: details(of: scenario))
        if scenario.decision == .passed {
            one.tolerated = scenario.runs.filter { $0.verdict == .failed }.prefix(Self.mostTolerated).map { run in
                let code = report.summaries[run.ordinal]?.code?.rawValue ?? "failed"
                let text = (report.explanation(of: run.ordinal) ?? "failed").shown(4_000)
                return (
                    JUnitDocument.Problem(code.shown(300), text),
                    "run \(run.ordinal): \(text)\n\(run.folder.shown(300))"
                )
            }
        }
        one.notes = [
            "\(GateWords.share(scenario.failures, of: scenario.trials)) trials failed",
            "upper limit \(GateFigures.percent(up: scenario.upperLimit)), with every left-out run as failed "
                + "\(GateFigures.percent(up: scenario.upperLimitWorstCase)), confidence \(scenario.confidence)",
        ]
        if scenario.decision != .passed {
            one.notes += scenario.runs.filter { $0.verdict != .passed }.prefix(10).compactMap {
                JUnitDocument.attachment("\(place)\($0.folder)/page.html")
            }
        }
        return one
    }

    private func outcome(_ decision: GateDecision, _ message: String, details: String) -> JUnitDocument.Outcome {
        let problem = JUnitDocument.Problem(decision.rawValue, message)
        return switch decision {
        case .passed: .passed
        case .failed: .failed(problem, details: details)
        case .excused, .unproved:
            report.status(of: decision) == .skipped
                ? .skipped(problem, details: details) : .error(problem, details: details)
        }
    }

    /// Returns the details: the scenario's location first, then the proofs, then each kind of failure.
    private func details(of scenario: GateDocument.Scenario) -> String {
        let spot = report.spot(of: scenario).map { "\($0.description.shown(300)): " } ?? ""
        var lines = ["\(spot)\((report.message(of: scenario) ?? "").shown(4_000))"]
        lines += scenario.proofs.map { proof in
            let statement = proof.sentence(leftOut: scenario.leftOut.count).shown(4_000)
            return "\(proof.kind.rawValue) \(proof.decision.rawValue): \(statement)"
        }
        for key in scenario.failureKeys.prefix(20) {
            let text = report.explanation(of: key.firstOrdinal) ?? ""
            lines.append(
                "\(key.key.prefix(10)) \(counted(key.count, "time")), first in run \(key.firstOrdinal): "
                    + text.shown(4_000))
        }
        for left in scenario.leftOut.prefix(20) {
            lines.append(
                "left out: run \(left.ordinal), \(left.verdict.words): "
                    + (left.witness ?? report.explanation(of: left.ordinal) ?? "no witness").shown(4_000))
        }
        return "\n" + lines.joined(separator: "\n") + "\n"
    }

    private func `case`(_ quantity: GateDocument.Quantity, _ names: inout [String: Int]) -> JUnitDocument.Case {
        var one = JUnitDocument.Case(
            Self.distinct("\(quantity.scenario): \(quantity.name)", &names),
            of: [document.bench.name.shown(300), "quantities"], time: .zero)
        let statement = quantity.statement.shown(4_000)
        one.outcome = outcome(quantity.decision, statement, details: statement)
        return one
    }

    private var closing: JUnitDocument.Case {
        var one = JUnitDocument.Case("result", of: ["trammel", "gate"], time: .zero)
        let text = (document.reasons.isEmpty ? [report.headline] : document.reasons).map { $0.shown(4_000) }
            .joined(separator: "\n")
        let problem = JUnitDocument.Problem(document.result.rawValue, report.headline.shown(4_000))
        one.outcome = document.result == .failed ? .failed(problem, details: text) : .error(problem, details: text)
        return one
    }
}
