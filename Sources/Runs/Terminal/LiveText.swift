import Ground
import Journal
import OperatingSystem
import Reports

/// A line that is updated in place, on a terminal only.
public struct LiveText {
    let isLive = StandardOutput.shared.terminal.isLive

    public init() {}

    /// Shows the text if the count is a multiple of the interval.
    public func show(_ text: String, every interval: Int, count: Int) {
        if isLive, count.isMultiple(of: interval) { StandardOutput.shared.write("\r\u{1B}[K\(text)") }
    }

    public func clear() {
        if isLive { StandardOutput.shared.write("\r\u{1B}[K") }
    }
}

/// The progress of a command through many runs, with the time left: one line that is updated in place, on a terminal
/// only.
public final class LiveCount {
    /// The time between two updates.
    private static let interval = Lapse.milliseconds(200)

    private let text = LiveText()
    private let clock = MonotonicClock()
    private let start: Instant
    private var nextUpdate: Instant

    public init() {
        start = clock.now
        nextUpdate = start + Self.interval
    }

    public func show(_ done: Int, of total: Int) {
        let now = clock.now
        guard text.isLive, now >= nextUpdate else { return }
        nextUpdate = now + Self.interval
        let left = (now - start).left(of: total, after: done).roughly
        text.show("\(done) of \(counted(total, "run")), \(left) left", every: 1, count: done)
    }

    public func clear() { text.clear() }
}
