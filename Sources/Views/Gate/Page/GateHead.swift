import Gate
import GateKit
import Ground
import Journal

/// The first screen of a gate's page: the result, its meaning, the reasons and the subject.
struct GateHead {
    let report: GateReport

    private var document: GateDocument { report.document }

    func write(to html: inout HTMLText) {
        let (style, symbol) = Self.look(of: document.result)
        let heading = GateWords.heading(document.result)
        html.raw("<header><h1><span class=\"\(style)\">\(symbol) \(heading)</span>: gate for ")
        html.data(GateMatrix.name(of: document.firmware).shown(120))
        html.raw("</h1>\n<p class=\"lead\" id=\"result\"><strong>")
        html.data(Self.sentence(document).shown(2_000))
        html.raw("</strong></p>\n")
        if document.rehearsal {
            html.element(
                "p", "class=\"complaint\"",
                "\u{26A0} This was a rehearsal: no run touched a firmware, so it proves nothing.")
        }
        let isWhole = document.excused.isEmpty && document.unplayed == nil
        let reasons = document.result == .passed && isWhole ? [] : document.reasons
        if !reasons.isEmpty {
            let what = document.unplayed == nil ? "What was excused" : "What was left out"
            html.raw("<h2>\(document.result == .passed ? what : "Why")</h2>\n")
            GatePage.list(reasons, to: &html)
        }
        writeExcused(to: &html)
        writeLinks(to: &html)
        PageFrame.write(
            PageFrame.Filter(
                kinds: ("Result", GateDecision.allCases.map(\.rawValue)), bad: "only what is not passed"), to: &html)
        html.raw("</header>\n")
    }

    /// Returns the main statement in one sentence: the first one that the document itself contains.
    static func sentence(_ document: GateDocument) -> String {
        let meaning = GateWords.meaning(
            of: document.result, excused: document.excused.count, unplayed: document.unplayed?.count ?? 0)
        let most = document.result == .passed ? document.proves.first : document.reasons.first ?? document.proves.first
        let start = meaning.prefix(1).uppercased() + meaning.dropFirst()
        return most.map { "\(start): \($0)." } ?? "\(start)."
    }

    private func writeExcused(to html: inout HTMLText) {
        guard !document.excused.isEmpty else { return }
        html.raw("<table><caption>Excused</caption><thead><tr>")
        for name in ["scenario", "failure", "failures", "owner", "reason", "until"] {
            html.raw("<th scope=\"col\">\(name)</th>")
        }
        html.raw("</tr></thead><tbody>\n")
        for one in document.excused.prefix(200) {
            html.raw("<tr>")
            html.element("th", "scope=\"row\"", one.scenario.shown(120))
            GateTables.cell("failure", one.failure.map { String($0.prefix(10)) } ?? "any", to: &html)
            GateTables.cell("failures", "\(one.failures)", to: &html)
            GateTables.cell("owner", one.owner.shown(120), to: &html)
            GateTables.cell("reason", one.reason.shown(400), to: &html)
            GateTables.cell("until", "\(one.until)", to: &html)
            html.raw("</tr>\n")
        }
        html.raw("</tbody></table>\n")
    }

    private func writeLinks(to html: inout HTMLText) {
        let hasLeftOut = (document.scenarios + (document.baseline?.scenarios ?? [])).contains { !$0.leftOut.isEmpty }
        let parts = [
            ("culprits", "What failed", !GateCulprits(report: report).isEmpty), ("scenarios", "Scenarios", true),
            ("proof", "Proved", true), ("facts", "Facts", true),
            ("failures", "Failures", !GateFailures(report).isEmpty),
            ("quantities", "Quantities", !document.quantities.isEmpty), ("left-out", "Left out", hasLeftOut),
            ("unplayed", "Not played", document.unplayed != nil),
            ("identity", "Identity", true), ("runs", "Runs", true), ("plan", "Plan", true),
        ]
        PageFrame.write(links: parts.filter(\.2).map { (address: "#\($0.0)", title: $0.1) }, to: &html)
    }

    /// Writes the identity of firmware, bench, plan and program.
    func writeFacts(to html: inout HTMLText) {
        let firmware = document.firmware
        let facts: [(String, String)] = [
            ("Result", "\(document.result.rawValue), exit status \(document.result.exitStatus)"),
            ("Firmware", firmware.file), ("SHA-256", firmware.sha256), ("MCUboot hash", firmware.mcubootHash ?? ""),
            ("Identity", document.identityWord), ("Bench", document.bench.name),
            ("Fingerprint", document.bench.fingerprint), ("Plan", document.plan.name),
            ("Plan hash", document.plan.hash),
            ("Runs", Self.runs(document.scenarios)),
            ("Baseline's runs", document.baseline.map { Self.runs($0.scenarios) } ?? ""),
            ("Baseline", document.baseline.map { "\($0.firmware.file), \($0.firmware.sha256)" } ?? ""),
            ("Program", document.rig + (report.host.isEmpty ? "" : " on \(report.host)")),
            ("Time", "\(document.started) to \(document.ended)"), ("Record before", document.previousRecord ?? "none"),
        ]
        html.raw("<section id=\"facts\"><h2>Facts</h2>\n<dl class=\"ids\">")
        for (name, value) in facts where !value.isEmpty {
            html.element("dt", "", name)
            html.element("dd", "", value.shown(400))
            html.raw("\n")
        }
        html.raw("</dl></section>\n")
    }

    private static func runs(_ scenarios: [GateDocument.Scenario]) -> String {
        func sum(_ count: (GateDocument.Scenario) -> Int) -> Int { scenarios.reduce(0) { $0 + count($1) } }
        return "\(counted(sum(\.trials), "trial")), \(sum(\.failures)) failed, \(sum(\.leftOut.count)) left out"
    }

    private static func look(of result: GateResult) -> (style: String, symbol: String) {
        let style =
            switch result {
            case .passed: "good"
            case .failed: "bad"
            case .error: "rig"
            case .inconclusive: "open"
            }
        return (style, GateWords.symbol(of: result))
    }
}
