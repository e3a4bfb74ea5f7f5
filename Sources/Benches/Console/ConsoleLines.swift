/// Lines of text out of a console's bytes, however they are cut.
///
/// A line ends with LF, CR LF or CR. Colours and other escape sequences of terminals are taken out, and so is what is
/// no text. A line of more than `limit` bytes is cut, so that a line of noise does not grow without end.
struct ConsoleLines: Sendable {
    static let limit = 512

    private enum State: Sendable {
        case text
        /// Behind an escape character.
        case escape
        /// Inside a sequence that a letter ends.
        case sequence
    }

    private var state = State.text
    private var line: [UInt8] = []

    /// Takes bytes and gives the lines that they end; empty ones are left away.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            switch (state, byte) {
            case (_, 0x0A), (_, 0x0D):
                state = .text
                if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
                line = []
            case (_, 0x1B): state = .escape
            case (.escape, 0x5B): state = .sequence
            case (.escape, _): state = .text
            case (.sequence, 0x40...0x7E): state = .text
            case (.sequence, _): break
            case (.text, 0x09): take(0x20)
            case (.text, 0x00...0x1F), (.text, 0x7F): break
            case (.text, _): take(byte)
            }
        }
        return lines
    }

    private mutating func take(_ byte: UInt8) {
        if line.count < Self.limit { line.append(byte) }
    }
}
