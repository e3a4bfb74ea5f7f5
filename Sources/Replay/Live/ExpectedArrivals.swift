import Ground
import Links

/// What a recording lets expect on each ordered stream, and what has arrived before its turn.
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
    /// How many items each ordered stream still has, read or not.
    private var owed: [OrderedStream: Int]
    /// When each item was seen that is not through yet.
    private var instants: [Int: Instant] = [:]
    /// The ordered streams on which something waits, the one that came first before the others.
    private(set) var waitingStreams: [OrderedStream] = []

    init(_ script: PhoneScript) { owed = script.answers }

    /// An item of the script was read.
    mutating func expect(_ index: Int, on stream: OrderedStream) { rows[stream, default: Row()].due.append(index) }

    func instant(of index: Int) -> Instant? { instants[index] }

    /// The item is through.
    mutating func forget(_ index: Int) { instants[index] = nil }

    /// Whether anything more was recorded on an ordered stream.
    func isOwed(on stream: OrderedStream) -> Bool { owed[stream] != nil }

    /// The item that is due next on an ordered stream, among those that were read.
    func next(on stream: OrderedStream) -> Int? { rows[stream]?.due.first }

    func first(on stream: OrderedStream) -> Early? { rows[stream]?.early.first }

    /// When the first thing that waits has waited too long.
    var expiry: Instant? {
        waitingStreams.compactMap { rows[$0]?.early.first?.instant }.min().map { $0 + PhoneReplay.earliness }
    }

    mutating func add(_ inbound: Inbound, on stream: OrderedStream, at instant: Instant, frame: Int) {
        guard rows[stream]?.early.count ?? 0 < Self.mostWaiting else { return }
        rows[stream, default: Row()].early.append(Early(inbound: inbound, instant: instant, frame: frame))
        if !waitingStreams.contains(stream) { waitingStreams.append(stream) }
    }

    /// Takes the first thing away that waits on an ordered stream.
    mutating func drop(on stream: OrderedStream) {
        guard var row = rows[stream], !row.early.isEmpty else { return }
        row.early.removeFirst()
        rows[stream] = row.isEmpty ? nil : row
        if row.early.isEmpty { waitingStreams.removeAll { $0 == stream } }
    }

    mutating func match(_ index: Int, on stream: OrderedStream, at instant: Instant) {
        instants[index] = instant
        take(index, on: stream)
    }

    /// The places of the items that are due on an ordered stream, as far as they were read.
    func due(on stream: OrderedStream) -> ArraySlice<Int> { rows[stream]?.due[...] ?? [] }

    /// Waits for an item no longer; what comes late counts for what is due then.
    mutating func giveUp(_ index: Int, on stream: OrderedStream) {
        if rows[stream]?.due.contains(index) == true { take(index, on: stream) }
    }

    private mutating func take(_ index: Int, on stream: OrderedStream) {
        if var row = rows.removeValue(forKey: stream), !row.due.isEmpty {
            row.due.remove(at: row.due.firstIndex(of: index) ?? 0)
            if !row.isEmpty { rows[stream] = row }
        }
        let left = (owed[stream] ?? 0) - 1
        owed[stream] = left > 0 ? left : nil
    }
}
