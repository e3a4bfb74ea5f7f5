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
