/// Where a report's text goes: a terminal, a file, or a test that compares it.
public protocol TextOutput: AnyObject {
    /// Writes the text as it is, with the line feeds that it has, and does not keep it back.
    func write(_ text: String)
}

/// What a report may do to the place where its text goes.
public struct TerminalTraits: Hashable, Sendable {
    /// The width assumed where the terminal does not tell.
    public static let usualColumns = 80

    /// Whether a line may be written again in place.
    public let isLive: Bool
    public let hasColours: Bool
    /// How many characters fit in one line; only the live line is cut to it.
    public let columns: Int

    public init(isLive: Bool, hasColours: Bool, columns: Int = TerminalTraits.usualColumns) {
        self.isLive = isLive
        self.hasColours = hasColours
        self.columns = max(1, columns)
    }

    /// A file or a pipe: no colours, and every line is there to stay.
    public static let plain = TerminalTraits(isLive: false, hasColours: false)

    /// What follows from the descriptor and the environment.
    ///
    /// `NO_COLOR` with any value but the empty one turns colours off (no-color.org); `TERM=dumb` also the live line.
    public init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
        let understandsEscapes = isTerminal && environment["TERM"].map { $0 != "dumb" } ?? true
        self.init(
            isLive: isTerminal && understandsEscapes,
            hasColours: isTerminal && understandsEscapes && (environment["NO_COLOR"] ?? "").isEmpty,
            columns: columns.flatMap { $0 > 0 ? $0 : nil } ?? Self.usualColumns)
    }
}

/// What a piece of text means, for terminals that can show it.
enum TextStyle: String {
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case quiet = "2"
    case strong = "1"
}

extension TerminalTraits {
    /// The text in its shade where there are colours, else the text alone.
    func shaded(_ text: String, _ shade: TextStyle) -> String {
        hasColours ? "\u{1B}[\(shade.rawValue)m\(text)\u{1B}[0m" : text
    }
}
