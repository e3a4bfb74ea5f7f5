import Ground
import Links
import Wording

/// Watches that the reader answers: every request has exactly one answer, also when there is no tag.
///
/// A reader that leaves a request unanswered is wrong; what then looks like a missing tag is not the tag's fault.
struct ReaderWatch: Sendable {
    /// How long an answer may take, besides the time that the tag has; the rig's own choice.
    static let patience = Span.seconds(2)

    /// The request that is not answered yet.
    private var asked: (request: ReaderRequest, at: Instant, due: Instant)?

    /// When the answer is late.
    var deadline: Instant? { asked?.due }

    mutating func sent(_ request: ReaderRequest, at now: Instant) {
        switch request {
        case .open, .close: asked = nil  // bringing up has its own limit, and closing no answer
        case .poll, .checkPresence: asked = (request, now, now + Self.patience)
        case .exchange(_, let limit): asked = (request, now, now + limit + Self.patience)
        }
    }

    mutating func received() { asked = nil }

    /// Whether an answer is due.
    var isWaiting: Bool { asked != nil }

    /// What is wrong with the reader; nil while it is not late.
    func complaint(at now: Instant) -> Sentence? {
        guard let asked, asked.due <= now else { return nil }
        return .unanswered(asked.request, for: now - asked.at)
    }
}
