/// The destination of a report's text: a terminal, a file, or a test that compares it.
public protocol TextOutput: AnyObject {
    /// Writes the text unchanged, with its own line feeds, and without buffering.
    func write(_ text: String)
}

/// The capabilities of the destination of a report's text.
public struct TerminalTraits: Hashable, Sendable {
    /// The width assumed if the terminal does not report one.
    public static let usualColumns = 80

    /// Whether a line may be rewritten in place.
    public let isLive: Bool
    public let hasColours: Bool
    /// The number of characters that fit in a line.
    public let columns: Int

    public init(isLive: Bool, hasColours: Bool, columns: Int = TerminalTraits.usualColumns) {
        self.isLive = isLive
        self.hasColours = hasColours
        self.columns = max(1, columns)
    }

    /// The width of wrapped text: that of the terminal, as long as lines can be read.
    var textColumns: Int { min(max(columns, 60), 200) }

    /// Wraps a text after a beginning; further lines are indented by its width, or by `indent` columns.
    func lines(
        _ beginning: String, width: Int? = nil, _ text: some CustomStringConvertible, indent: Int? = nil
    ) -> [String] {
        Paragraph.lines(beginning, width: width ?? beginning.count, text, indent: indent, columns: textColumns)
    }

    /// A file or a pipe: no colours, and every line is permanent.
    public static let plain = TerminalTraits(isLive: false, hasColours: false)

    /// Derives the traits from the descriptor and the environment.
    ///
    /// `NO_COLOR` with any non-empty value turns colours off (no-color.org); `TERM=dumb` also turns off the live
    /// line.
    public init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
        let understandsEscapes = isTerminal && environment["TERM"].map { $0 != "dumb" } ?? true
        self.init(
            isLive: isTerminal && understandsEscapes,
            hasColours: isTerminal && understandsEscapes && (environment["NO_COLOR"] ?? "").isEmpty,
            columns: columns.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualColumns)
    }
}

/// The meaning of a piece of text, for terminals that can show it.
enum TextStyle: String {
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case quiet = "2"
    case strong = "1"
}

extension TerminalTraits {
    /// Returns the text in its shade if there are colours, or else unchanged.
    func shaded(_ text: String, _ shade: TextStyle) -> String {
        hasColours ? "\u{1B}[\(shade.rawValue)m\(text)\u{1B}[0m" : text
    }
}
