/// A queue of items due at instants, removed in order of time and, within one instant, of insertion.
///
/// They are removed one at a time, so that the first can still cancel others due at the same instant.
public struct Agenda<Item: Sendable>: Sendable {
    @usableFromInline struct Entry: Sendable {
        @usableFromInline let instant: Instant
        @usableFromInline let order: UInt64
        @usableFromInline let item: Item

        @inlinable init(instant: Instant, order: UInt64, item: Item) {
            self.instant = instant
            self.order = order
            self.item = item
        }

        @inlinable func isBefore(_ other: Entry) -> Bool {
            instant != other.instant ? instant < other.instant : order < other.order
        }
    }

    @usableFromInline var heap: [Entry] = []
    @usableFromInline var inserted: UInt64 = 0

    @inlinable public init() {}

    @inlinable public var count: Int { heap.count }
    @inlinable public var isEmpty: Bool { heap.isEmpty }
    /// The instant at which the next item is due.
    // Accessed by index, because binding an entry would copy all of it.
    @inlinable public var next: Instant? { heap.isEmpty ? nil : heap[0].instant }

    @inlinable public mutating func add(_ item: Item, at instant: Instant) {
        heap.append(Entry(instant: instant, order: inserted, item: item))
        inserted += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the next item that is due at `now`.
    @inlinable public mutating func popDue(at now: Instant) -> (instant: Instant, item: Item)? {
        guard let first = heap.first, first.instant <= now else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown()
        }
        return (first.instant, first.item)
    }

    /// Removes all items that satisfy `condition`, keeping the order of the rest.
    @inlinable public mutating func removeAll(where condition: (Item) -> Bool) {
        let rest = heap.filter { !condition($0.item) }.sorted { $0.isBefore($1) }
        heap = rest
    }

    @inlinable mutating func siftDown() {
        var parent = 0
        while true {
            var smallest = parent
            for child in (2 * parent + 1)...(2 * parent + 2) where child < heap.count {
                if heap[child].isBefore(heap[smallest]) { smallest = child }
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}

/// The deadlines of one state machine: at most one for each key, and few enough for linear search.
///
/// Inlinable throughout, because other modules read it on every turn of the run loop.
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

    /// Removes and returns the earliest deadline that is due; those of one instant in the order in which they were
    /// set.
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
