import Gate
import GateKit
import Ground
import Journal

/// The remainder of a gate's page as tables: left-out runs, runs that are not trials, firmware readings, all runs.
struct GateTables {
    /// The maximum number of rows in a table; the rest is counted.
    static let mostRows = 600

    let report: GateReport

    private var document: GateDocument { report.document }

    func write(to html: inout HTMLText) {
        writeLeftOut(to: &html)
        writeNotTrials(to: &html)
        writeReadings(to: &html)
        writeRuns(to: &html)
        html.raw("<section id=\"plan\"><h2>Plan</h2>\n<p class=\"facts\">")
        let plan = document.plan
        html.data("\(plan.name.shown(120)), \(plan.kind.rawValue), hash \(plan.hash.shown(80))")
        html.raw("</p>\n<details><summary>The plan's text</summary><pre class=\"copied\" tabindex=\"0\">")
        let lines = document.plan.text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.prefix(2_000) {
            html.data(String(line).shown(2_000))
            html.raw("\n")
        }
        html.raw("</pre></details></section>\n")
    }

    private var hasBaseline: Bool { document.baseline != nil }
    /// The column that names the firmware, if there are two.
    private var side: [String] { hasBaseline ? ["firmware"] : [] }

    /// Returns the values of candidate and baseline with the names of scenario and firmware.
    private func rows<Value>(_ values: (GateDocument.Scenario) -> [Value]) -> [(String, String, Value)] {
        let sides = [("candidate", document.scenarios), ("baseline", document.baseline?.scenarios ?? [])]
        return sides.flatMap { firmware, scenarios in
            scenarios.flatMap { scenario in values(scenario).map { (scenario.name, firmware, $0) } }
        }
    }

    private func writeLeftOut(to html: inout HTMLText) {
        let left = rows(\.leftOut)
        guard !left.isEmpty else { return }
        html.raw("<section id=\"left-out\"><h2>Left-out runs (\(left.count))</h2>\n")
        html.element(
            "p", "class=\"facts\"",
            "They came to no verdict on the accessory. The upper limits stand without them, and with each as failed.")
        Self.begin(["run"] + side + ["scenario", "verdict", "witness", "why", "folder"], to: &html)
        for (name, firmware, run) in left.sorted(by: { $0.2.ordinal < $1.2.ordinal }).prefix(Self.mostRows) {
            html.raw("<tr data-item=\"bad\" data-kind=\"\(run.verdict.words)\"><th scope=\"row\">")
            RunAddress.write(run.ordinal, "\(run.ordinal)", in: report, to: &html)
            html.raw("</th>")
            if hasBaseline { Self.cell("firmware", firmware, to: &html) }
            Self.cell("scenario", name.shown(120), to: &html)
            Self.cell("verdict", "\(VerdictSymbol.symbol(of: run.verdict)) \(run.verdict.words)", to: &html)
            Self.cell("witness", run.witness?.shown(400) ?? "none", to: &html)
            Self.cell("why", report.explanation(of: run.ordinal)?.shown(400) ?? "", to: &html)
            Self.cell("folder", run.folder.shown(200), to: &html)
            html.raw("</tr>\n")
        }
        Self.end(left.count, to: &html)
        html.raw("</section>\n")
    }

    private func writeNotTrials(to html: inout HTMLText) {
        let all = rows(\.notTrials)
        guard !all.isEmpty else { return }
        html.raw("<section id=\"not-trials\"><h2>Runs that are no trials (\(all.count))</h2>\n")
        Self.begin(["run"] + side + ["scenario", "why", "folder"], to: &html)
        for (name, firmware, run) in all.sorted(by: { $0.2.ordinal < $1.2.ordinal }).prefix(Self.mostRows) {
            html.raw("<tr><th scope=\"row\">")
            RunAddress.write(run.ordinal, "\(run.ordinal)", in: report, to: &html)
            html.raw("</th>")
            if hasBaseline { Self.cell("firmware", firmware, to: &html) }
            Self.cell("scenario", name.shown(120), to: &html)
            Self.cell("why", GateWords.reason(run.reason), to: &html)
            Self.cell("folder", run.folder.shown(200), to: &html)
            html.raw("</tr>\n")
        }
        Self.end(all.count, to: &html)
        html.raw("</section>\n")
    }

    private func writeReadings(to html: inout HTMLText) {
        let identity = document.firmware.identity
        html.raw("<section id=\"identity\"><h2>Which firmware ran</h2>\n<p>")
        let how =
            document.identityWord == identity.level.rawValue
            ? "the worst of \(counted(identity.readings.count, "reading"))" : "no accessory's own firmware ran"
        html.data("Identity: \(document.identityWord), \(how).")
        html.raw("</p>\n")
        if let reasons = identity.reasons { GatePage.list(reasons, to: &html) }
        if !identity.readings.isEmpty {
            Self.begin(["when", "after run", "level", "source", "bytes"], to: &html)
            for reading in identity.readings.prefix(Self.mostRows) {
                html.raw("<tr>")
                html.element("th", "scope=\"row\"", reading.when.shown(60))
                let after = reading.afterOrdinal == 0 ? "before the first" : "\(reading.afterOrdinal)"
                Self.cell("after run", after, to: &html)
                Self.cell("level", reading.level.rawValue, to: &html)
                Self.cell("source", reading.source.shown(200), to: &html)
                Self.cell("bytes", reading.bytes.shown(200), to: &html)
                html.raw("</tr>\n")
            }
            Self.end(identity.readings.count, to: &html)
        }
        html.raw("</section>\n")
    }

    /// Writes every run with a folder, including the baseline's, so that each ordinal is listed or reported as
    /// missing.
    private func writeRuns(to html: inout HTMLText) {
        let runs = rows(\.runs).sorted { $0.2.ordinal < $1.2.ordinal }
        html.raw("<section id=\"runs\"><h2>All runs (\(runs.count))</h2>\n")
        writeMissing(Set(runs.map(\.2.ordinal)), to: &html)
        html.raw("<details class=\"fold\"><summary>In the order in which they were started</summary>\n")
        Self.begin(["run"] + side + ["scenario", "verdict", "seed", "manifest", "folder"], to: &html)
        for (name, firmware, run) in runs.prefix(Self.mostRows) {
            let isGood = run.verdict == .passed
            html.raw("<tr data-item=\"\(isGood ? "good" : "bad")\" data-kind=\"\(run.verdict.words)\">")
            html.raw("<th scope=\"row\">")
            RunAddress.write(run.ordinal, "\(run.ordinal)", in: report, to: &html)
            html.raw("</th>")
            if hasBaseline { Self.cell("firmware", firmware, to: &html) }
            Self.cell("scenario", name.shown(120), to: &html)
            Self.cell("verdict", "\(VerdictSymbol.symbol(of: run.verdict)) \(run.verdict.words)", to: &html)
            Self.cell("seed", "\(run.seed)", to: &html)
            Self.cell("manifest", String(run.manifest.prefix(16)), to: &html)
            Self.cell("folder", run.folder.shown(120), to: &html)
            html.raw("</tr>\n")
        }
        Self.end(runs.count, to: &html)
        html.raw("</details></section>\n")
    }

    /// The maximum number of missing ordinals listed.
    private static let mostMissing = 50

    /// Writes the ordinals below the highest that no run has.
    private func writeMissing(_ known: Set<Int>, to html: inout HTMLText) {
        // Ordinals from a file may be arbitrary, so the range examined is limited.
        let highest = min(known.max() ?? 0, known.count + 100_000)
        guard highest > known.count else { return }
        let missing = (1...highest).filter { !known.contains($0) }
        let told = missing.prefix(Self.mostMissing).map { "\($0)" }.joined(separator: ", ")
        let more = missing.count > Self.mostMissing ? " and \(missing.count - Self.mostMissing) more" : ""
        html.element(
            "p", "class=\"none\"",
            "\(missing.count == 1 ? "Run" : "Runs") \(told)\(more): started, and no evidence of it is left.")
    }

    static func begin(_ names: [String], to html: inout HTMLText) {
        html.raw("<table><thead><tr>")
        for name in names { html.raw("<th scope=\"col\">\(name)</th>") }
        html.raw("</tr></thead><tbody>\n")
    }

    static func end(_ count: Int, to html: inout HTMLText) {
        html.raw("</tbody></table>\n")
        if count > mostRows { html.element("p", "class=\"none\"", "\(counted(count - mostRows, "more row"))") }
    }

    static func cell(_ label: String, _ text: String, to html: inout HTMLText) {
        html.element("td", "class=\"figure\" data-label=\"\(label)\"", text)
    }
}
