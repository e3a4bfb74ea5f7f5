import Ground
import Journal
import Reports
import Vocabulary
import Wording

/// Runs that did not pass, grouped by meaning: the first run of each meaning open, the others folded.
///
/// Failures that the likely cause explains are written separately; each card then names the cause.
struct FailureCards {
    /// The greatest numbers of meanings, of fully described runs per meaning, and of further names; the rest is
    /// counted.
    static let mostGroups = 50
    static let mostCards = 10
    static let mostNames = 100

    private let runs: [PageRun]
    /// The meanings; with a likely cause, that of the failure which shows it best comes first.
    private let groups: [FailureGroups.Group]
    /// The prefix of the number in the groups' addresses.
    private let prefix: String
    /// The likely cause of all these failures; nil if none is known.
    private let cause: LikelyCause?
    /// The level of the groups' headings.
    private let level: Int

    init(_ runs: [PageRun], prefix: String, cause: LikelyCause? = nil, level: Int = 3) {
        self.runs = runs
        self.prefix = prefix
        self.cause = cause
        self.level = level
        let summaries = runs.map(\.summary)
        groups = FailureGroups(summaries, proving: []).leading(with: cause?.best(of: summaries))
    }

    /// Writes the groups; of failures with one cause, only the first group is open.
    func write(to html: inout HTMLText) {
        for (place, group) in groups.prefix(Self.mostGroups).enumerated() {
            write(group, place + 1, isFolded: cause != nil && place > 0, to: &html)
        }
        let rest = groups.dropFirst(Self.mostGroups).reduce(0) { $0 + $1.runs.count }
        if rest > 0 { html.element("p", "class=\"none\"", Sentence.moreRuns(rest).description) }
    }

    private func write(
        _ group: FailureGroups.Group, _ number: Int, isFolded: Bool, to html: inout HTMLText
    ) {
        let members = group.places.map { runs[$0] }
        html.raw("<section class=\"group\" id=\"\(prefix)-\(number)\">")
        html.raw(isFolded ? "<details class=\"fold\"><summary>" : "")
        html.raw("<h\(level)>")
        if members.count > 1 { html.raw("\(members.count) runs: ") }
        html.data(group.text)
        html.raw("</h\(level)>\(isFolded ? "</summary>" : "")\n")
        for (place, run) in members.prefix(Self.mostCards).enumerated() {
            if place == 0 {
                write(run, named: group.text, to: &html)
            } else {
                fold(run, named: group.text, to: &html)
            }
        }
        writeNames(of: members.dropFirst(Self.mostCards), to: &html)
        html.raw(isFolded ? "</details></section>\n" : "</section>\n")
    }

    private func writeNames(of named: ArraySlice<PageRun>, to html: inout HTMLText) {
        guard !named.isEmpty else { return }
        html.raw("<details class=\"fold\"><summary>\(named.count) more alike</summary><ul class=\"list\">\n")
        for run in named.prefix(Self.mostNames) {
            html.raw("<li id=\"run-\(run.number)\" data-item=\"bad\" data-kind=\"")
            html.data(run.summary.verdict.description)
            html.raw("\">")
            RunLink.write(run, to: &html)
            html.raw("</li>\n")
        }
        html.raw("</ul></details>\n")
        let rest = named.count - Self.mostNames
        if rest > 0 { html.element("p", "class=\"none\"", Sentence.moreRuns(rest).description) }
    }

    private func fold(_ run: PageRun, named title: String, to html: inout HTMLText) {
        html.raw("<details class=\"fold\"><summary>")
        html.data(Sentence.scenario(run.summary.scenario, seed: run.summary.seed).description)
        html.raw("</summary>\n")
        write(run, named: title, to: &html)
        html.raw("</details>\n")
    }

    /// Writes everything known about a run; `title` is the heading above it.
    private func write(_ run: PageRun, named title: String, to html: inout HTMLText) {
        let kind = run.summary.verdict.kind
        html.raw("<article class=\"card \(VerdictSymbol.style(of: kind))\" id=\"run-\(run.number)\" data-item=\"bad\" ")
        html.raw("data-kind=\"\(kind.words)\"><h\(level + 1)>\(VerdictSymbol.symbol(of: kind)) \(kind.words): ")
        RunLink.write(run, to: &html)
        html.raw("</h\(level + 1)>\n<dl>\n")
        if let cause { Self.row("Cause", cause.brief, to: &html) }
        if run.summary.failures.isEmpty { writeReason(of: run, named: title, to: &html) }
        for (place, failure) in run.summary.failures.prefix(BugText.mostFailures).enumerated() {
            let nowhere = PageRun.Place(step: nil, elapsed: nil, frame: nil)
            let known = run.places.indices.contains(place) ? run.places[place] : nowhere
            write(failure, known, of: run, named: title, to: &html)
        }
        for remark in run.remarks { Self.row("Doubt", "\u{26A0} \(remark)", to: &html) }
        html.raw("</dl>\n")
        BugText(run: run).write(to: &html)
        html.raw("</article>\n")
    }

    private func writeReason(of run: PageRun, named title: String, to html: inout HTMLText) {
        if let code = run.summary.code { Self.write(code, seen: code, to: &html) }
        if let link = run.summary.errorLink { Self.row("Link", link.description, to: &html) }
        let reason = run.summary.explanation ?? Sentence.noReasonKnown.description
        if reason != title { Self.row("Reason", reason, to: &html) }
        for fault in run.record?.faults.entries ?? [] {
            Self.row("Fault", "\(fault)", to: &html)
            if !fault.remedy.isEmpty { Self.row("Remedy", fault.remedy, to: &html) }
        }
    }

    private func write(
        _ failure: Failure, _ place: PageRun.Place, of run: PageRun, named title: String, to html: inout HTMLText
    ) {
        Self.write(failure.code, seen: failure.seenCode, to: &html)
        if let meaning = failure.meaning, meaning != title { Self.row("Meaning", meaning, to: &html) }
        Self.row("Expected", failure.expected, to: &html)
        Self.row("Seen", failure.seen, to: &html)
        let measured = failure.measured.map(\.description) ?? place.elapsed.map { Sentence.stepTook($0).description }
        if let measured { Self.row("Measured", measured, to: &html) }
        html.raw("<dt>Step</dt><dd>")
        if let step = place.step {
            link("step \(step.number)", run, "step-\(step.number)", to: &html)
            html.data(": \(Sentence.step(step))")
        } else {
            html.data(failure.spot.description)
        }
        html.data(", \(failure.instant) into the run")
        html.raw("</dd>\n")
        guard let frame = failure.lastFrames.last else { return }
        html.raw("<dt>Last frame</dt><dd>")
        if place.frame == frame.number {
            link("#\(frame.number)", run, "frame-\(frame.number)", to: &html)
            html.data(String(frame.description.drop { $0 != " " }))
        } else {
            html.data(frame.description)
        }
        html.raw("</dd>\n")
    }

    private func link(_ text: String, _ run: PageRun, _ anchor: String, to html: inout HTMLText) {
        guard let address = run.address else { return html.data(text) }
        html.raw("<a href=\"\(HTMLText.escaped(address))#\(anchor)\">\(text)</a>")
    }

    /// Writes a code with its meaning and usual causes, if the table has them.
    private static func write(_ code: FailureCode, seen: FailureCode, to html: inout HTMLText) {
        html.raw("<dt>Code</dt><dd><b>")
        html.data(code.rawValue)
        html.raw("</b>")
        if code != seen { html.data(", \(Sentence.seenAs(seen))") }
        if let entry = FailureCode.entry(of: code) ?? FailureCode.entry(of: seen) {
            html.data(": \(entry.meaning); \(Sentence.usualCauses(entry.causes))")
        }
        html.raw("</dd>\n")
    }

    private static func row(_ name: String, _ value: String, to html: inout HTMLText) {
        html.element("dt", "", name)
        html.element("dd", "", value)
        html.raw("\n")
    }
}

/// A run's name as a link to its page, if it has one.
enum RunLink {
    static func write(_ run: PageRun, to html: inout HTMLText) {
        if let address = run.address {
            html.element("a", "href=\"\(HTMLText.escaped(address))\"", run.summary.scenario)
        } else {
            html.data(run.summary.scenario)
        }
        html.data(", seed \(run.summary.seed)")
    }
}
