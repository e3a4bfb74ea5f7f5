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
    let seen: Sentence
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

    /// A limit of time.
    struct Timing: Hashable, Sendable {
        let limit: Span
        let since: Instant
    }
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
