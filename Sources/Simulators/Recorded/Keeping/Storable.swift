import Ground

/// What can be kept as bytes, and made of them again.
protocol Storable: Sendable {
    func append(to bytes: inout [UInt8])
    init(reading reader: inout ByteReader) throws(Malformed)
}

extension UInt32: Storable {
    func append(to bytes: inout [UInt8]) { bytes.append(little: self) }

    init(reading reader: inout ByteReader) throws(Malformed) { self = try reader.u32("a place") }
}

extension [UInt8] {
    /// Appends bytes with their count in front.
    mutating func append(counted part: [UInt8]) {
        append(little: UInt32(clamping: part.count))
        append(contentsOf: part)
    }
}

extension ByteReader {
    /// Bytes with their count in front.
    mutating func counted(_ what: StaticString) throws(Malformed) -> [UInt8] { try take(Int(try u32(what)), what) }

    mutating func flag(_ what: StaticString) throws(Malformed) -> Bool { try u8(what) != 0 }

    mutating func span(_ what: StaticString) throws(Malformed) -> Span {
        .nanoseconds(Int64(bitPattern: try u64(what)))
    }

    mutating func number(_ what: StaticString) throws(Malformed) -> Int { Int(truncatingIfNeeded: try u64(what)) }
}

/// Somebody who keeps bytes where there is more room than in memory, in the order in which they come.
public protocol ByteStorage: AnyObject, Sendable {
    /// Takes bytes, and gives the place from which they can be read.
    func append(_ bytes: [UInt8]) -> Int

    /// So many bytes from a place on; fewer where they could not be kept.
    func bytes(at place: Int, count: Int) -> [UInt8]

    /// Bytes that were read are not what was kept: what comes of them counts nothing.
    func lose()
}

/// A list that only grows, of which a storage has all but its end.
///
/// It goes to the storage in pieces. In memory are where each of those lies, the piece that was read last, and what is
/// not yet enough for one; without a storage everything is.
struct StoredList<Element: Storable>: Sendable {
    /// How many elements a piece has.
    static var pieceCount: Int { 32 }

    private struct Piece: Sendable {
        let place: Int
        let bytes: Int
    }

    private let storage: (any ByteStorage)?
    private var pieces: [Piece] = []
    private var tail: [Element] = []
    private var atHand: (piece: Int, elements: [Element])?

    init(storedIn storage: (any ByteStorage)?) { self.storage = storage }

    var count: Int { pieces.count * Self.pieceCount + tail.count }
    /// How many of its elements are in memory.
    var inMemory: Int { tail.count + (atHand?.elements.count ?? 0) }

    mutating func append(_ element: Element) {
        tail.append(element)
        guard let storage, tail.count == Self.pieceCount else { return }
        var bytes: [UInt8] = []
        for element in tail { element.append(to: &bytes) }
        pieces.append(Piece(place: storage.append(bytes), bytes: bytes.count))
        tail.removeAll(keepingCapacity: true)
    }

    /// The element with this index; nil where there is none, or where the storage has lost it.
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
        guard let storage else { return [] }
        var reader = ByteReader(storage.bytes(at: piece.place, count: piece.bytes))
        var elements: [Element] = []
        while !reader.isAtEnd, let element = try? Element(reading: &reader) { elements.append(element) }
        if elements.count < Self.pieceCount { storage.lose() }
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
