import Ground
import Journal
import Reports
import Wording

/// A failure as plain text that makes a bug report: what failed, on what, how to play it again, and the frames around.
struct BugText {
    let run: PageRun

    /// What stands before each value.
    private static let width = 11
    /// Failures beyond these are counted.
    static let mostFailures = 5

    /// Lines without markup; text of a peer in it is escaped for display.
    var text: String {
        var lines: [String] = []
        let summary = run.summary
        for (place, failure) in summary.failures.prefix(Self.mostFailures).enumerated() {
            lines += self.lines(of: failure, at: run.places.indices.contains(place) ? run.places[place] : nil)
        }
        if summary.failures.isEmpty {
            lines.append("\(summary.code ?? "run.error"): \(summary.explanation ?? Sentence.noReasonKnown.description)")
            for fault in run.reading?.faults ?? [] {
                lines += Self.line("fault", "\(fault.link): \(fault.what). \(fault.remedy)")
            }
        }
        lines += Self.line("scenario", "\(summary.headline)")
        lines += accessory
        if let provenance = run.reading?.provenance { lines += Self.line("with", provenance.description) }
        lines += Self.line("again", again)
        if let folder = run.folder { lines += Self.line("evidence", folder) }
        for failure in summary.failures.prefix(Self.mostFailures) { lines += frames(of: failure) }
        return lines.map(\.escapedForDisplay).joined(separator: "\n") + "\n"
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

    /// The accessory that the failure blames, as the rig has it, and its firmware, which only its maker knows.
    private var accessory: [String] {
        let parts = run.reading?.provenance?.parts ?? []
        let blamed = run.summary.failures.first?.link?.split(separator: " ", maxSplits: 1).last.map(String.init)
        let own = parts.filter { $0.role == blamed || $0.role.hasPrefix("\(blamed ?? "").") }
        guard let blamed, !own.isEmpty else { return Self.line("firmware", Sentence.firmwareIsUnknown.description) }
        return Self.line("accessory", "\(blamed): " + own.map { "\($0.role)=\($0.port)" }.joined(separator: ", "))
            + Self.line("firmware", Sentence.firmwareIsUnknown.description)
    }

    /// The command that plays this run once more.
    private var again: String {
        let words = ["trammel", "run", run.summary.scenario.asShellWord, "--rig", run.summary.rig.asShellWord]
        let options = (run.reading?.overrides ?? []).map { option in
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
