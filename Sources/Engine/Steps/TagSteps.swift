import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// A step that waits for the effects of a tag.
protocol TagStep: StepMachine {
    mutating func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress
}

extension TagStep {
    func bringsAbout(_ event: PhoneEvent) -> Bool { event.isOfTag }

    /// Adds the stage's patience to the limit.
    mutating func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + (limit ?? Patience.detection) + seen.setting.stagePatience
        return asks
    }

    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        guard case .tag(let event) = event else { return .goesOn() }
        return try receive(event, &step, &seen, at: now)
    }
}

extension PlayedStep {
    /// Completes the step and counts it as a check.
    func noticed(_ what: String, _ seen: inout Observations, at now: Instant) -> Progress {
        seen.noteCheck()
        return .done([measured(what, at: now)])
    }

    /// Extends the wait to `span` from now.
    mutating func linger(_ span: Lapse, at now: Instant) -> Progress {
        deadline = now + span
        return .goesOn()
    }
}

// A program's answer is only its word. If it reports a tag that the reader does not detect, or still detects, the rig
// is at fault and not the tag.
extension Observations {
    /// Returns the error of a program that reported a tag at the reader where none was detected; nil if no program
    /// presents the tag.
    func programError(of tag: TagName, after span: Lapse) -> Progress? {
        setting.tagsByProgram.contains(tag) ? .error(.stage(.programHeldNothing(tag, noneSeenFor: span))) : nil
    }

    /// Returns the doubt about a tag that a program reported at the reader and that was never detected there; nil if
    /// there is none.
    func unseenTag(at now: Instant) -> Sentence? {
        guard let (tag, since) = tags.unseen, setting.tagsByProgram.contains(tag) else { return nil }
        return .programHeldNothing(tag, noneSeenFor: now - since)
    }

    /// Returns the error of a stage that left a tag at the reader.
    func stillInField(_ tag: TagName, isReportedAway: Bool) -> Progress {
        isReportedAway
            ? .error(.stage(.programLeft(tag, seenFor: Patience.detection)))
            : .error(.stage(.stillInField(tag, for: setting.stagePatience)))
    }

    /// Whether a program reported that it took a tag away which the reader still detects.
    func isReportedAway(_ event: StageEvent, _ tag: TagName) -> Bool {
        event == .removed(tag) && tags.hasGuest && setting.tagsByProgram.contains(tag)
    }
}

// A phone that is not looking, or whose reader is away, cannot notice anything, so the stage's report has to suffice.
// The same applies to a second tag next to the one that the phone knows of.

/// `Present` and `Swap`: a tag is held to the reader and stays there.
struct PresentStep: TagStep {
    let tag: TagName
    /// The tag that it replaces.
    private let other: TagName?
    private let within: Lapse
    private var isThere = false

    init(tag: TagName, insteadOf other: TagName? = nil, within: Lapse) {
        (self.tag, self.other, self.within) = (tag, other, within)
    }

    var need: StepNeed { .readerOnce }
    var limit: Lapse? { within }
    func longest(_ patience: Lapse) -> Lapse { within + patience }
    var waitsForReader: Bool { isThere }

    var asks: [DirectorEffect] { [.stage(other.map { .swap($0, for: tag) } ?? .present(tag))] }

    func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard case .detected = event else { return .goesOn() }
        return step.noticed(other == nil ? "detection" : "swap", &seen, at: now)
    }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard event == .presented(tag) else { return .goesOn() }
        let isBesideAnother = other == nil && seen.tags.hasGuest && seen.tags.field.count > 1
        if !seen.tags.isWatching || isBesideAnother { return step.noticed("presented", &seen, at: now) }
        isThere = true
        return step.linger(within, at: now)
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let limit = now - step.startedAt
        guard isThere else { return .error(.stage(.stageDidNot(step.text, in: limit))) }
        if let error = seen.programError(of: tag, after: within) { return error }
        throw step.failure("tag.notDetected", seen: .noNewTag(after: limit), .reader)
    }
}

/// `TearAway`: a tag leaves while it is read; lasts until that is noticed.
struct TearAwayStep: TagStep {
    let tag: TagName
    private let answers: Int
    private let within: Lapse
    private var isThere = false
    private var isUnreadable = false

    init(tag: TagName, answers: Int, within: Lapse) { (self.tag, self.answers, self.within) = (tag, answers, within) }

    var need: StepNeed { .reader }
    var limit: Lapse? { within }
    func longest(_ patience: Lapse) -> Lapse { within + patience }
    var waitsForReader: Bool { isThere }

    var asks: [DirectorEffect] { [.stage(.tearAway(tag, afterAnswers: answers))] }

    mutating func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        if event == .gone { return step.noticed("torn away", &seen, at: now) }
        if event.kind == .unreadable { isUnreadable = true }
        return .goesOn()
    }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        if event == .presented(tag) {
            isThere = true
            return step.linger(within, at: now)
        }
        let isOver = event == .removed(tag) && isUnreadable && !seen.tags.hasGuest
        return isOver ? step.noticed("torn away", &seen, at: now) : .goesOn()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let limit = now - step.startedAt
        guard isThere else { return .error(.stage(.stageDidNot(step.text, in: limit))) }
        if seen.tags.hasGuest { return .error(.stage(.tooFewAnswers(of: tag))) }
        if isUnreadable { return step.noticed("torn away", &seen, at: now) }
        throw step.failure("tag.notDetected", seen: .noTag(after: limit), .reader)
    }
}

/// `Remove`: a tag is removed; lasts until that is noticed.
struct RemoveStep: TagStep {
    let tag: TagName
    private let within: Lapse
    private var isAway = false

    init(tag: TagName, within: Lapse) { (self.tag, self.within) = (tag, within) }

    var need: StepNeed { .readerOnce }
    var limit: Lapse? { within }
    func longest(_ patience: Lapse) -> Lapse { within + patience }
    var waitsForReader: Bool { isAway }

    var asks: [DirectorEffect] { [.stage(.remove(tag))] }

    func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress { event == .gone ? step.noticed("removal", &seen, at: now) : .goesOn() }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard event == .removed(tag) else { return .goesOn() }
        if !seen.tags.isWatching || !seen.tags.hasGuest { return step.noticed("removed", &seen, at: now) }
        isAway = true
        return step.linger(within, at: now)
    }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        // The phone does not miss a tag that it never knew of, next to others.
        if isAway, !seen.tags.field.isEmpty { return step.noticed("removed", &seen, at: now) }
        return .error(.stage(.notRemoved(tag, isAway: isAway, for: now - step.startedAt)))
    }
}

/// `OpenNotification`: the newest notification is tapped; lasts until it was delivered or unlocking failed.
struct OpenNotificationStep: TagStep {
    let within: Lapse

    var limit: Lapse? { within }
    var waitsForUser: Bool { true }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + within
        return [.command(.openNotification)]
    }

    func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        if event == .nothingToTap {
            throw step.failure(
                "notification.missing", .aNotification, seen: .noNotification.and(seen.route), .reader)
        }
        let isOver = [.delivered, .unlockFailed].contains(event.kind)
        return isOver ? step.noticed("opened", &seen, at: now) : .goesOn()
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let what = Sentence.nothingDelivered(after: now - step.startedAt).and(seen.route)
        throw step.failure("route.nothingDelivered", seen: what, .reader)
    }
}
