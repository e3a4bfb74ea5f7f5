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
        /// The places of the items that were read and whose turn is to come.
        var due: [Int] = []
        var early: [Early] = []
        var isEmpty: Bool { due.isEmpty && early.isEmpty }
    }

    private var rows: [OrderedStream: Row] = [:]
    /// How many items each strand still has, read or not.
    private var owed: [OrderedStream: Int]
    /// When each item was seen that is not through yet.
    private var instants: [Int: Instant] = [:]
    /// The strands on which something waits, the one that came first before the others.
    private(set) var waitingStrands: [OrderedStream] = []

    init(_ script: PhoneScript) { owed = script.answers }

    /// An item of the script was read.
    mutating func expect(_ index: Int, on strand: OrderedStream) { rows[strand, default: Row()].due.append(index) }

    func instant(of index: Int) -> Instant? { instants[index] }

    /// The item is through.
    mutating func forget(_ index: Int) { instants[index] = nil }

    /// Whether anything more was recorded on a strand.
    func isOwed(on strand: OrderedStream) -> Bool { owed[strand] != nil }

    /// The item that is due next on a strand, among those that were read.
    func next(on strand: OrderedStream) -> Int? { rows[strand]?.due.first }

    func first(on strand: OrderedStream) -> Early? { rows[strand]?.early.first }

    /// When the first thing that waits has waited too long.
    var expiry: Instant? {
        waitingStrands.compactMap { rows[$0]?.early.first?.instant }.min().map { $0 + PhoneReplay.earliness }
    }

    mutating func add(_ inbound: Inbound, on strand: OrderedStream, at instant: Instant, frame: Int) {
        guard rows[strand]?.early.count ?? 0 < Self.mostWaiting else { return }
        rows[strand, default: Row()].early.append(Early(inbound: inbound, instant: instant, frame: frame))
        if !waitingStrands.contains(strand) { waitingStrands.append(strand) }
    }

    /// Takes the first thing away that waits on a strand.
    mutating func drop(on strand: OrderedStream) {
        guard var row = rows[strand], !row.early.isEmpty else { return }
        row.early.removeFirst()
        rows[strand] = row.isEmpty ? nil : row
        if row.early.isEmpty { waitingStrands.removeAll { $0 == strand } }
    }

    mutating func match(_ index: Int, on strand: OrderedStream, at instant: Instant) {
        instants[index] = instant
        take(on: strand)
    }

    /// Waits for an item no longer; what comes late counts for what is due then.
    mutating func giveUp(_ index: Int, on strand: OrderedStream) {
        if next(on: strand) == index { take(on: strand) }
    }

    private mutating func take(on strand: OrderedStream) {
        if var row = rows.removeValue(forKey: strand), !row.due.isEmpty {
            row.due.removeFirst()
            if !row.isEmpty { rows[strand] = row }
        }
        let left = (owed[strand] ?? 0) - 1
        owed[strand] = left > 0 ? left : nil
    }
}
