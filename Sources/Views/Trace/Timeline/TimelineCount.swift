public import Recordings

/// Counts the entries of a timeline by kind, decoding every frame and keeping none.
public struct TimelineCount: Sendable {
    private var reader = TimelineReader()
    private var places: [String: Int] = [:]
    /// The number of entries of each kind, in order of the kinds' first appearance.
    public private(set) var kinds: [(kind: String, count: Int)] = []
    public private(set) var frames = 0

    public init() {}

    /// Counts the next event of the trace.
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
