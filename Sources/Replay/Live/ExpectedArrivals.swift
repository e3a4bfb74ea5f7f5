import Ground
import Links

/// The arrivals that a recording expects on each ordered stream, and the live ones waiting for their turn.
struct ExpectedArrivals {
    /// An arrival that has not been compared yet.
    struct Early: Sendable {
        let inbound: Inbound
        let instant: Instant
        let frame: Int
    }

    /// The maximum number of arrivals waiting on a stream. Any more were unsolicited, and show up anyway.
    static let mostWaiting = 1_000

    private struct Row: Sendable {
        /// The indices of items that were read and are still due.
        var due: [Int] = []
        var early: [Early] = []
        var isEmpty: Bool { due.isEmpty && early.isEmpty }
    }

    private var rows: [OrderedStream: Row] = [:]
    /// The number of items left on each ordered stream, read or not.
    private var owed: [OrderedStream: Int]
    /// The instant at which each unfinished item was seen.
    private var instants: [Int: Instant] = [:]
    /// The ordered streams with waiting arrivals, earliest first.
    private(set) var waitingStreams: [OrderedStream] = []

    init(_ script: PhoneScript) { owed = script.answers }

    /// Registers an item that was read from the script.
    mutating func expect(_ index: Int, on stream: OrderedStream) { rows[stream, default: Row()].due.append(index) }

    func instant(of index: Int) -> Instant? { instants[index] }

    /// Discards the instant of a finished item.
    mutating func forget(_ index: Int) { instants[index] = nil }

    /// Whether the recording has more items on an ordered stream.
    func isOwed(on stream: OrderedStream) -> Bool { owed[stream] != nil }

    /// The next item due on an ordered stream, among those already read.
    func next(on stream: OrderedStream) -> Int? { rows[stream]?.due.first }

    func first(on stream: OrderedStream) -> Early? { rows[stream]?.early.first }

    /// The instant at which the oldest waiting arrival has waited too long.
    var expiry: Instant? {
        waitingStreams.compactMap { rows[$0]?.early.first?.instant }.min().map { $0 + PhoneReplay.earliness }
    }

    mutating func add(_ inbound: Inbound, on stream: OrderedStream, at instant: Instant, frame: Int) {
        guard rows[stream]?.early.count ?? 0 < Self.mostWaiting else { return }
        rows[stream, default: Row()].early.append(Early(inbound: inbound, instant: instant, frame: frame))
        if !waitingStreams.contains(stream) { waitingStreams.append(stream) }
    }

    /// Removes the first waiting arrival of an ordered stream.
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

    /// The indices of the items due on an ordered stream, among those already read.
    func due(on stream: OrderedStream) -> ArraySlice<Int> { rows[stream]?.due[...] ?? [] }

    /// Stops waiting for an item; a late arrival counts for the item due by then.
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
