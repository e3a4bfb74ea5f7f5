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
        var xml = XMLText()
        let decisions = document.scenarios.map(\.decision) + document.quantities.map(\.decision)
        func count(_ status: ReportCase.Status) -> Int { decisions.count { report.status(of: $0) == status } }
        let failures = count(.failed) + (isClosing(.failed) ? 1 : 0)
        let errors = count(.error) + (isClosing(.error) || isClosing(.inconclusive) ? 1 : 0)
        let tests = document.scenarios.count + document.quantities.count + (needsClosing ? 1 : 0)
        let counts = [("tests", "\(tests)"), ("failures", "\(failures)"), ("errors", "\(errors)")]
        let content = report.content
        // The total time of its cases, as readers count it; on some benches that is not wall-clock time.
        let elapsed = document.scenarios.reduce(Lapse.zero) { $0 + report.time(of: $1) }
        let time = [("time", decimal(elapsed.seconds, places: 3))]
        xml.open("testsuites", [("name", "trammel gate")] + counts + time)
        xml.open(
            "testsuite",
            [("name", document.bench.name.escapedForDisplay)] + counts + time
                + [
                    ("skipped", "\(count(.skipped))"), ("timestamp", stamp),
                    ("hostname", report.host.escapedForDisplay),
                    ("id", "0"), ("package", document.plan.name.escapedForDisplay),
                ])
        writeProperties(to: &xml)
        var names: [String: Int] = [:]
        for scenario in document.scenarios { write(scenario, &names, to: &xml) }
        for quantity in document.quantities { write(quantity, &names, to: &xml) }
        if needsClosing { writeClosing(to: &xml) }
        let lines =
            [content.headline] + document.proves.map { "proves: \($0)" }
            + document.doesNotProve.map { "does not prove: \($0)" }
        xml.element("system-out", content: lines.map { $0.shown(4_000) }.joined(separator: "\n"))
        xml.close()
        xml.close()
        return xml.text
    }

    /// The start without the time zone, which is UTC.
    private var stamp: String {
        document.started.hasSuffix("Z") ? String(document.started.dropLast()) : document.started.escapedForDisplay
    }

    private var needsClosing: Bool { report.needsClosing }

    private func isClosing(_ result: GateResult) -> Bool { needsClosing && document.result == result }

    private func writeProperties(to xml: inout XMLText) {
        let firmware = document.firmware
        let fields =
            [
                ("gate.result", document.result.rawValue), ("firmware.file", firmware.file),
                ("firmware.sha256", firmware.sha256), ("firmware.identity", document.identityWord),
                ("firmware.identity.reasons", (firmware.identity.reasons ?? []).joined(separator: "; ")),
                ("firmware.mcubootHash", firmware.mcubootHash ?? ""), ("plan.name", document.plan.name),
                ("plan.hash", document.plan.hash), ("bench.fingerprint", document.bench.fingerprint),
                ("rig.version", document.rig), ("gate.rehearsal", document.rehearsal ? "yes" : "no"),
                ("baseline.sha256", document.baseline?.firmware.sha256 ?? ""),
                ("gate.excused", "\(document.excused.count)"),
            ].filter { !$0.1.isEmpty }
        xml.open("properties")
        for (name, value) in fields {
            xml.element("property", [("name", name), ("value", value.shown(4_000))])
        }
        xml.close()
    }

    private func attributes(
        _ name: String, _ suite: [String], _ time: Lapse, _ names: inout [String: Int]
    ) -> [(String, String)] {
        let shown = name.shown(300)
        names[shown, default: 0] += 1
        let number = names[shown] ?? 1
        let className = suite.map { part in
            let word = String(part.shown(300).map { $0 == "." || $0 == " " ? "_" : $0 })
            return word.isEmpty ? "_" : word
        }.joined(separator: ".")
        return [
            ("classname", className), ("name", number > 1 ? "\(shown), \(number)" : shown),
            ("time", decimal(time.seconds, places: 3)),
        ]
    }

    private func write(_ scenario: GateDocument.Scenario, _ names: inout [String: Int], to xml: inout XMLText) {
        xml.open(
            "testcase", attributes(scenario.name, report.suite(of: scenario), report.time(of: scenario), &names))
        let message = (report.message(of: scenario) ?? scenario.decision.rawValue).shown(4_000)
        let body = details(of: scenario)
        switch scenario.decision {
        case .passed:
            let tolerated = scenario.runs.filter { $0.verdict == .failed }
            for run in tolerated.prefix(Self.mostTolerated) {
                let code = report.summaries[run.ordinal]?.code?.rawValue ?? "failed"
                let text = report.explanation(of: run.ordinal) ?? "failed"
                xml.open("flakyFailure", [("message", text.shown(4_000)), ("type", code.shown(300))])
                xml.element("stackTrace", content: "run \(run.ordinal): \(text.shown(4_000))\n\(run.folder.shown(300))")
                xml.close()
            }
        case .failed: xml.element("failure", [("type", "failed"), ("message", message)], content: body)
        case .excused:
            xml.element(element(for: .excused), [("type", "excused"), ("message", message)], content: body)
        case .unproved: xml.element("error", [("type", "unproved"), ("message", message)], content: body)
        }
        var notes = ["\(GateWords.share(scenario.failures, of: scenario.trials)) trials failed"]
        notes.append(
            "upper limit \(GateFigures.percent(up: scenario.upperLimit)), with every left-out run as failed "
                + "\(GateFigures.percent(up: scenario.upperLimitWorstCase)), confidence \(scenario.confidence)")
        if scenario.decision != .passed {
            let files = scenario.runs.filter { $0.verdict != .passed }.prefix(10).map {
                "\(place)\($0.folder)/page.html"
            }
            notes += files.filter { file in !file.contains { "[]|".contains($0) } }
                .map { "[[ATTACHMENT|\($0.escapedForDisplay)]]" }
        }
        xml.element("system-out", content: "\n" + notes.joined(separator: "\n") + "\n")
        xml.close()
    }

    /// Returns the element for a case that neither passed nor failed.
    private func element(for decision: GateDecision) -> String {
        report.status(of: decision) == .skipped ? "skipped" : "error"
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

    private func write(_ quantity: GateDocument.Quantity, _ names: inout [String: Int], to xml: inout XMLText) {
        let name = "\(quantity.scenario): \(quantity.name)"
        xml.open("testcase", attributes(name, [document.bench.name, "quantities"], .zero, &names))
        let message = [("message", quantity.statement.shown(4_000))]
        switch quantity.decision {
        case .passed: break
        case .failed: xml.element("failure", [("type", "failed")] + message, content: quantity.statement.shown(4_000))
        case .excused, .unproved:
            xml.element(
                element(for: quantity.decision), [("type", quantity.decision.rawValue)] + message,
                content: quantity.statement.shown(4_000))
        }
        xml.close()
    }

    private func writeClosing(to xml: inout XMLText) {
        xml.open("testcase", [("classname", "trammel.gate"), ("name", "result"), ("time", "0.000")])
        let text = (document.reasons.isEmpty ? [report.headline] : document.reasons).map { $0.shown(4_000) }
            .joined(separator: "\n")
        let attributes = [("type", document.result.rawValue), ("message", report.headline.shown(4_000))]
        xml.element(document.result == .failed ? "failure" : "error", attributes, content: text)
        xml.close()
    }
}
