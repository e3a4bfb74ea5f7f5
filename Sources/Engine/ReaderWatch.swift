import Ground
import Links
import Wording

/// A watch over the reader's answers: every request has exactly one answer, even without a tag.
///
/// A reader that leaves a request unanswered is at fault; the tag that then seems to be missing is not.
struct ReaderWatch: Sendable {
    /// The time for an answer beyond the tag's own limit; the rig's own choice.
    static let patience = Lapse.seconds(2)

    /// The unanswered request.
    private var asked: (request: ReaderRequest, at: Instant, due: Instant)?

    /// The instant at which the answer becomes late; nil once it is, because a run that is already decided goes on.
    func deadline(after now: Instant) -> Instant? { asked.flatMap { $0.due > now ? $0.due : nil } }

    mutating func sent(_ request: ReaderRequest, at now: Instant) {
        switch request {
        case .open, .close: asked = nil  // bringing up has its own limit, and closing no answer
        case .poll, .checkPresence: asked = (request, now, now + Self.patience)
        case .exchange(_, let limit): asked = (request, now, now + limit + Self.patience)
        }
    }

    mutating func received() { asked = nil }

    /// Whether an answer is outstanding.
    var isWaiting: Bool { asked != nil }

    /// Returns the fault of the reader; nil while it is not late.
    func complaint(at now: Instant) -> Sentence? {
        guard let asked, asked.due <= now else { return nil }
        return .unanswered(asked.request, for: now - asked.at)
    }
}
