import Ground
import Journal
import OperatingSystem
import Reports

/// The progress of a gate: on a terminal one line that is updated in place, elsewhere a line each minute.
struct GateProgress {
    /// The time between two lines where none can be updated.
    private static let interval = Lapse.seconds(60)

    private let text = LiveText()
    private let clock = MonotonicClock()
    private let start: Instant
    /// The smallest number of runs with which the plan can be shown.
    private let fewest: Int
    private var nextLine: Instant

    init(fewest: Int) {
        self.fewest = fewest
        start = clock.now
        nextLine = start + Self.interval
    }

    mutating func show(_ tally: RunTally) {
        let counts = tally.counts.map { "\($0.count) \($0.verdict.words)" }.joined(separator: ", ")
        let done = tally.summaries.count
        let left = done < fewest ? ", \((clock.now - start).left(of: fewest, after: done).roughly) left" : ""
        let line = "\(counted(done, "run")), at least \(fewest) to pass\(left): \(counts)"
        text.show(line, every: 1, count: done)
        guard !text.isLive, clock.now >= nextLine else { return }
        StandardOutput.shared.write(line + "\n")
        nextLine = clock.now + Self.interval
    }

    func clear() { text.clear() }
}
