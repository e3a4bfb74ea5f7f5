public import Recordings

/// Counts the entries of a timeline by their kind: every frame is decoded to its meaning, and nothing of it is kept.
public struct TimelineCount: Sendable {
    private var reader = TimelineReader()
    private var places: [String: Int] = [:]
    /// How many entries there were of each kind, in the order in which the kinds came first.
    public private(set) var kinds: [(kind: String, count: Int)] = []
    public private(set) var frames = 0

    public init() {}

    /// Takes the next event of the trace.
    public mutating func receive(_ event: TraceEvent) {
        guard let entry = reader.receive(event) else { return }
        if entry.isFrame { frames += 1 }
        let kind = entry.kind
        if let place = places[kind] {
            kinds[place].count += 1
        } else {
            places[kind] = kinds.count
            kinds.append((kind, 1))
        }
    }
}
