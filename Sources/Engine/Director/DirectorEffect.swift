import Ground
import Journal
import Links
import ScenarioKit
import Wording

/// What the director wants of the phone, the stage and the journal.
enum DirectorEffect: Hashable, Sendable {
    case command(PhoneCommand)
    case stage(StageRequest)
    case journal(JournalEvent)
    case end(Ending)
}

/// How the playing of a scenario's steps ended.
enum Ending: Hashable, Sendable {
    /// Every step was played and every expectation was met.
    case complete
    case failed(StepFailure)
    /// The rig, or the scenario itself, was wrong.
    case error(RunError)
    /// Though every step has its limit, the run took longer than all of them together: the bench stood still.
    case timedOut(Span)
}

/// Why a step failed, before the last frames are added to it.
struct StepFailure: Error, Hashable, Sendable {
    /// What was seen, as a code.
    var code: FailureCode
    let expected: Sentence
    var seen: Sentence
    /// The value that decided, with its limit, where it is one.
    var measured: Measured?
    let spot: SourceSpot
    var link: LinkID?
    /// What the scenario says that it means.
    var cause: Meaning?
    /// Whether it was seen with the kit: then a kit that is in doubt takes the evidence away.
    var restsOnKit = false
    /// The limit that was passed, and since when time counts against it; nil for what is no matter of time.
    var timing: Timing?
    /// Why it says nothing about the accessory, where that is known already.
    var doubt: Sentence?
    /// The outcome that a wait was for; nil for a failure that is no wait.
    var awaited: Awaited?
    /// Whether what was seen names the cause by itself, whatever the scenario was after.
    var speaksForItself = false
    /// Whether the link went, in whatever step.
    var isOfTheLink = false
    /// Whether it rests on the bytes that the accessory sent, and on no time: a rig that was late saw the same bytes.
    var isOfBytes = false

    /// The error that it comes to where the rig itself is in doubt.
    func undecided(by doubt: Sentence, on link: LinkID?) -> RunError {
        RunError("rig.undecided", on: link, .unjudged(expected: expected, because: doubt))
    }

    /// An outcome that did not come in time, and may still come.
    struct Awaited: Hashable, Sendable {
        let outcome: Outcome
        /// The number of times it is still missing.
        var missing: Int
        /// The beginning of the wait.
        let since: Instant
        /// The code of the failure when it comes late.
        let late: FailureCode
    }

    /// A limit of time.
    struct Timing: Hashable, Sendable {
        let limit: Span
        let since: Instant
        /// Whether the rig gave back what it lost of the limit.
        var isExtended = false
    }
}

extension StepFailure {
    /// The same failure for an outcome that came late, with the time since the beginning of the wait.
    func came(after span: Span) -> StepFailure {
        guard let awaited else { return self }
        var late = self
        late.code = awaited.late
        late.seen = seen.and(.came(after: span))
        late.awaited = nil
        return late
    }

    /// Whether it shows what a meaning says: by the codes that the meaning names, else by what failures show in
    /// general.
    ///
    /// An outcome that came late or too seldom isn't one that never came, and the loss of the link has its own
    /// sentence.
    func bears(out meaning: Meaning) -> Bool {
        if let codes = meaning.witnesses { return codes.contains(code) }
        return !isOfTheLink && !Self.halfway.contains(code)
    }

    /// Something came, though not in time or not often enough.
    private static let halfway: [FailureCode] = [
        "expectation.late", "expectation.tooSeldom", "exchange.slowConfiguration", "session.slowStart",
        "session.slowStop",
    ]
}

extension RunError {
    init(_ code: FailureCode, on link: LinkID? = nil, _ reason: Sentence) {
        self.init(code, on: link, reason.description)
    }

    /// The error that it comes to on a rig that was late itself, where it says that a device did nothing for too long.
    func undecided(by doubt: Sentence) -> RunError {
        RunError("rig.undecided", .unjudged(expected: .told(reason), because: doubt))
    }

    /// Whether it says that something did not come.
    var isOfTime: Bool { ["rig.mute", "rig.stage", "rig.undecided"].contains(code) }

    /// The stage, which moves accessories and tags, did not do what it was asked to.
    static func stage(_ reason: Sentence) -> RunError { RunError("rig.stage", on: .stage, reason) }
}
