/// A line of text as bytes, with its position.
public struct TextLine: Hashable, Sendable {
    /// The offset of its first byte in the entire input.
    public let offset: Int
    /// The line's number, from 1; empty lines count.
    public let number: Int
    /// The bytes without the line end.
    public let bytes: [UInt8]
    /// The number of bytes missing at its end because it is too long.
    public let dropped: Int
}

/// Splits text into lines, from pieces of any size.
///
/// Lines end with CR, LF or both. Only the beginning of an overlong line is kept.
public struct TextLineReader: Sendable {
    /// The maximum length of a line that is kept complete.
    public static let largestLine = 16_384

    private var bytes: [UInt8] = []
    private var start = 0
    private var number = 1
    private var offset = 0
    private var endedWithReturn = false
    private var dropped = 0

    public init() {}

    /// Takes the next bytes of the log and appends the lines they complete.
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

    /// Ends the log; the last line needs no line end.
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
