import Ground

/// Many lists, of which a few grow at a time while the others are kept in a storage.
///
/// A list takes eight bytes in memory, and four more for each of its parts: a part has `partCount` elements, or fewer
/// if more than `openLimit` lists grow at the same time.
struct StoredLists<Element: Storable>: Sendable {
    /// The number of elements that are stored together.
    static var partCount: Int { 16 }
    /// The most lists that grow at a time, each with less than a part in memory.
    static var openLimit: Int { 32 }
    private static var none: UInt32 { .max }

    /// Some elements of one list.
    struct Part: Storable {
        let elements: [Element]

        init(_ elements: [Element]) { self.elements = elements }

        func append(to bytes: inout [UInt8]) {
            bytes.append(little: UInt32(elements.count))
            for element in elements { element.append(to: &bytes) }
        }

        init(reading reader: inout ByteReader) throws(Malformed) {
            var elements: [Element] = []
            for _ in 0..<(try reader.u32("how many there are")) { elements.append(try Element(reading: &reader)) }
            self.elements = elements
        }
    }

    /// Iterates over one of the lists.
    struct Cursor: Sendable {
        private var part: UInt32
        private var elements: [Element] = []
        private var place = 0

        fileprivate init(part: UInt32) { self.part = part }

        mutating func next(in lists: inout StoredLists) -> Element? {
            while place == elements.count {
                guard part != StoredLists.none, let next = lists.parts.element(at: Int(part)) else { return nil }
                (elements, place) = (next.elements, 0)
                part = lists.following[Int(part)]
            }
            defer { place += 1 }
            return elements[place]
        }
    }

    private struct Open: Sendable {
        let list: Int
        var elements: [Element] = []
    }

    private var parts: StoredList<Part>
    /// The first part of each list.
    private var first: [UInt32] = []
    /// The last part of each list.
    private var last: [UInt32] = []
    /// For each part, the next one of the same list.
    private var following: [UInt32] = []
    private var open: [Open] = []

    init(storedIn storage: (any ByteStorage)?) { parts = StoredList(storedIn: storage) }

    var count: Int { first.count }
    /// The number of elements in memory.
    var inMemory: Int { open.reduce(parts.inMemory * Self.partCount) { $0 + $1.elements.count } }

    /// Begins a list, and returns its number.
    mutating func begin() -> Int {
        first.append(Self.none)
        last.append(Self.none)
        return first.count - 1
    }

    mutating func append(_ element: Element, to list: Int) {
        guard first.indices.contains(list) else { return }
        var place = open.firstIndex { $0.list == list }
        if place == nil {
            if open.count == Self.openLimit {
                putAway(0)
                open.removeFirst()
            }
            place = open.count
            open.append(Open(list: list))
        }
        guard let place else { return }
        open[place].elements.append(element)
        if open[place].elements.count == Self.partCount { putAway(place) }
    }

    /// Stores all remaining elements.
    mutating func close() {
        for place in open.indices { putAway(place) }
        open = []
    }

    /// Returns a cursor at the first element of a list; elements appended since the last `close` may be missing.
    func cursor(of list: Int) -> Cursor { Cursor(part: first.indices.contains(list) ? first[list] : Self.none) }

    private mutating func putAway(_ place: Int) {
        guard !open[place].elements.isEmpty else { return }
        let part = UInt32(following.count)
        parts.append(Part(open[place].elements))
        following.append(Self.none)
        let list = open[place].list
        if last[list] == Self.none { first[list] = part } else { following[Int(last[list])] = part }
        last[list] = part
        open[place].elements.removeAll(keepingCapacity: true)
    }
}
