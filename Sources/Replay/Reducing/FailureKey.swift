public import Ground
public import Journal

/// What makes two failures the same one: scenario, line, what was expected, and what kind of thing was seen instead.
///
/// Of what was seen the first part counts, without its numbers but for nought: with fewer frames a failure comes a
/// little earlier or later, but one that says "seen 0 times" is not the one that said "seen 2 times: this; that".
public struct FailureKey: Hashable, Sendable {
    public let scenario: String
    public let verdict: Verdict
    /// The line of the scenario that asked for it; nil for what no line asked for.
    public let spot: SourceSpot?
    public let expected: String
    public let cause: String?
    /// The beginning of what was seen, with `#` for each number.
    public let seen: String

    /// Nil for a run in which nothing went wrong, or that was not played to an end.
    public init?(_ summary: RunSummary) {
        switch summary.verdict {
        case .failed, .error, .timedOut: break
        case .passed, .skipped, .aborted: return nil
        }
        scenario = summary.scenario
        verdict = summary.verdict
        let failure = summary.failures.first
        spot = failure?.spot
        expected = failure?.expected ?? ""
        cause = failure?.meaning
        seen = Self.pattern(of: failure?.seen ?? summary.reason ?? "")
    }

    /// What stands before the first semicolon, with `#` for each number that is not nought and each byte; of what was
    /// counted the count alone.
    static func pattern(of text: String) -> String {
        let isCounted = text.hasPrefix("seen ")
        let head = text.prefix { $0 != ";" && !(isCounted && $0 == ":") }
        return head.split(separator: " ", omittingEmptySubsequences: false).map { word in
            isByte(word) ? "#" : pattern(ofWord: word)
        }.joined(separator: " ")
    }

    /// Two hexadecimal digits, as bytes are told.
    private static func isByte(_ word: Substring) -> Bool { word.utf8.count == 2 && word.allSatisfy(\.isHexDigit) }

    private static func pattern(ofWord word: Substring) -> String {
        var pattern = ""
        var number = ""
        for character in word + " " {
            let isPart = character.isASCII && (character.isNumber || (character == "." && !number.isEmpty))
            if isPart {
                number.append(character)
                continue
            }
            if !number.isEmpty {
                pattern += number.contains { $0 != "0" && $0 != "." } ? "#" : "0"
                number = ""
            }
            pattern.append(character)
        }
        return String(pattern.dropLast())
    }
}
