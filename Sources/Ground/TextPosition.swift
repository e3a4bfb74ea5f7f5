/// A position in a text file: its byte, line and column.
public struct TextPosition: Hashable, Codable, Sendable {
    /// The offset in bytes, from 0.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column in characters (Unicode scalars), from 1.
    public let column: Int

    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Creates the position of a byte; an offset past the end counts as the end.
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
