import Ground

/// A list that only grows, of which a keeper has all but its end.
///
/// It goes to the keeper in pieces. In memory are where each of those lies, the piece that was read last, and what is
/// not yet enough for one; without a keeper everything is.
struct StoredList<Element: Storable>: Sendable {
    /// How many elements a piece has.
    static var pieceCount: Int { 32 }

    private struct Piece: Sendable {
        let place: Int
        let bytes: Int
    }

    private let keeper: (any ByteKeeping)?
    private var pieces: [Piece] = []
    private var tail: [Element] = []
    private var atHand: (piece: Int, elements: [Element])?

    init(keptBy keeper: (any ByteKeeping)?) { self.keeper = keeper }

    var count: Int { pieces.count * Self.pieceCount + tail.count }
    /// How many of its elements are in memory.
    var inMemory: Int { tail.count + (atHand?.elements.count ?? 0) }

    mutating func append(_ element: Element) {
        tail.append(element)
        guard let keeper, tail.count == Self.pieceCount else { return }
        var bytes: [UInt8] = []
        for element in tail { element.append(to: &bytes) }
        pieces.append(Piece(place: keeper.append(bytes), bytes: bytes.count))
        tail.removeAll(keepingCapacity: true)
    }

    /// The element with this index; nil where there is none, or where the keeper has lost it.
    mutating func element(at index: Int) -> Element? {
        guard index >= 0 else { return nil }
        let (piece, offset) = (index / Self.pieceCount, index % Self.pieceCount)
        guard piece < pieces.count else {
            let place = index - pieces.count * Self.pieceCount
            return place < tail.count ? tail[place] : nil
        }
        if atHand?.piece != piece { atHand = (piece, read(pieces[piece])) }
        guard let elements = atHand?.elements, offset < elements.count else { return nil }
        return elements[offset]
    }

    private func read(_ piece: Piece) -> [Element] {
        guard let keeper else { return [] }
        var reader = ByteReader(keeper.bytes(at: piece.place, count: piece.bytes))
        var elements: [Element] = []
        while !reader.isAtEnd, let element = try? Element(reading: &reader) { elements.append(element) }
        if elements.count < Self.pieceCount { keeper.lose() }
        return elements
    }
}

extension StoredList: Sequence {
    func makeIterator() -> AnyIterator<Element> {
        var (list, next) = (self, 0)
        return AnyIterator {
            defer { next += 1 }
            return list.element(at: next)
        }
    }
}
