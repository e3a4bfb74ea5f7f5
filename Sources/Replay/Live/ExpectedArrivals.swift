import Ground
import Links

/// What a recording lets expect on each strand, and what has arrived before its turn.
struct ExpectedArrivals {
    /// Something that arrived, and was not compared yet.
    struct Early: Sendable {
        let inbound: Inbound
        let instant: Instant
        let frame: Int
    }

    /// How much may wait for its turn; what is beyond came unasked and tells itself.
    static let mostWaiting = 1_000

    private struct Row: Sendable {
        var due: [Int] = []
        var next = 0
        var early: [Early] = []
    }

    private var rows: [Strand: Row] = [:]
    /// When each item was seen.
    private var instants: [Instant?]
    /// The strands on which something waits, the one that came first before the others.
    private(set) var waitingStrands: [Strand] = []

    init(_ script: PhoneScript) {
        instants = Array(repeating: nil, count: script.items.count)
        for (index, item) in script.items.enumerated() {
            if case .answer(_, let strand) = item.content { rows[strand, default: Row()].due.append(index) }
        }
    }

    func instant(of index: Int) -> Instant? { instants.indices.contains(index) ? instants[index] : nil }

    /// The item that is due next on a strand; nil when nothing more was recorded there.
    func next(on strand: Strand) -> Int? {
        guard let row = rows[strand], row.due.indices.contains(row.next) else { return nil }
        return row.due[row.next]
    }

    func first(on strand: Strand) -> Early? { rows[strand]?.early.first }

    /// When the first thing that waits has waited too long.
    var expiry: Instant? {
        waitingStrands.compactMap { rows[$0]?.early.first?.instant }.min().map { $0 + PhoneReplay.earliness }
    }

    mutating func add(_ inbound: Inbound, on strand: Strand, at instant: Instant, frame: Int) {
        guard rows[strand]?.early.count ?? 0 < Self.mostWaiting else { return }
        rows[strand, default: Row()].early.append(Early(inbound: inbound, instant: instant, frame: frame))
        if !waitingStrands.contains(strand) { waitingStrands.append(strand) }
    }

    /// Takes the first thing away that waits on a strand.
    mutating func drop(on strand: Strand) {
        guard var row = rows[strand], !row.early.isEmpty else { return }
        row.early.removeFirst()
        rows[strand] = row
        if row.early.isEmpty { waitingStrands.removeAll { $0 == strand } }
    }

    mutating func match(_ index: Int, on strand: Strand, at instant: Instant) {
        instants[index] = instant
        rows[strand]?.next += 1
    }

    /// Waits for an item no longer; what comes late counts for what is due then.
    mutating func giveUp(_ index: Int, on strand: Strand) {
        if next(on: strand) == index { rows[strand]?.next += 1 }
    }
}
