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

/// The number of runs played: one line that is updated in place, on a terminal only.
public struct LiveCount {
    /// The number of updates.
    private static let steps = 100

    private let total: Int
    private let isLive: Bool
    private var shown = 0

    public init(of total: Int) {
        self.total = total
        isLive = StandardOutput.shared.terminal.isLive
    }

    public mutating func show(_ played: Int) {
        let step = played * Self.steps / max(1, total)
        guard isLive, step != shown else { return }
        shown = step
        StandardOutput.shared.write("\r\u{1B}[K\(played) of \(total) runs")
    }

    public func clear() {
        if isLive { StandardOutput.shared.write("\r\u{1B}[K") }
    }
}
