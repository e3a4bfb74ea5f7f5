import Ground
import Links
import Phone
import ScenarioKit

/// When the reader was away or failed: what was not seen then is no evidence that nothing happened.
///
/// A window of the scenario is a run of occurrences, from its first to the last that there is.
struct ReaderEvidence: Sendable {
    private struct Failure: Sendable {
        let what: String
        /// How many occurrences there were.
        let place: Int
    }

    private struct Loss: Sendable {
        let why: String
        /// Whether the scenario itself brought it about, or waits for it.
        let isAsked: Bool
        /// Which occurrence the loss is.
        let place: Int
        /// Which occurrence the return is; nil while the reader is away.
        var end: Int?
    }

    private var losses: [Loss] = []
    /// What the reader got wrong while it was there; where a tag went unread over it, that alone is an error.
    private var failures: [Failure] = []
    /// What the scenario made that may come to the reader yet.
    var troubles = MadeTroubles()

    /// The reader is lost, which will be occurrence number `place`.
    mutating func noteLoss(_ why: String, isAsked: Bool, at place: Int) {
        // What the scenario asks for now has brought it about, and no trouble of before.
        let isMade = !isAsked && troubles.takeLoss()
        losses.append(Loss(why: why, isAsked: isAsked || isMade, place: place))
    }

    /// The reader is back.
    mutating func noteReturn(at place: Int) {
        troubles.noteReturn()
        if let last = losses.indices.last, losses[last].end == nil { losses[last].end = place }
    }

    mutating func noteFailure(_ finding: Finding, at place: Int) {
        failures.append(Failure(what: "\(finding)", place: place))
    }

    /// Why a failure since an occurrence says nothing about the tag; nil when there is no such reason.
    func trouble(since first: Int) -> String? {
        if let loss = losses.first(where: { $0.place >= first }) {
            return "the \(LinkID.reader) was lost meanwhile: \(loss.why)"
        }
        return failures.first { $0.place >= first }.map { "the \(LinkID.reader) was in trouble meanwhile: \($0.what)" }
    }

    /// Why an absence since an occurrence is no evidence: the reader was away, and the scenario did not ask for that.
    func blindness(since first: Int) -> String? {
        let loss = losses.first { !$0.isAsked && ($0.end ?? .max) >= first }
        return loss.map { "the \(LinkID.reader) was away meanwhile: \($0.why)" }
    }
}

/// What a check counts: everything since a place, or what one tag brought about.
enum CountScope: Sendable {
    case everything
    /// A tag that is held to the phone until something came of it; it waits for a reader that is gone.
    case tap
    /// A tag that is held there for a span.
    case hold

    /// Whether a notification of an earlier tag does not count, however late its user opens it.
    var isOfOneTag: Bool {
        switch self {
        case .everything: false
        case .tap, .hold: true
        }
    }
}

extension Outcome {
    /// Whether the reader must have looked for its absence to mean anything.
    var needsReader: Bool {
        switch self {
        case .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags: true
        case .anyOf(let outcomes): outcomes.contains { $0.needsReader }
        default: false
        }
    }
}

// Whether the reader has seen what a check rests on.
extension Director {
    /// What must not happen, or not more often, is missed by a reader that is away: then its absence is no evidence.
    func checkReader(
        for expectation: Expectation, seen: Int, since first: EventLog.Mark, _ scope: CountScope
    ) throws(StepFailure) {
        guard expectation.outcome.needsReader, expectation.count.isJudgedAgainAtTheEnd else { return }
        guard let doubt = readerBlindness(since: first, scope) else { return }
        throw StepFailure(
            code: "expectation.notObserved", expected: "\(expectation)", seen: "seen \(seen) times",
            spot: expectation.spot, link: .reader,
            cause: expectation.cause, doubt: doubt)
    }

    private func readerBlindness(since first: EventLog.Mark, _ scope: CountScope) -> String? {
        if let outage = tags.outage { return "the \(LinkID.reader) is gone: \(outage)" }
        guard isReaderReady else { return "the \(LinkID.reader) was not ready yet" }
        switch scope {
        // It begins once more when the reader is back, so that nothing of it goes unseen.
        case .tap: return nil
        case .everything, .hold: return readerEvidence.blindness(since: first.place)
        }
    }

    /// Keeps what an event says of the reader; to be called before its occurrences are counted.
    mutating func noteReader(_ event: PhoneEvent) {
        switch event {
        case .tag(.readerLost(let why)):
            readerEvidence.noteLoss(why, isAsked: isAskedToLoseReader, at: occurrences.count)
        case .tag(.readerBack):
            readerEvidence.noteReturn(at: occurrences.count)
        case .finding(.reader, let finding) where finding.weight != .note:
            readerEvidence.noteFailure(finding, at: occurrences.count)
        default: break
        }
    }

    private var suffersLossInBlock: Bool {
        lanes.contains { lane in
            lane.blocks.contains { block in
                if case .simulatingReader(let trouble) = block.kind { trouble.losesReader } else { false }
            }
        }
    }

    /// Whether the loss of the reader is what the scenario is about at this place.
    private var isAskedToLoseReader: Bool {
        let expected = lanes.contains { lane in
            switch lane.active?.step.action {
            case .expect(let expectation): expectation.outcome.alternatives.contains(.readerLost)
            default: false
            }
        }
        return expected || suffersLossInBlock
    }
}
