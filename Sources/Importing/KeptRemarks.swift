/// What is to be said about a capture: each sentence once, and no more of them than anybody reads.
struct KeptRemarks: Sendable {
    /// The most remarks that are kept; how many more there were is told.
    static let most = 200

    private var kept: [String]
    private var known: Set<String>
    private var more = 0

    init(_ first: [String] = []) {
        kept = first
        known = Set(first)
    }

    mutating func add(_ text: String) {
        guard !known.contains(text) else { return }
        guard kept.count < Self.most else {
            more += 1
            return
        }
        known.insert(text)
        kept.append(text)
    }

    var texts: [String] { more > 0 ? kept + ["\(more) remarks more"] : kept }
}
