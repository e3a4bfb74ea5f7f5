import Ground
import Journal
import Recordings
import Vocabulary
import Wording

/// The head of a run's page: the verdict with the sentence of the failure, and where it happened.
struct PageHead {
    /// The greatest number of failures described; any more are only counted.
    private static let mostFailures = 10

    let verdict: (kind: VerdictKind, word: String, reason: String?)
    let header: TraceHeader?
    let summary: RunSummary?
    /// The code of the evidence's own fault, because of which the trace's verdict does not count; nil for none.
    let code: FailureCode?
    /// The sentences about doubts.
    let complaints: [String]
    let steps: PageSteps
    let isShown: (Int) -> Bool

    func write(to html: inout HTMLText) {
        let failures = summary?.failures ?? []
        let isFailed = verdict.kind == .failed
        html.raw("<p class=\"verdict \(VerdictSymbol.style(of: verdict.kind))\">")
        html.raw("\(VerdictSymbol.symbol(of: verdict.kind)) ")
        let headline = isFailed ? failures.first.map(Self.headline) ?? verdict.reason : verdict.reason
        html.data(verdict.word + (headline.map { ": \($0)" } ?? ""))
        html.raw("</p>\n")
        if let code { Self.write(code: code, to: &html) }
        for (place, failure) in failures.prefix(Self.mostFailures).enumerated() {
            // A rig at fault says nothing about the accessory, whatever was seen.
            if place > 0 || !isFailed { html.element("p", "class=\"mark\"", Self.headline(of: failure)) }
            write(failure, to: &html)
        }
        if isFailed, let first = failures.first, let reason = Self.addition(to: first, in: verdict.reason) {
            html.element("p", "class=\"facts\"", reason)
        }
        let more = failures.count - Self.mostFailures
        if more > 0 { html.element("p", "class=\"none\"", Sentence.moreFailures(more).description) }
        if failures.isEmpty, let code = summary?.code { Self.write(code: code, to: &html) }
        let facts = [
            summary.map { Sentence.run(passed: $0.stepsPassed, of: $0.stepsInAll, in: $0.elapsed) },
            header.map { Sentence.recorded(by: $0.program, seed: $0.seed) },
        ]
        if let sentence = facts.compactMap(\.self).joined { html.element("p", "class=\"facts\"", sentence.description) }
        for complaint in complaints { html.element("p", "class=\"complaint\"", "\u{26A0} \(complaint)") }
    }

    /// Returns the sentence of a failure: its meaning, or else what was expected and seen.
    private static func headline(of failure: Failure) -> String {
        failure.meaning ?? Sentence.expected(.told(failure.expected), seen: .told(failure.seen)).description
    }

    /// Returns what the reason states in addition to the failure; nil for nothing.
    private static func addition(to failure: Failure, in reason: String?) -> String? {
        let known = Sentence.expected(.told(failure.expected), seen: .told(failure.seen)).description
        guard let reason, reason != known, reason != failure.meaning else { return nil }
        return reason.hasPrefix(known) ? String(reason.dropFirst(known.count).drop { $0 == ";" || $0 == " " }) : reason
    }

    /// Writes the facts of a failure: expectation and observation, its code, its step, last frame and line.
    private func write(_ failure: Failure, to html: inout HTMLText) {
        html.raw("<dl class=\"why\">")
        if failure.meaning != nil {
            Self.row("Expected", failure.expected, to: &html)
            Self.row("Seen", failure.seen, to: &html)
        }
        html.raw("<dt>Where</dt><dd>")
        if let step = steps.number(of: failure) {
            html.raw("<a href=\"#step-\(step)\">step \(step)</a>")
            if let frame = failure.lastFrames.last?.number {
                html.raw(", last frame ")
                PageSteps.write(frame: frame, to: &html, isShown)
            }
            html.raw(", ")
        }
        html.data(Sentence.place(of: failure).description)
        html.raw("</dd></dl>\n")
        Self.write(code: failure.code, seen: failure.seenCode, to: &html)
    }

    private static func write(code: FailureCode, seen: FailureCode? = nil, to html: inout HTMLText) {
        html.raw("<p class=\"facts code\"><b>")
        html.data(code.rawValue)
        html.raw("</b>")
        if let seen, seen != code { html.data(", \(Sentence.seenAs(seen))") }
        if let entry = FailureCode.entry(of: code) ?? seen.flatMap({ FailureCode.entry(of: $0) }) {
            html.data(": \(entry.meaning); \(Sentence.usualCauses(entry.causes))")
        }
        html.raw("</p>\n")
    }

    private static func row(_ name: String, _ value: String, to html: inout HTMLText) {
        html.element("dt", "", name)
        html.element("dd", "", value)
    }
}
