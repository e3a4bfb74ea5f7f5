public import Ground

/// Parses the output of Qorvo's CLI line by line (uwb.md 4.5).
///
/// A line with a known beginning but an unexpected continuation is returned as `other`, with a finding at its
/// position.
public struct CLIReader: Sendable {
    /// The maximum length of a line; the rest of a longer one is dropped with a finding.
    public static let largestLine = TextLineReader.largestLine
    /// The maximum number of parameters of one block; a further one ends the block with a finding.
    public static let mostParameters = 256
    /// The maximum number of lines of one answer to STAT.
    public static let mostStatusLines = 64
    /// The maximum number of measurements of a round, one line each.
    public static let mostMeasurements = 64

    /// The position at which a line begins.
    public struct Place: Hashable, Sendable {
        let offset: Int
        let line: Int

        public init(offset: Int, line: Int) {
            self.offset = offset
            self.line = line
        }
    }

    /// An entry of the kit's output, or a finding about it.
    public struct Item: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            case entry(CLIMessage)
            case finding(Finding)
        }

        public let content: Content
        /// The file offset of the entry's first line.
        public let offset: Int
        /// The number of that line, from 1; empty lines count.
        public let line: Int
    }

    private enum Group {
        case none
        /// Inside `FiRa Session Parameters: {`.
        case parameters(Place, [CLIMessage.Parameter])
        /// After the first line of a round: its text so far, and the number of lines with measurements.
        case round(Place, String, Int)
        /// Inside the answer to STAT: its text so far, and the number of lines.
        case status(Place, String, Int)
    }

    /// The code of the findings.
    private let code: FailureCode
    private var group = Group.none

    public init(code: FailureCode) { self.code = code }

    /// Takes the next line and appends the items it completes; `dropped` is the number of bytes missing from the
    /// line.
    public mutating func receive(_ text: Substring, at place: Place, dropped: Int, into items: inout [Item]) {
        if dropped > 0 {
            let meaning = "line \(place.line) is longer than \(Self.largestLine) bytes: \(dropped) are dropped"
            items.append(Item(content: .finding(Finding(code, .warning, meaning, offset: place.offset)), place))
        }
        let text = text.trimmed
        if !text.isEmpty { take(text, place, &items) }
    }

    /// Ends the text; the received part of an incomplete group is reported.
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
            // Between the braces the firmware prints only names and values.
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

    /// Ends the answer to STAT, which is one line or several, where its braces close.
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
            complain(CLIMessage.ParseFailure(meaning: "a ranging round cannot be read"), start, &items)
            items.append(Item(content: .entry(.other(text)), start))
        }
    }

    /// Abandons an incomplete group: reports a finding and, if there is any content, an entry.
    private mutating func abandon(_ items: inout [Item]) {
        switch group {
        case .none: return
        case .parameters(let start, let parameters):
            complain(CLIMessage.ParseFailure(meaning: "a block of session parameters does not end"), start, &items)
            items.append(Item(content: .entry(.parameters(parameters)), start))
        case .round(let start, let text, let count):
            let meaning = count == 0 ? "a ranging round has no measurements" : "a ranging round does not end"
            complain(CLIMessage.ParseFailure(meaning: meaning), start, &items)
            items.append(Item(content: .entry(.other(text)), start))
        case .status(let start, let text, _):
            complain(CLIMessage.ParseFailure(meaning: "an answer to STAT does not end"), start, &items)
            items.append(Item(content: .entry(.other(text)), start))
        }
        group = .none
    }

    private func complain(_ trouble: CLIMessage.ParseFailure, _ line: Place, _ items: inout [Item]) {
        let meaning = "line \(line.line): \(trouble.meaning)"
        items.append(Item(content: .finding(Finding(code, .warning, meaning, offset: line.offset)), line))
    }
}

extension CLIReader.Item {
    fileprivate init(content: Content, _ place: CLIReader.Place) {
        self.init(content: content, offset: place.offset, line: place.line)
    }
}
