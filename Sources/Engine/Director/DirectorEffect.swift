import Ground
import Journal
import Links
import ScenarioKit
import Wording

/// Effects the director requests.
enum DirectorEffect: Hashable, Sendable {
    case command(PhoneCommand)
    case stage(StageRequest)
    case journal(JournalEvent)
    case end(Ending)
}

/// The way in which a scenario's playback ended.
enum Ending: Hashable, Sendable {
    /// Every step was played and every expectation was met.
    case complete
    case failed(StepFailure)
    /// The rig, or the scenario itself, is at fault.
    case error(RunError)
    /// The run took longer than the sum of all step limits, so the bench must have stalled.
    case timedOut(Lapse)
}

/// The failure of a step, before the last frames are attached.
struct StepFailure: Error, Hashable, Sendable {
    /// The code of the observed failure.
    var code: FailureCode
    let expected: Sentence
    var seen: Sentence
    /// The deciding value with its limit, if there is one.
    var measured: Measured?
    let spot: SourceSpot
    var link: LinkID?
    /// The scenario's interpretation of the failure.
    var cause: Meaning?
    /// Whether the observation came from the kit, so that a kit in doubt invalidates it.
    var restsOnKit = false
    /// The limit that was exceeded and the instant from which it counts; nil if timing is irrelevant.
    var timing: Timing?
    /// The reason why the failure says nothing about the accessory, if already known.
    var doubt: Sentence?
    /// The outcome that the step waited for; nil if it did not wait for one.
    var awaited: Awaited?
    /// Whether `cause` is final: the observation names its cause by itself, or the check belongs to a block around the
    /// active step.
    var hasCause = false
    /// Whether the failure rests on bytes that the accessory sent and not on timing; a late rig sees the same bytes.
    var isOfBytes = false

    /// Returns the error that replaces the failure if the rig itself is in doubt.
    func undecided(by doubt: Sentence, on link: LinkID?) -> RunError {
        RunError("rig.undecided", on: link, .unjudged(expected: expected, because: doubt))
    }

    /// An outcome that missed its limit and may still occur.
    struct Awaited: Hashable, Sendable {
        let outcome: Outcome
        /// The number of occurrences still missing.
        var missing: Int
        /// The start of the wait.
        let since: Instant
        /// The failure code if the outcome occurs late.
        let late: FailureCode
        /// Whether the failure's code says that the outcome did not occur at all.
        var isClaimedAbsent = true
    }

    /// A time limit.
    struct Timing: Hashable, Sendable {
        let limit: Lapse
        let since: Instant
        /// Whether the limit was extended by the time that the rig lost.
        var isExtended = false
    }
}

extension StepFailure {
    /// Returns the failure for an outcome that occurred late, with the time since the start of the wait.
    func came(after span: Lapse) -> StepFailure {
        guard let awaited else { return self }
        var late = self
        late.code = awaited.late
        late.seen = seen.and(.came(after: span))
        late.awaited = nil
        return late
    }

    /// Returns the failure for an outcome that had not occurred when the wait for it ended early, with the reason.
    ///
    /// The failure no longer claims an absence, because the outcome might still have occurred.
    func ended(by end: WaitEnd, after span: Lapse) -> StepFailure {
        guard let awaited else { return self }
        var cut = self
        if awaited.isClaimedAbsent { cut.code = end == .sessionTimedOut ? "ranging.timedOut" : "expectation.notInTime" }
        cut.seen = seen.and(.notCome(before: end, after: span))
        cut.awaited = nil
        return cut
    }

    /// The scenario's meaning, if the failure shows that it is true.
    var shownMeaning: Meaning? { cause.flatMap { $0.isShown(by: code) ? $0 : nil } }
}

extension RunError {
    init(_ code: FailureCode, on link: LinkID? = nil, _ reason: Sentence) {
        self.init(code, on: link, reason.description)
    }

    /// Returns the error that replaces this one if the rig itself was late and the error says that a device was silent
    /// for too long.
    func undecided(by doubt: Sentence) -> RunError {
        RunError("rig.undecided", .unjudged(expected: .told(reason), because: doubt))
    }

    /// Whether the error reports that something did not happen in time.
    var isOfTime: Bool { ["rig.mute", "rig.stage", "rig.undecided"].contains(code) }

    /// Returns the error for a stage (the mover of accessories and tags) that did not carry out a request.
    static func stage(_ reason: Sentence) -> RunError { RunError("rig.stage", on: .stage, reason) }
}
