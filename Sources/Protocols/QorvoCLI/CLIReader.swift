public import Ground

/// Reads what the Qorvo command line prints, line by line (ultra-wideband fact sheet 4.5).
///
/// A line that begins like something known and does not go on like it comes out as `other`, with a finding that names
/// its place.
public struct CLIReader: Sendable {
    /// The longest line that is read; the rest of a longer one is dropped with a finding.
    public static let largestLine = TextLineReader.largestLine
    /// The most parameters of one block; the block ends, with a finding, before a further one.
    public static let mostParameters = 256
    /// The most lines of one answer to STAT.
    public static let mostStatusLines = 64
    /// The most measurements of a round, with a line each.
    public static let mostMeasurements = 64

    /// Where a line begins.
    public struct Place: Hashable, Sendable {
        let offset: Int
        let line: Int

        public init(offset: Int, line: Int) {
            self.offset = offset
            self.line = line
        }
    }

    /// Something that the kit says, or something doubtful in it.
    public struct Item: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            case entry(CLIMessage)
            case finding(Finding)
        }

        public let content: Content
        /// The offset in the file of the line that it began with.
        public let offset: Int
        /// The number of that line, from 1; a line without text counts.
        public let line: Int
    }

    private enum Group {
        case none
        /// Inside `FiRa Session Parameters: {`.
        case parameters(Place, [CLIMessage.Parameter])
        /// After the first line of a round: what there is of it, and how many lines with measurements.
        case round(Place, String, Int)
        /// Inside the answer to STAT: what there is of it, and how many lines.
        case status(Place, String, Int)
    }

    /// The code of what is doubtful.
    private let code: FailureCode
    private var group = Group.none

    public init(code: FailureCode) { self.code = code }

    /// Takes the next line and appends what it completes; `dropped` bytes of it are missing.
    public mutating func receive(_ text: Substring, at place: Place, dropped: Int, into items: inout [Item]) {
        if dropped > 0 {
            let meaning = "line \(place.line) is longer than \(Self.largestLine) bytes: \(dropped) are dropped"
            items.append(Item(content: .finding(Finding(code, .warning, meaning, offset: place.offset)), place))
        }
        let text = text.trimmed
        if !text.isEmpty { take(text, place, &items) }
    }

    /// Ends the text: what was not complete is told as far as it is there.
    public mutating func finish(into items: inout [Item]) { abandon(&items) }

    private mutating func take(_ text: Substring, _ line: Place, _ items: inout [Item]) {
        switch group {
        case .parameters(let start, var parameters):
            if text == "}" {
                group = .none
                items.append(Item(content: .entry(.parameters(parameters)), start))
            } else if let parameter = CLIMessage.Parameter(parameter: text), parameters.count < Self.mostParameters {
                parameters.append(parameter)
                group = .parameters(start, parameters)
            } else {
                abandon(&items)
                take(text, line, &items)
            }
        case .round(let start, let before, let count):
            guard text.first == "[", count < Self.mostMeasurements else {
                abandon(&items)
                return take(text, line, &items)
            }
            let round = before + " " + text
            if text.hasSuffix("}") {
                group = .none
                finishRound(start, round, &items)
            } else {
                group = .round(start, round, count + 1)
            }
        case .status(let start, let before, let count):
            // Between the braces there are names and values, and nothing else that the firmware prints.
            guard let first = text.first, "\"}]".contains(first), count < Self.mostStatusLines else {
                abandon(&items)
                return take(text, line, &items)
            }
            continueStatus(start, before + text, count + 1, &items)
        case .none: begin(text, line, &items)
        }
    }

    private mutating func begin(_ text: Substring, _ line: Place, _ items: inout [Item]) {
        if text.hasPrefix("FiRa Session Parameters: {") {
            group = .parameters(line, [])
        } else if text.hasPrefix("SESSION_INFO_NTF: {"), !text.hasSuffix("}") {
            group = .round(line, String(text), 0)
        } else if text.hasPrefix("SESSION_INFO_NTF: {") {
            finishRound(line, String(text), &items)
        } else if text.hasPrefix("JS") || text.hasPrefix("{"), text.contains("{\"Info\":{") {
            continueStatus(line, String(text), 1, &items)
        } else {
            let entry = CLIMessage.reading(text)
            if case .failure(let trouble) = entry { complain(trouble, line, &items) }
            items.append(Item(content: .entry((try? entry.get()) ?? .other(String(text))), line))
        }
    }

    /// Ends the answer to STAT where its braces close; it is one line or several.
    private mutating func continueStatus(_ start: Place, _ text: String, _ count: Int, _ items: inout [Item]) {
        guard Substring(text).closes, text.utf8.count <= Self.largestLine else {
            group = .status(start, text, text.utf8.count <= Self.largestLine ? count : Self.mostStatusLines)
            return
        }
        group = .none
        let entry = CLIMessage.reading(Substring(text))
        if case .failure(let trouble) = entry { complain(trouble, start, &items) }
        items.append(Item(content: .entry((try? entry.get()) ?? .other(text)), start))
    }

    private func finishRound(_ start: Place, _ text: some StringProtocol, _ items: inout [Item]) {
        let text = String(text)
        if let round = CLIMessage.Round(notification: Substring(text)) {
            items.append(Item(content: .entry(.round(round)), start))
        } else {
            complain(CLIMessage.Trouble(meaning: "a ranging round cannot be read"), start, &items)
            items.append(Item(content: .entry(.other(text)), start))
        }
    }

    /// Gives up a group that does not go on: what it had is a finding and, where there was something, an entry.
    private mutating func abandon(_ items: inout [Item]) {
        switch group {
        case .none: return
        case .parameters(let start, let parameters):
            complain(CLIMessage.Trouble(meaning: "a block of session parameters does not end"), start, &items)
            items.append(Item(content: .entry(.parameters(parameters)), start))
        case .round(let start, let text, let count):
            let meaning = count == 0 ? "a ranging round has no measurements" : "a ranging round does not end"
            complain(CLIMessage.Trouble(meaning: meaning), start, &items)
            items.append(Item(content: .entry(.other(text)), start))
        case .status(let start, let text, _):
            complain(CLIMessage.Trouble(meaning: "an answer to STAT does not end"), start, &items)
            items.append(Item(content: .entry(.other(text)), start))
        }
        group = .none
    }

    private func complain(_ trouble: CLIMessage.Trouble, _ line: Place, _ items: inout [Item]) {
        let meaning = "line \(line.line): \(trouble.meaning)"
        items.append(Item(content: .finding(Finding(code, .warning, meaning, offset: line.offset)), line))
    }
}

extension CLIReader.Item {
    fileprivate init(content: Content, _ place: CLIReader.Place) {
        self.init(content: content, offset: place.offset, line: place.line)
    }
}
