public import Ground
import OpenSSL

/// A hash over lines, each bound to all lines before it, so that a line that is removed, changed or inserted is
/// detected.
///
/// `c(0) = SHA-256("trammel-chain-v1" LF)`, `c(i) = SHA-256(c(i-1) || SHA-256(line without LF))` (gate.md, 5.3).
public struct HashChain: Sendable {
    /// The value after the lines so far.
    public private(set) var value = HashChain.start
    /// The number of lines so far.
    public private(set) var lines = 0

    private static let start = ContentHash.of("trammel-chain-v1\n")

    public init() {}

    /// Appends the next line, given without its line feed.
    public mutating func append(_ line: [UInt8]) { append(hash: ContentHash.of(line)) }

    public mutating func append(_ line: ArraySlice<UInt8>) { append(hash: ContentHash.of(line)) }

    private mutating func append(hash: ContentHash) {
        value = ContentHash.of(value.bytes + hash.bytes)
        lines += 1
    }
}

/// A hash chain that also keeps its values at some lines, so that a difference can be narrowed down to a few lines.
///
/// It keeps the value of every n-th line. When there are more than `mostMarks`, every second one is dropped and n
/// doubles.
public struct CheckpointedChain: Sendable {
    /// The maximum number of values kept.
    public static let mostMarks = 32

    public private(set) var chain = HashChain()
    /// The number of lines between two values that are kept.
    public private(set) var every = 1
    /// The values after `every` lines, twice as many, and so on.
    public private(set) var marks: [ContentHash] = []

    public init() {}

    /// Appends the next line, given without its line feed.
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
    /// The first lines that differ, counted from 1; nil if none has differed yet.
    public private(set) var firstDifference: ClosedRange<Int>?

    /// Creates a comparison, or returns nil for marks that no chain produces.
    public init?(every: Int, marks: [ContentHash]) {
        guard every > 0, marks.count <= CheckpointedChain.mostMarks else { return nil }
        (self.every, self.marks) = (every, marks)
    }

    /// Appends the next line, given without its line feed.
    public mutating func append(_ line: ArraySlice<UInt8>) {
        chain.append(line)
        guard firstDifference == nil, chain.lines.isMultiple(of: every) else { return }
        let place = chain.lines / every - 1
        guard marks.indices.contains(place), marks[place] != chain.value else { return }
        firstDifference = chain.lines - every + 1...chain.lines
    }

    /// Returns the first lines that differ from a chain with this final value, counted from 1; nil if none differ.
    public func difference(from value: ContentHash, lines: Int) -> ClosedRange<Int>? {
        if let firstDifference { return firstDifference }
        guard chain.value != value || chain.lines != lines else { return nil }
        let agreed = min(marks.count, chain.lines / every) * every
        return agreed + 1...max(agreed + 1, chain.lines, lines)
    }

    /// The number of lines so far.
    public var lines: Int { chain.lines }
}
