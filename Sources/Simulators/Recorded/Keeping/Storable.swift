import Ground

/// A value that can be stored as bytes and restored from them.
protocol Storable: Sendable {
    func append(to bytes: inout [UInt8])
    init(reading reader: inout ByteReader) throws(Malformed)
}

extension UInt32: Storable {
    func append(to bytes: inout [UInt8]) { bytes.append(little: self) }

    init(reading reader: inout ByteReader) throws(Malformed) { self = try reader.u32("a place") }
}

extension [UInt8] {
    /// Appends bytes preceded by their count.
    mutating func append(counted part: [UInt8]) {
        append(little: UInt32(clamping: part.count))
        append(contentsOf: part)
    }
}

extension ByteReader {
    /// Reads bytes preceded by their count.
    mutating func counted(_ what: StaticString) throws(Malformed) -> [UInt8] { try take(Int(try u32(what)), what) }

    mutating func flag(_ what: StaticString) throws(Malformed) -> Bool { try u8(what) != 0 }

    mutating func span(_ what: StaticString) throws(Malformed) -> Span {
        .nanoseconds(Int64(bitPattern: try u64(what)))
    }

    mutating func number(_ what: StaticString) throws(Malformed) -> Int { Int(truncatingIfNeeded: try u64(what)) }
}

/// A store with more room than memory, which keeps bytes in the order in which they are appended.
public protocol ByteStorage: AnyObject, Sendable {
    /// Appends bytes, and returns the position from which they can be read.
    func append(_ bytes: [UInt8]) -> Int

    /// Returns bytes from a position; fewer if they could not be stored.
    func bytes(at place: Int, count: Int) -> [UInt8]

    /// Records that bytes read differ from those stored, which invalidates any result.
    func lose()
}

/// An append-only list of which a storage holds everything except its end.
///
/// It is stored in pieces. Memory holds the position of each piece, the last piece that was read, and the elements
/// that do not fill a piece yet; without a storage it holds everything.
struct StoredList<Element: Storable>: Sendable {
    /// The number of elements in a piece.
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
    /// The number of its elements in memory.
    var inMemory: Int { tail.count + (atHand?.elements.count ?? 0) }

    mutating func append(_ element: Element) {
        tail.append(element)
        guard let storage, tail.count == Self.pieceCount else { return }
        var bytes: [UInt8] = []
        for element in tail { element.append(to: &bytes) }
        pieces.append(Piece(place: storage.append(bytes), bytes: bytes.count))
        tail.removeAll(keepingCapacity: true)
    }

    /// Returns the element with this index; nil if there is none, or if the storage has lost it.
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
