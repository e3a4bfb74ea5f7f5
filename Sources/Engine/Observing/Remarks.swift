import Wording

/// What an accessory did unasked: the last few things, each with how often.
struct Remarks: Sendable {
    /// So many are told.
    static let most = 4

    private var entries: [(what: Sentence, times: Int)] = []

    mutating func add(_ what: Sentence) {
        let times = entries.first { $0.what == what }?.times ?? 0
        entries.removeAll { $0.what == what }
        if entries.count == Self.most { entries.removeFirst() }
        entries.append((what, times + 1))
    }

    /// `it refused the write of stop: request not supported (0x06)`; nil when there is nothing to tell.
    var sentence: Sentence? { .remarks(entries) }
}
