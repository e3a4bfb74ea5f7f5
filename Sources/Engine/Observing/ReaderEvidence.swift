import Ground
import Links
import Wording

/// The reader's absences and failures; what was not seen during one is no evidence that nothing happened.
///
/// A window of the scenario is a run of events, from its first to the most recent one.
struct ReaderEvidence: Sendable {
    private struct Failure: Sendable {
        let what: Finding
        /// The number of events before the failure.
        let place: Int
    }

    private struct Loss: Sendable {
        let why: String
        /// Whether the scenario itself caused the loss, or waits for it.
        let isAsked: Bool
        /// The event number of the loss.
        let place: Int
        /// The event number of the return; nil while the reader is away.
        var end: Int?
    }

    private var losses: [Loss] = []
    /// The reader's errors while it was present; one that kept a tag from being read is an error of the rig on its
    /// own.
    private var failures: [Failure] = []
    /// Reader failures caused by the scenario that may still take effect.
    var troubles = InjectedFaults()

    /// Records the loss of the reader, which will be event number `place`.
    mutating func noteLoss(_ why: String, isAsked: Bool, at place: Int) {
        // A loss that the scenario is asking for now is not attributed to an earlier failure.
        let isMade = !isAsked && troubles.takeLoss()
        losses.append(Loss(why: why, isAsked: isAsked || isMade, place: place))
    }

    /// Records the reader's return.
    mutating func noteReturn(at place: Int) {
        troubles.noteReturn()
        if let last = losses.indices.last, losses[last].end == nil { losses[last].end = place }
    }

    mutating func noteFailure(_ finding: Finding, at place: Int) {
        failures.append(Failure(what: finding, place: place))
    }

    /// Returns the reason why a failure since an event says nothing about the tag; nil if there is none.
    func trouble(since first: Int) -> Sentence? {
        if let loss = losses.first(where: { $0.place >= first }) {
            return .readerLost(loss.why)
        }
        return failures.first { $0.place >= first }.map { .readerInTrouble($0.what) }
    }

    /// Returns the reason why an absence since an event is no evidence: the reader was away without the scenario
    /// asking for it.
    func blindness(since first: Int) -> Sentence? {
        let loss = losses.first { !$0.isAsked && ($0.end ?? .max) >= first }
        return loss.map { .readerAway($0.why) }
    }
}
