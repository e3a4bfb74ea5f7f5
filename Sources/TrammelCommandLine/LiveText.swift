import Reports

/// A line that is written again in place, on a terminal only.
struct LiveText {
    private let isLive = StandardOutput.shared.terminal.isLive

    /// Shows it for each so many of a count.
    func show(_ text: String, every interval: Int, count: Int) {
        if isLive, count.isMultiple(of: interval) { StandardOutput.shared.write("\r\u{1B}[K\(text)") }
    }

    func clear() {
        if isLive { StandardOutput.shared.write("\r\u{1B}[K") }
    }
}
