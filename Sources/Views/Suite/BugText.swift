import Ground
import Journal
import Reports
import Wording

/// A failure as plain text for a bug report: failure, configuration, the command to repeat it, and the surrounding
/// frames.
struct BugText {
    let run: PageRun

    /// The width of the labels before the values.
    private static let width = 11
    /// The greatest number of failures shown; any more are counted.
    static let mostFailures = 5

    /// The lines without markup; text from a peer is escaped for display.
    var text: String {
        var lines: [String] = []
        let summary = run.summary
        for (place, failure) in summary.failures.prefix(Self.mostFailures).enumerated() {
            lines += self.lines(of: failure, at: run.places.indices.contains(place) ? run.places[place] : nil)
        }
        if summary.failures.isEmpty {
            lines.append("\(summary.code ?? "run.error"): \(summary.explanation ?? Sentence.noReasonKnown.description)")
            for fault in run.record?.faults.entries ?? [] {
                lines += Self.line("fault", "\(fault). \(fault.remedy)")
            }
        }
        lines += Self.line("scenario", "\(summary.headline)")
        lines += accessory
        if let provenance = run.record?.provenance { lines += Self.line("with", provenance.description) }
        lines += Self.line("again", again)
        if let folder = run.folder { lines += Self.line("evidence", folder) }
        for failure in summary.failures.prefix(Self.mostFailures) { lines += frames(of: failure) }
        return lines.map(\.escapedForDisplay).joined(separator: "\n") + "\n"
    }

    /// Writes the text as a fold, with a button that copies it.
    func write(to html: inout HTMLText) {
        html.raw("<details><summary>As text, for a bug report</summary><pre class=\"copied\" tabindex=\"0\">")
        // The text has several lines, and each is escaped separately.
        for line in text.split(separator: "\n") {
            html.data(String(line))
            html.raw("\n")
        }
        html.raw("</pre></details>\n")
    }

    private func lines(of failure: Failure, at place: PageRun.Place?) -> [String] {
        var lines = ["\(failure.code): \(failure.meaning ?? failure.seen)"]
        lines += Self.line("expected", failure.expected)
        let seenCode = failure.code == failure.seenCode ? "" : " [\(failure.seenCode)]"
        lines += Self.line("seen", failure.seen + seenCode)
        if let measured = failure.measured { lines += Self.line("measured", measured.description) }
        if let step = place?.step { lines += Self.line("step", "\(step.number), \(step.text)") }
        return lines + Self.line("at", Sentence.place(of: failure).description)
    }

    /// The blamed accessory as described by the rig, and its firmware, known only to its maker.
    private var accessory: [String] {
        let parts = run.record?.provenance.parts ?? []
        let blamed = run.summary.failures.first?.link?.accessory?.rawValue
        let own = parts.filter { $0.role == blamed || $0.role.hasPrefix("\(blamed ?? "").") }
        guard let blamed, !own.isEmpty else { return Self.line("firmware", Sentence.firmwareIsUnknown.description) }
        return Self.line("accessory", "\(blamed): " + own.map { "\($0.role)=\($0.port)" }.joined(separator: ", "))
            + Self.line("firmware", Sentence.firmwareIsUnknown.description)
    }

    /// The command that repeats this run.
    private var again: String {
        let words = ["trammel", "run", run.summary.scenario.asShellWord, "--rig", run.summary.rig.asShellWord]
        let options = (run.record?.provenance.overrides ?? []).map { option in
            option.split(separator: " ", maxSplits: 1).map { String($0).asShellWord }.joined(separator: " ")
        }
        return (words + ["--seed", "\(run.summary.seed)"] + options).joined(separator: " ")
    }

    private func frames(of failure: Failure) -> [String] {
        guard let link = failure.link else { return [] }
        return [Sentence.lastFrames(on: link, areThere: !failure.lastFrames.isEmpty).description]
            + failure.lastFrames.map { "  " + ($0.link == link ? "" : "on \($0.link): ") + $0.description }
    }

    private static func line(_ name: String, _ value: String) -> [String] {
        [name + String(repeating: " ", count: max(1, width - name.count)) + value]
    }
}
