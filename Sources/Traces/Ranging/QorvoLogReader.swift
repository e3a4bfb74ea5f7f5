public import Ground

/// Reads what the Qorvo command line printed, from pieces of any size (ultra-wideband fact sheet 4.5).
///
/// Lines end with CR, LF or both. A line that begins like something known and does not go on like it comes out as
/// `other`, with a finding that names its place. Text logs hold no frames and no time.
public struct QorvoLogReader: Sendable {
    /// The longest line that is read; the rest of a longer one is dropped with a finding.
    public static let largestLine = 16_384
    /// The most parameters of one block; the block ends, with a finding, before a further one.
    public static let mostParameters = 256

    /// Something that the log says, or something doubtful in it.
    public struct Item: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            case entry(QorvoLogEntry)
            case finding(Finding)
        }

        public let content: Content
        /// The offset in the file of the line that it began with.
        public let offset: Int
        /// The number of that line, from 1; a line without text counts.
        public let line: Int
    }

    /// A line with its place.
    fileprivate struct Line {
        var offset: Int
        var number: Int
        var bytes: [UInt8] = []
    }

    private enum Group {
        case none
        /// Inside `FiRa Session Parameters: {`.
        case parameters(Line, [QorvoLogEntry.Parameter])
        /// Behind the first line of a round.
        case round(Line)
    }

    private var current = Line(offset: 0, number: 1)
    private var group = Group.none
    private var offset = 0
    private var endedWithReturn = false
    private var dropped = 0

    public init() {}

    /// Takes the next bytes of the log and appends what they complete.
    public mutating func receive(_ piece: ArraySlice<UInt8>, into items: inout [Item]) {
        for byte in piece {
            offset += 1
            let isFeed = byte == UInt8(ascii: "\n")
            let isReturn = byte == UInt8(ascii: "\r")
            if isFeed, endedWithReturn {
                // The second half of one line end.
                endedWithReturn = false
                current.offset = offset
            } else if isFeed || isReturn {
                endLine(&items)
                endedWithReturn = isReturn
            } else {
                endedWithReturn = false
                if current.bytes.count < Self.largestLine { current.bytes.append(byte) } else { dropped += 1 }
            }
        }
    }

    /// Ends the log: a last line needs no line end.
    public mutating func finish(into items: inout [Item]) {
        if !current.bytes.isEmpty { endLine(&items) }
        abandon(&items)
    }

    private mutating func endLine(_ items: inout [Item]) {
        let line = current
        if dropped > 0 {
            let meaning = "line \(line.number) is longer than \(Self.largestLine) bytes: \(dropped) are dropped"
            items.append(Item(content: .finding(Finding(.warning, meaning, offset: line.offset)), line))
            dropped = 0
        }
        let text = Substring(String(decoding: line.bytes, as: UTF8.self)).trimmed
        current = Line(offset: offset, number: line.number + 1)
        if !text.isEmpty { take(text, line, &items) }
    }

    private mutating func take(_ text: Substring, _ line: Line, _ items: inout [Item]) {
        switch group {
        case .parameters(let start, var parameters):
            if text == "}" {
                group = .none
                items.append(Item(content: .entry(.parameters(parameters)), start))
            } else if let parameter = QorvoLogEntry.Parameter(parameter: text), parameters.count < Self.mostParameters {
                parameters.append(parameter)
                group = .parameters(start, parameters)
            } else {
                abandon(&items)
                take(text, line, &items)
            }
        case .round(let start):
            if text.first == "[" {
                group = .none
                finishRound(start, String(decoding: start.bytes, as: UTF8.self) + " " + text, &items)
            } else {
                abandon(&items)
                take(text, line, &items)
            }
        case .none: begin(text, line, &items)
        }
    }

    private mutating func begin(_ text: Substring, _ line: Line, _ items: inout [Item]) {
        if text.hasPrefix("FiRa Session Parameters: {") {
            group = .parameters(line, [])
        } else if text.hasPrefix("SESSION_INFO_NTF: {"), !text.hasSuffix("}") {
            group = .round(line)
        } else if text.hasPrefix("SESSION_INFO_NTF: {") {
            finishRound(line, String(text), &items)
        } else {
            let entry = QorvoLogEntry.reading(text)
            if case .failure(let trouble) = entry { complain(trouble, line, &items) }
            items.append(Item(content: .entry((try? entry.get()) ?? .other(String(text))), line))
        }
    }

    private func finishRound(_ start: Line, _ text: String, _ items: inout [Item]) {
        if let round = QorvoLogEntry.Round(notification: Substring(text)) {
            items.append(Item(content: .entry(.round(round)), start))
        } else {
            complain(QorvoLogEntry.Trouble(meaning: "a ranging round cannot be read"), start, &items)
            items.append(Item(content: .entry(.other(text)), start))
        }
    }

    /// Gives up a group that does not go on: what it had is a finding and, where there was something, an entry.
    private mutating func abandon(_ items: inout [Item]) {
        switch group {
        case .none: return
        case .parameters(let start, let parameters):
            complain(QorvoLogEntry.Trouble(meaning: "a block of session parameters does not end"), start, &items)
            items.append(Item(content: .entry(.parameters(parameters)), start))
        case .round(let start):
            complain(QorvoLogEntry.Trouble(meaning: "a ranging round has no measurements"), start, &items)
            items.append(Item(content: .entry(.other(String(decoding: start.bytes, as: UTF8.self))), start))
        }
        group = .none
    }

    private func complain(_ trouble: QorvoLogEntry.Trouble, _ line: Line, _ items: inout [Item]) {
        let meaning = "line \(line.number): \(trouble.meaning)"
        items.append(Item(content: .finding(Finding(.warning, meaning, offset: line.offset)), line))
    }
}

extension QorvoLogReader.Item {
    fileprivate init(content: Content, _ line: QorvoLogReader.Line) {
        self.init(content: content, offset: line.offset, line: line.number)
    }
}
