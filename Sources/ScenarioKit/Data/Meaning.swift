public import Ground

/// The meaning of a failure in the words of the scenario's author, with an optional code.
///
/// It is true only of certain failures: those with a code among its witnesses. Any other failure is reported without
/// it.
public struct Meaning: Codable, Hashable, Sendable {
    /// The sentence, without a full stop.
    public let text: String
    /// A code that `trammel explain` lists.
    public let code: FailureCode?
    /// The codes of the failures that show it to be true.
    public let witnesses: [FailureCode]

    /// Creates a meaning that applies to failures with a code of any of these causes.
    public init(_ text: String, code: FailureCode? = nil, when first: SeenCause, _ more: SeenCause...) {
        self.init(text, code: code, when: [first] + more)
    }

    init(_ text: String, code: FailureCode?, when causes: [SeenCause]) {
        self.text = text
        self.code = code
        witnesses = causes.flatMap(\.codes).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns whether a failure with this code shows the meaning to be true.
    public func isShown(by seen: FailureCode) -> Bool { witnesses.contains(seen) }

    private enum CodingKeys: String, CodingKey {
        case text, code
        case witnesses = "when"
    }
}
