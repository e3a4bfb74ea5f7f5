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
        write(diagnosis.lines, to: &html)
        let failed = content.runs(of: .failed)
        if !failed.isEmpty {
            html.raw("<section id=\"failures\"><h2>Failures (\(failed.count))</h2>\n")
            FailureCards(failed, prefix: "failure").write(to: &html)
            html.raw("</section>\n")
        }
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
        tables.writeScenarios(to: &html)
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
        }
        html.element("p", "class=\"facts\"", Sentence.exitStatus(status.rawValue).description)
        for provenance in content.provenances.prefix(10) {
            html.element("p", "class=\"facts\"", "with \(provenance)")
        }
        for remark in content.unjudged { html.element("p", "class=\"facts\"", remark) }
        let pageless = content.runs.count { $0.folder != nil && $0.address == nil && $0.summary.verdict == .passed }
        if pageless > 0 { html.element("p", "class=\"facts\"", Sentence.runsWithoutPage(pageless).description) }
        for complaint in content.complaints.prefix(20) {
            html.element("p", "class=\"complaint\"", "\u{26A0} \(complaint)")
        }
        html.raw("<nav>")
        for (id, title, isThere) in [
            ("diagnosis", "Diagnosis", hasDiagnosis), ("failures", "Failures", !content.runs(of: .failed).isEmpty),
            ("rig", "Rig errors", !rigErrors.isEmpty), ("ended", "No verdict", !ended.isEmpty),
            ("skipped", "Not played", hasSkipped), ("passed", "Passed", !content.runs(of: .passed).isEmpty),
        ] where isThere {
            html.raw("<a href=\"#\(id)\">\(title)</a> ")
        }
        html.raw("</nav>\n")
        PageFrame.write(
            PageFrame.Filter(kinds: ("Verdict", content.counts.map(\.verdict.words)), bad: "only what did not pass"),
            to: &html)
        html.raw("</header>\n")
    }

    private var hasDiagnosis: Bool { content.counts.contains { $0.verdict == .failed } }

    private func write(_ lines: [String], to html: inout HTMLText) {
        guard !lines.isEmpty else { return }
        html.raw("<section id=\"diagnosis\"><h2>Diagnosis</h2>\n<pre class=\"lines\" tabindex=\"0\">")
        for line in lines {
            html.data(line)
            html.raw("\n")
        }
        html.raw("</pre></section>\n")
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
        PageFrame.end(&html)
        return html.text
    }
}
