/// The places in a book of what is alike, in the order of the recording.
///
/// A long recording has the same thing a hundred thousand times: whose turn it is must not take a look at all of them.
struct Shelf: Sendable {
    /// Which entries of a book were given.
    typealias Given = [Bool]

    private(set) var places: [Int] = []
    /// All before this one were given.
    private var first = 0

    init(_ places: [Int] = []) { self.places = places }

    mutating func add(_ place: Int) { places.append(place) }

    /// The place whose turn it is: each once, the last one again and again; nil when none fits.
    ///
    /// What was recorded on this connection or a later one goes first; connections are counted up along the places.
    mutating func take(
        _ given: inout Given, connection: Int, connectionOf: (Int) -> Int, where fits: (Int) -> Bool = { _ in true }
    ) -> Int? {
        while first < places.count, given[places[first]] { first += 1 }
        guard let place = next(given, connection, connectionOf, fits) ?? places.last(where: fits) else { return nil }
        given[place] = true
        return place
    }

    private func next(
        _ given: Given, _ connection: Int, _ connectionOf: (Int) -> Int, _ fits: (Int) -> Bool
    ) -> Int? {
        let left = places[first...]
        func isLeft(_ place: Int) -> Bool { !given[place] && fits(place) }
        if let last = places.last, connectionOf(last) >= connection,
            let place = left.first(where: { connectionOf($0) >= connection && isLeft($0) })
        {
            return place
        }
        return left.first { isLeft($0) }
    }
}
