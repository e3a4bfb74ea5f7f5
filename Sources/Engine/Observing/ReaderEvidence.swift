import Ground
import Links
import Wording

/// When the reader was away or failed: what was not seen then is no evidence that nothing happened.
///
/// A window of the scenario is a run of events, from its first to the last that there is.
struct ReaderEvidence: Sendable {
    private struct Failure: Sendable {
        let what: Finding
        /// How many events there were.
        let place: Int
    }

    private struct Loss: Sendable {
        let why: String
        /// Whether the scenario itself brought it about, or waits for it.
        let isAsked: Bool
        /// Which event the loss is.
        let place: Int
        /// Which event the return is; nil while the reader is away.
        var end: Int?
    }

    private var losses: [Loss] = []
    /// What the reader got wrong while it was there; where a tag went unread over it, that alone is an error.
    private var failures: [Failure] = []
    /// What the scenario made that may come to the reader yet.
    var troubles = MadeTroubles()

    /// The reader is lost, which will be event number `place`.
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
        failures.append(Failure(what: finding, place: place))
    }

    /// Why a failure since an event says nothing about the tag; nil when there is no such reason.
    func trouble(since first: Int) -> Sentence? {
        if let loss = losses.first(where: { $0.place >= first }) {
            return .readerLost(loss.why)
        }
        return failures.first { $0.place >= first }.map { .readerInTrouble($0.what) }
    }

    /// Why an absence since an event is no evidence: the reader was away, and the scenario did not ask for that.
    func blindness(since first: Int) -> Sentence? {
        let loss = losses.first { !$0.isAsked && ($0.end ?? .max) >= first }
        return loss.map { .readerAway($0.why) }
    }
}
