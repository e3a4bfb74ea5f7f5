/// A line of text as its bytes, with its place.
public struct TextLine: Hashable, Sendable {
    /// The offset of its first byte in everything that was read.
    public let offset: Int
    /// From 1; a line without text counts.
    public let number: Int
    /// Without the line end.
    public let bytes: [UInt8]
    /// How many bytes at its end are missing, because it is too long.
    public let dropped: Int
}

/// Cuts text into lines, from pieces of any size.
///
/// Lines end with CR, LF or both. Of a line that is too long the beginning is kept.
public struct TextLineReader: Sendable {
    /// The longest line that is kept as a whole.
    public static let largestLine = 16_384

    private var bytes: [UInt8] = []
    private var start = 0
    private var number = 1
    private var offset = 0
    private var endedWithReturn = false
    private var dropped = 0

    public init() {}

    /// Takes the next bytes of the log and appends the lines that they end.
    public mutating func receive(_ piece: ArraySlice<UInt8>, into lines: inout [TextLine]) {
        var rest = piece
        if endedWithReturn, let first = rest.first {
            endedWithReturn = false
            // The second half of one line end.
            if first == Self.feed { skip(&rest) }
        }
        while let place = rest.firstIndex(where: { $0 == Self.feed || $0 == Self.carriageReturn }) {
            keep(rest[..<place])
            let isReturn = rest[place] == Self.carriageReturn
            rest = rest[(place + 1)...]
            offset += 1
            endLine(&lines)
            guard isReturn else { continue }
            if rest.isEmpty { endedWithReturn = true } else if rest.first == Self.feed { skip(&rest) }
        }
        keep(rest)
    }

    /// Ends the log: a last line needs no line end.
    public mutating func finish(into lines: inout [TextLine]) { if !bytes.isEmpty { endLine(&lines) } }

    private static let feed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    private mutating func skip(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.dropFirst()
        offset += 1
        start = offset
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        offset += part.count
        let kept = part.prefix(Self.largestLine - bytes.count)
        bytes.append(contentsOf: kept)
        dropped += part.count - kept.count
    }

    private mutating func endLine(_ lines: inout [TextLine]) {
        lines.append(TextLine(offset: start, number: number, bytes: bytes, dropped: dropped))
        bytes.removeAll(keepingCapacity: true)
        start = offset
        number += 1
        dropped = 0
    }
}
