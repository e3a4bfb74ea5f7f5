import Wording

/// The last few unsolicited acts of an accessory, each with its number of occurrences.
struct Remarks: Sendable {
    /// The maximum number of distinct acts kept.
    static let most = 4

    private var entries: [(what: Sentence, times: Int)] = []

    mutating func add(_ what: Sentence) {
        let times = entries.first { $0.what == what }?.times ?? 0
        entries.removeAll { $0.what == what }
        if entries.count == Self.most { entries.removeFirst() }
        entries.append((what, times + 1))
    }

    /// A sentence such as `it refused the write of stop: request not supported (0x06)`; nil if there are no acts.
    var sentence: Sentence? { .remarks(entries) }
}
