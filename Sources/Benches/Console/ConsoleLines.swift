import FirmwareIdentity

/// Splits a console's bytes into lines of text, wherever the pieces begin and end.
///
/// A line ends with LF, CR LF or CR. Colours and other terminal escape sequences are removed, and so is everything
/// that is not text, except for the two marks with which a line of the management protocol begins (sheet gate.md,
/// section 6.4). A shell that redraws its prompt moves the cursor back and erases to the end: what it erases is removed
/// too. Bytes that are not UTF-8 are replaced, and removed where a line begins, because they come when power does. A
/// line of more than `limit` bytes is several lines, so that it does not grow without end.
struct ConsoleLines: Sendable {
    /// The longest line that a reader of the management protocol accepts.
    static let limit = SMPConsoleReader.longestLine
    /// The mark of a line whose end never came.
    static let unfinished = " [unfinished]"
    private static let marks = SMPConsole.marks
    private static let bell: UInt8 = 0x07

    private enum State: Sendable {
        case text
        /// After an escape character.
        case escape
        /// Inside a sequence that a letter ends, with its number.
        case sequence(Int)
        /// Inside a text for the terminal, such as its title, which BEL or ESC \ ends.
        case string
    }

    private var state = State.text
    private var line: [UInt8] = []
    /// The number of characters that the cursor was moved back.
    private var back = 0

    /// Takes bytes and returns the lines that they complete, except for empty ones.
    mutating func receive(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                if let text = endLine() { lines.append(text) }
                continue
            }
            state = next(byte)
            if line.count >= Self.limit, let text = takeLine() { lines.append(text) }
        }
        return lines
    }

    /// Whether a line was begun.
    var hasBegun: Bool { !line.isEmpty }

    /// Returns the line that was begun, marked as unfinished, because nothing more comes; nil if there is none.
    mutating func end() -> String? { endLine().map { $0 + Self.unfinished } }

    private mutating func endLine() -> String? {
        defer { state = .text }
        return takeLine()
    }

    private mutating func takeLine() -> String? {
        defer { (line, back) = ([], 0) }
        let text = String(decoding: line, as: UTF8.self).drop { $0 == "\u{FFFD}" }
        return text.isEmpty ? nil : String(text)
    }

    private mutating func next(_ byte: UInt8) -> State {
        switch (state, byte) {
        case (_, 0x1B): return .escape
        case (.escape, UInt8(ascii: "[")): return .sequence(0)
        case (.escape, UInt8(ascii: "]")), (.escape, UInt8(ascii: "P")), (.escape, UInt8(ascii: "X")),
            (.escape, UInt8(ascii: "^")), (.escape, UInt8(ascii: "_")):
            return .string
        // The first half of a sequence such as ESC ( B.
        case (.escape, 0x20...0x2F): return .escape
        case (.escape, _): return .text
        case (.sequence(let number), 0x30...0x39): return .sequence(min(number * 10 + Int(byte - 0x30), Self.limit))
        case (.sequence(let number), 0x40...0x7E):
            move(byte, number)
            return .text
        case (.sequence, _): return state
        case (.string, Self.bell): return .text
        case (.string, _): return .string
        case (.text, 0x00...0x1F) where isMark(byte): take(byte)
        case (.text, 0x09): take(0x20)
        case (.text, 0x00...0x1F), (.text, 0x7F): break
        case (.text, _): take(byte)
        }
        return .text
    }

    /// Follows the cursor as far as prompts move it: back, and erasing from there.
    private mutating func move(_ command: UInt8, _ number: Int) {
        switch command {
        case UInt8(ascii: "D"): back = min(back + max(number, 1), Self.limit)
        case UInt8(ascii: "J") where number == 0, UInt8(ascii: "K") where number == 0:
            line.removeLast(min(back, line.count))
            back = 0
        default: break
        }
    }

    /// Returns whether a control character belongs to a mark. The first half of a mark begins its line; if a different
    /// byte follows, it stays, and no line of the protocol begins.
    private func isMark(_ byte: UInt8) -> Bool { Self.marks.contains { $0.starts(with: line + [byte]) } }

    private mutating func take(_ byte: UInt8) {
        back = 0
        line.append(byte)
    }
}

/// Recognises a console that prints noise, as at a wrong rate: in `window` bytes, three of ten or more are neither text
/// nor UTF-8 (sheet bench.md, section 3.5). Single bytes of noise, as when power comes, are usual.
struct ConsoleNoise: Sendable {
    enum Change: Hashable, Sendable {
        case noisy
        /// A window of text came after noise.
        case clear
    }

    static let window = 256

    private var bytes: [UInt8] = []
    private var isNoisy = false

    /// Takes bytes; returns the last change that they make, if any.
    mutating func receive(_ new: [UInt8]) -> Change? {
        var rest = new[...]
        var change: Change?
        while !rest.isEmpty {
            let part = rest.prefix(Self.window - bytes.count)
            bytes += part
            rest = rest.dropFirst(part.count)
            guard bytes.count == Self.window else { break }
            let isNoise = Self.isNoise(String(decoding: bytes, as: UTF8.self))
            bytes = []
            if isNoise != isNoisy { change = isNoise ? .noisy : .clear }
            isNoisy = isNoise
        }
        return change
    }

    /// Returns whether three of ten characters or more are neither text nor UTF-8.
    private static func isNoise(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        let noise = scalars.count { $0 == "\u{FFFD}" || $0 == "\u{7F}" || $0.value < 0x20 && !isLayout($0.value) }
        return noise * 10 > scalars.count * 3
    }

    /// Whether a control character is usual in text: backspace, tab, ends of lines and pages, and escape.
    private static func isLayout(_ value: UInt32) -> Bool { (0x08...0x0D).contains(value) || value == 0x1B }
}
