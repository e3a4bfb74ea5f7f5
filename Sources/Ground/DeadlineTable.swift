/// The deadlines that one state machine waits for: at most one a key, few enough to search in order.
public struct DeadlineTable<Key: Hashable & Sendable>: Sendable {
    private var entries: [(key: Key, instant: Instant)] = []

    public init() {}

    /// The earliest deadline.
    public var next: Instant? { entries.map(\.instant).min() }

    /// Sets or moves a deadline.
    public mutating func set(_ key: Key, at instant: Instant) {
        clear(key)
        entries.append((key, instant))
    }

    public mutating func clear(_ key: Key) { entries.removeAll { $0.key == key } }
    public mutating func clearAll() { entries.removeAll() }

    public subscript(_ key: Key) -> Instant? { entries.first { $0.key == key }?.instant }

    /// Takes out the earliest deadline that is due; those of one instant in the order in which they were set.
    public mutating func popDue(at now: Instant) -> Key? {
        guard let earliest = next, earliest <= now,
            let index = entries.firstIndex(where: { $0.instant == earliest })
        else { return nil }
        return entries.remove(at: index).key
    }
}
