/// The deadlines that one state machine waits for: at most one a key, few enough to search in order.
///
/// Inlinable throughout, because it is asked at every turn of the run loop from other modules.
public struct DeadlineTable<Key: Hashable & Sendable>: Sendable {
    @usableFromInline struct Entry: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let instant: Instant

        @inlinable init(key: Key, instant: Instant) {
            self.key = key
            self.instant = instant
        }
    }

    @usableFromInline var entries: [Entry] = []
    @usableFromInline var earliest: Instant?
    /// The earliest deadline.
    @inlinable public var next: Instant? { earliest }

    @inlinable public init() {}

    /// Sets or moves a deadline.
    @inlinable public mutating func set(_ key: Key, at instant: Instant) {
        entries.removeAll { $0.key == key }
        entries.append(Entry(key: key, instant: instant))
        findNext()
    }

    @inlinable public mutating func clear(_ key: Key) {
        guard !entries.isEmpty else { return }
        entries.removeAll { $0.key == key }
        findNext()
    }

    @inlinable public mutating func clearAll() {
        entries.removeAll(keepingCapacity: true)
        findNext()
    }

    @inlinable public subscript(_ key: Key) -> Instant? {
        for entry in entries where entry.key == key { return entry.instant }
        return nil
    }

    /// Takes out the earliest deadline that is due; those of one instant in the order in which they were set.
    @inlinable public mutating func popDue(at now: Instant) -> Key? {
        guard let earliest, earliest <= now else { return nil }
        for index in entries.indices where entries[index].instant == earliest {
            let key = entries.remove(at: index).key
            findNext()
            return key
        }
        return nil
    }

    @inlinable mutating func findNext() {
        var found: Instant?
        for entry in entries {
            if let best = found, best <= entry.instant { continue }
            found = entry.instant
        }
        earliest = found
    }
}
