/// What an accessory did besides what it was asked for: the last few things, each with how often.
struct Remarks: Sendable {
    /// So many are told.
    static let most = 4

    private var entries: [(text: String, times: Int)] = []

    mutating func add(_ text: String) {
        let times = entries.first { $0.text == text }?.times ?? 0
        entries.removeAll { $0.text == text }
        if entries.count == Self.most { entries.removeFirst() }
        entries.append((text, times + 1))
    }

    /// As the end of a sentence: `; it refused the write of stop: request not supported (0x06)`.
    var text: String {
        entries.map { "; \($0.text)" + ($0.times > 1 ? " (\($0.times) times)" : "") }.joined()
    }
}
