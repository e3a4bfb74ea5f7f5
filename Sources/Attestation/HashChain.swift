public import Ground

/// A hash over lines, each bound to all before it, so that a line that is cut, changed or put in shows.
///
/// `c(0) = SHA-256("trammel-chain-v1" LF)`, `c(i) = SHA-256(c(i-1) || SHA-256(line without LF))` (gate.md, 5.3).
public struct HashChain: Sendable {
    /// The value after the lines so far.
    public private(set) var value = HashChain.start
    /// How many lines there were.
    public private(set) var lines = 0

    private static let start = ContentHash.of("trammel-chain-v1\n")

    public init() {}

    /// Takes the next line, without its line feed.
    public mutating func append(_ line: [UInt8]) { append(hash: ContentHash.of(line)) }

    public mutating func append(_ line: ArraySlice<UInt8>) {
        var stream = SHA256Stream()
        stream.update(line)
        append(hash: stream.value)
    }

    private mutating func append(hash: ContentHash) {
        value = ContentHash.of(value.bytes + hash.bytes)
        lines += 1
    }
}

/// A hash chain with its values at some lines, so that a difference is found within a few of them.
///
/// It keeps the value of every n-th line. Where that gets more than `mostMarks`, every second one goes and n doubles.
public struct MarkedChain: Sendable {
    /// So many values are kept at most.
    public static let mostMarks = 32

    public private(set) var chain = HashChain()
    /// A value is kept after each so many lines.
    public private(set) var every = 1
    /// The values after `every` lines, twice as many, and so on.
    public private(set) var marks: [ContentHash] = []

    public init() {}

    /// Takes the next line, without its line feed.
    public mutating func append(_ line: ArraySlice<UInt8>) {
        chain.append(line)
        guard chain.lines.isMultiple(of: every) else { return }
        marks.append(chain.value)
        guard marks.count > Self.mostMarks else { return }
        marks = marks.indices.filter { !$0.isMultiple(of: 2) }.map { marks[$0] }
        every *= 2
    }
}

/// Compares lines with the values that a marked chain kept of them.
public struct ChainComparison: Sendable {
    private let every: Int
    private let marks: [ContentHash]
    private var chain = HashChain()
    /// The first lines that differ, counted from 1; nil while none did.
    public private(set) var firstDifference: ClosedRange<Int>?

    /// Nil for marks that no chain gives.
    public init?(every: Int, marks: [ContentHash]) {
        guard every > 0, marks.count <= MarkedChain.mostMarks else { return nil }
        (self.every, self.marks) = (every, marks)
    }

    /// Takes the next line, without its line feed.
    public mutating func append(_ line: ArraySlice<UInt8>) {
        chain.append(line)
        guard firstDifference == nil, chain.lines.isMultiple(of: every) else { return }
        let place = chain.lines / every - 1
        guard marks.indices.contains(place), marks[place] != chain.value else { return }
        firstDifference = chain.lines - every + 1...chain.lines
    }

    /// In which lines they differ from a chain that ended so, counted from 1; nil where they are the same.
    public func difference(from value: ContentHash, lines: Int) -> ClosedRange<Int>? {
        if let firstDifference { return firstDifference }
        guard chain.value != value || chain.lines != lines else { return nil }
        let agreed = min(marks.count, chain.lines / every) * every
        return agreed + 1...max(agreed + 1, chain.lines, lines)
    }

    /// How many lines there were.
    public var lines: Int { chain.lines }
}
