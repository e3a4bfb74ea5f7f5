import Ground

/// The indices of equal entries in a table, in the order of the recording.
///
/// A long recording repeats the same entry a hundred thousand times, so finding the next one must not scan all of
/// them.
struct PlaceList: Sendable {
    /// The entries of a table that were used, one bit each.
    struct Given: Sendable {
        private var words: [UInt64] = []

        subscript(place: Int) -> Bool {
            get { place / 64 < words.count && words[place / 64] >> UInt64(place % 64) & 1 == 1 }
            set {
                while words.count <= place / 64 { words.append(0) }
                let bit = UInt64(1) << UInt64(place % 64)
                if newValue { words[place / 64] |= bit } else { words[place / 64] &= ~bit }
            }
        }
    }

    private var places: [UInt32] = []
    /// All entries before this one were used.
    private var first = 0
    /// All entries before this one were used, or were recorded before this connection.
    private var ahead = (connection: 0, index: 0)

    mutating func add(_ place: Int) { places.append(UInt32(place)) }

    /// Returns the next index: each once, and then the last one repeatedly; nil if none fits.
    ///
    /// Entries of this connection or a later one come first; connection numbers increase along the indices.
    mutating func take(
        _ given: inout Given, connection: Int, connectionOf: (Int) -> Int, where fits: (Int) -> Bool = { _ in true }
    ) -> Int? {
        while let place = place(first), given[place] { first += 1 }
        guard let place = next(given, connection, connectionOf, fits) ?? last(where: fits) else { return nil }
        given[place] = true
        return place
    }

    private mutating func next(
        _ given: Given, _ connection: Int, _ connectionOf: (Int) -> Int, _ fits: (Int) -> Bool
    ) -> Int? {
        if let last = place(places.count - 1), connectionOf(last) >= connection {
            if connection < ahead.connection { ahead.index = 0 }
            ahead = (connection, max(ahead.index, first))
            while let place = place(ahead.index), given[place] || connectionOf(place) < connection { ahead.index += 1 }
            if let place = firstLeft(from: ahead.index, given, fits) { return place }
        }
        return firstLeft(from: first, given, fits)
    }

    private func firstLeft(from start: Int, _ given: Given, _ fits: (Int) -> Bool) -> Int? {
        var index = start
        while let place = place(index) {
            if !given[place], fits(place) { return place }
            index += 1
        }
        return nil
    }

    private func last(where fits: (Int) -> Bool) -> Int? {
        var index = places.count - 1
        while let place = place(index) {
            if fits(place) { return place }
            index -= 1
        }
        return nil
    }

    private func place(_ index: Int) -> Int? { places.indices.contains(index) ? Int(places[index]) : nil }
}

/// The connection on which each entry of a table was recorded; connection numbers increase along the entries.
struct ConnectionTable: Sendable {
    private var starts: [(connection: UInt32, place: UInt32)] = []

    mutating func note(_ connection: Int, at place: Int) {
        let connection = UInt32(clamping: connection)
        if starts.last?.connection != connection { starts.append((connection, UInt32(clamping: place))) }
    }

    func connection(of place: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].place <= place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? Int(starts[low - 1].connection) : 0
    }
}
