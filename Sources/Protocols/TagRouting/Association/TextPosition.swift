/// A place in a text file: its byte, its line and its column.
public struct TextPosition: Hashable, Codable, Sendable {
    /// In bytes, from 0.
    public let offset: Int
    /// From 1.
    public let line: Int
    /// In characters (Unicode scalars), from 1.
    public let column: Int

    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The place of a byte; an offset past the end is taken as the end.
    public init(offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(max(0, offset))
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        self.offset = before.count
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
    }
}

extension TextPosition: CustomStringConvertible {
    public var description: String { "line \(line), column \(column) (byte \(offset))" }
}

/// The line starts of a text, for many places in one file, which may be all on one line.
struct LineTable: Sendable {
    private static let stride = 128

    private let bytes: [UInt8]
    private let starts: [Int]
    /// How many characters begin before every 128th byte.
    private let counts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        var counts: [Int] = []
        var count = 0
        for (offset, byte) in bytes.enumerated() {
            if offset % Self.stride == 0 { counts.append(count) }
            if byte & 0xC0 != 0x80 { count += 1 }
            if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        }
        counts.append(count)
        (self.starts, self.counts) = (starts, counts)
    }

    func position(of offset: Int) -> TextPosition {
        let place = min(max(0, offset), bytes.count)
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle } else { high = middle }
        }
        let column = 1 + characters(before: place) - characters(before: starts[low])
        return TextPosition(offset: place, line: low + 1, column: column)
    }

    private func characters(before place: Int) -> Int {
        let known = min(place / Self.stride, counts.count - 1)
        return counts[known] + bytes[min(known * Self.stride, place)..<place].count { $0 & 0xC0 != 0x80 }
    }
}
