import Reports

/// How many of many runs were played: one line that is written again in place, on a terminal only.
struct LiveCount {
    /// How often the line is written.
    private static let steps = 100

    private let total: Int
    private let isLive: Bool
    private var shown = 0

    init(of total: Int) {
        self.total = total
        isLive = StandardOutput.shared.terminal.isLive
    }

    mutating func show(_ played: Int) {
        let step = played * Self.steps / max(1, total)
        guard isLive, step != shown else { return }
        shown = step
        StandardOutput.shared.write("\r\u{1B}[K\(played) of \(total) runs")
    }

    func clear() {
        if isLive { StandardOutput.shared.write("\r\u{1B}[K") }
    }
}
