/// The certainty of a phone's behaviour.
public enum Evidence: String, Hashable, Codable, Sendable {
    /// Documented by Apple.
    case documented
    /// Inferred from Apple's documentation, or from the behaviour of Apple's tool for another system.
    case inferred
    /// Field reports or guesses; no verdict on the accessory should rest on them alone.
    case unverified

    /// Returns the weaker of two: a chain is as good as its worst part.
    public func weaker(_ other: Evidence) -> Evidence { rank >= other.rank ? self : other }

    private var rank: Int {
        switch self {
        case .documented: 0
        case .inferred: 1
        case .unverified: 2
        }
    }
}

/// An open question about phones, which a report must not present as settled.
public struct OpenQuestion: Hashable, Sendable {
    /// The number in NFC fact sheet 8.
    public let number: String
    public let question: String

    /// All questions that concern a phone's reaction to a tag.
    public static let all: [OpenQuestion] = [
        OpenQuestion(
            number: "Q2", question: "whether a phone looks into a Smart Poster or accepts chunks and trailing bytes"),
        OpenQuestion(number: "Q3", question: "when the banner about no usable data appears, and its text"),
        OpenQuestion(number: "Q4", question: "what a phone calls a new tag, and how long it looks for one"),
        OpenQuestion(number: "Q5", question: "whether custom schemes and shortcuts: open anything; the form of geo:"),
        OpenQuestion(number: "Q6", question: "who goes first for a tag's URL: App Clip, app or browser"),
        OpenQuestion(number: "Q7", question: "where a phone matches universal links otherwise than macOS does"),
        OpenQuestion(number: "Q8", question: "what Home does with a HomeKit or Matter payload after the tap"),
        OpenQuestion(number: "Q10", question: "which models besides those that Apple lists read in the background"),
    ]
}
