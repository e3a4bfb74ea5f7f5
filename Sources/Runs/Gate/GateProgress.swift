import Journal
import Reports

/// The progress of a gate: one line that is updated in place, on a terminal only.
struct GateProgress {
    private let text = LiveText()

    func show(_ tally: RunTally) {
        let counts = tally.counts.map { "\($0.count) \($0.verdict.words)" }.joined(separator: ", ")
        text.show("\(tally.summaries.count) runs: \(counts)", every: 1, count: tally.summaries.count)
    }

    func clear() { text.clear() }
}
