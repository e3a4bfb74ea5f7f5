import Evidence
import Ground
import Journal
import Reports
import Wording

/// All runs of a command as one self-contained page: the result, the failures and their reasons, then everything
/// else.
///
/// It is readable without style and script, loads nothing, and has a bounded size: the rest is counted.
struct SuitePage {
    let content: SuiteContent

    var html: String {
        var html = HTMLText()
        let counts = Sentence.counts(content.counts).description
        PageFrame.begin(&html, title: counts.isEmpty ? Sentence.nothingPlayed.description : counts)
        let diagnosis = content.diagnosis
        writeHead(&html, diagnosis.cause)
        html.raw("<main>\n")
        if content.runs.count > 1 { RunOverview(content.runs).write(to: &html) }
        write(diagnosis.lines, isFolded: diagnosis.cause != nil, to: &html)
        writeFailures(diagnosis.cause, to: &html)
        writeRigErrors(&html)
        writeEnded(&html)
        let tables = RunTables(content: content)
        if hasSkipped {
            html.raw("<section id=\"skipped\"><h2>Not played</h2>\n")
            tables.writeSkipped(to: &html)
            html.raw("</section>\n")
        }
        if content.counts.contains(where: { $0.verdict == .passed }) {
            html.raw("<section id=\"passed\"><h2>Passed</h2>\n")
            tables.writePassed(to: &html)
            html.raw("</section>\n")
        }
        html.raw("</main>\n")
        PageFrame.end(&html)
        return html.text
    }

    private var rigErrors: [PageRun] { content.runs(of: .error, .timedOut) }
    private var ended: [PageRun] { content.runs(of: .aborted) }
    private var hasSkipped: Bool { !content.runs(of: .skipped).isEmpty || !content.leftOut.isEmpty }

    private func writeHead(_ html: inout HTMLText, _ cause: LikelyCause?) {
        let status = content.status
        let (style, symbol) = Self.look(of: content.count == 0 ? .nothingShown : status)
        html.raw("<header><h1>Runs of ")
        html.data(content.names.joined(separator: ", "))
        html.raw("</h1>\n<p class=\"verdict \(style)\" id=\"result\">\(symbol) ")
        if content.count == 0 {
            html.data(Sentence.nothingPlayed.description)
        } else {
            html.data("\(Sentence.together(status.rawValue)): ")
            html.data(Sentence.runs(content.count, .counts(content.counts), in: content.elapsed).description)
        }
        html.raw("</p>\n")
        if let cause {
            html.element("p", "id=\"cause\"", cause.sentence)
            for remark in cause.remarks { html.element("p", "class=\"facts\"", remark) }
        } else if let meaning = content.sharedMeaning {
            html.element("p", "id=\"cause\"", meaning)
        }
        let isAllPassed = content.counts.allSatisfy { $0.verdict == .passed }
        let meaning = Sentence.exitStatus(status.rawValue, isAllPassed: isAllPassed)
        html.element("p", "class=\"facts\"", meaning.description)
        for provenance in content.provenances.prefix(10) {
            html.element("p", "class=\"facts\"", "with \(provenance)")
        }
        for remark in content.unjudged { html.element("p", "class=\"facts\"", remark) }
        let pageless = content.runs.count { $0.folder != nil && $0.address == nil && $0.summary.verdict == .passed }
        if pageless > 0 { html.element("p", "class=\"facts\"", Sentence.runsWithoutPage(pageless).description) }
        for complaint in content.complaints.prefix(20) {
            html.element("p", "class=\"complaint\"", "\u{26A0} \(complaint)")
        }
        let parts = [
            ("scenarios", "Scenarios", content.runs.count > 1), ("diagnosis", "Diagnosis", hasDiagnosis),
            ("failures", "Failures", !content.runs(of: .failed).isEmpty),
            ("rig", "Rig errors", !rigErrors.isEmpty), ("ended", "No verdict", !ended.isEmpty),
            ("skipped", "Not played", hasSkipped), ("passed", "Passed", !content.runs(of: .passed).isEmpty),
        ]
        PageFrame.write(links: parts.filter(\.2).map { (address: "#\($0.0)", title: $0.1) }, to: &html)
        PageFrame.write(
            PageFrame.Filter(kinds: ("Verdict", content.counts.map(\.verdict.words)), bad: "only what did not pass"),
            to: &html)
        html.raw("</header>\n")
    }

    private var hasDiagnosis: Bool { content.counts.contains { $0.verdict == .failed } }

    /// Writes the failures that the likely cause explains, by meaning, and then the others.
    private func writeFailures(_ cause: LikelyCause?, to html: inout HTMLText) {
        let failed = content.runs(of: .failed)
        guard !failed.isEmpty else { return }
        html.raw("<section id=\"failures\"><h2>Failures (\(failed.count))</h2>\n")
        let explained = failed.filter { run in cause.map(run.isExplained(by:)) ?? false }
        guard let cause, !explained.isEmpty else {
            FailureCards(failed, prefix: "failure").write(to: &html)
            html.raw("</section>\n")
            return
        }
        html.raw("<section class=\"cause\" id=\"explained\">")
        html.element("h3", "", cause.brief)
        html.element("p", "class=\"facts\"", Sentence.explainsFailures(explained.count).description)
        FailureCards(explained, prefix: "failure", cause: cause, level: 4).write(to: &html)
        html.raw("</section>\n")
        let others = failed.filter { !$0.isExplained(by: cause) }
        if !others.isEmpty {
            html.raw("<section class=\"cause\" id=\"unexplained\">")
            html.element("h3", "", Sentence.failuresOfOtherCauses(others.count).description)
            FailureCards(others, prefix: "other", level: 4).write(to: &html)
            html.raw("</section>\n")
        }
        html.raw("</section>\n")
    }

    private func write(_ lines: [String], isFolded: Bool, to html: inout HTMLText) {
        guard !lines.isEmpty else { return }
        html.raw("<section id=\"diagnosis\"><h2>Diagnosis</h2>\n<details\(isFolded ? "" : " open")><summary>")
        html.data(Sentence.evidenceOfCauses.description)
        html.raw("</summary><pre class=\"lines\" tabindex=\"0\">")
        for line in lines {
            html.data(line)
            html.raw("\n")
        }
        html.raw("</pre></details></section>\n")
    }

    private func writeRigErrors(_ html: inout HTMLText) {
        guard !rigErrors.isEmpty else { return }
        html.raw("<section id=\"rig\"><h2>Rig errors (\(rigErrors.count))</h2>\n")
        html.element("p", "class=\"facts\"", Sentence.rigSaysNothing.description)
        if !content.lacks.isEmpty {
            html.raw("<h3>The rig lacks</h3><ul class=\"list\">\n")
            for lack in content.lacks.prefix(100) { html.element("li", "", "\(lack.what). \(lack.remedy).") }
            html.raw("</ul>\n")
        }
        FailureCards(rigErrors, prefix: "rig").write(to: &html)
        html.raw("</section>\n")
    }

    private func writeEnded(_ html: inout HTMLText) {
        guard !ended.isEmpty else { return }
        html.raw("<section id=\"ended\"><h2>No verdict (\(ended.count))</h2>\n")
        html.element("p", "class=\"facts\"", Sentence.haveNoVerdict.description)
        FailureCards(ended, prefix: "ended").write(to: &html)
        html.raw("</section>\n")
    }

    private static func look(of status: CommandStatus) -> (style: String, symbol: String) {
        let kind: VerdictKind =
            switch status {
            case .passed: .passed
            case .failed: .failed
            case .rigWrong: .error
            case .nothingShown: .aborted
            }
        return (VerdictSymbol.style(of: kind), VerdictSymbol.symbol(of: kind))
    }

    /// Returns the page of a run whose trace cannot be shown.
    static func withoutTrace(_ run: PageRun, index: String?) -> String {
        var html = HTMLText()
        let (summary, kind) = (run.summary, run.summary.verdict.kind)
        PageFrame.begin(&html, title: summary.scenario)
        html.raw("<main>")
        html.element("h1", "", summary.scenario)
        html.raw("<p class=\"verdict \(VerdictSymbol.style(of: kind))\">\(VerdictSymbol.symbol(of: kind)) ")
        html.data(summary.verdict.description + (summary.explanation.map { ": \($0)" } ?? ""))
        html.raw("</p>\n")
        for remark in run.remarks { html.element("p", "class=\"complaint\"", "\u{26A0} \(remark)") }
        PageFrame.write(links: index.map { [(address: $0, title: "All runs")] } ?? [], to: &html)
        html.raw("</main>\n")
        PageFrame.end(&html, hasScript: false)
        return html.text
    }

    /// Returns the page of a command that has not ended.
    static func beginning(of folder: String) -> String {
        var html = HTMLText()
        PageFrame.begin(&html, title: Sentence.together(CommandStatus.nothingShown.rawValue).description)
        html.raw("<main><h1>Runs of ")
        html.data(folder)
        html.raw("</h1>\n<p class=\"verdict open\" id=\"result\">\u{25CB} ")
        html.data(Sentence.runStillPlays.description)
        html.raw("</p>\n")
        html.element("p", "class=\"facts\"", Sentence.makesPage(of: folder).description)
        html.raw("</main>\n")
        PageFrame.end(&html, hasScript: false)
        return html.text
    }
}
