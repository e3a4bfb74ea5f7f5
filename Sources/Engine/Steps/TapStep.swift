import Ground
import Journal
import Links
import Phone
import ScenarioKit
import TagRouting
import Wording

/// `Tap`: a tag is held to the phone until it has opened something, or no longer can, and is then removed.
struct TapStep: TagStep {
    private enum Stage {
        case presenting
        case reading
        /// The phone does not read tags; the tag is held to it to see that nothing follows.
        case ignored
        /// The phone has decided; its user's answer or the unlocking is still due.
        case decided
        /// The tag itself will cause nothing further; other checks of the tap may still wait.
        case settled
        case removing
    }

    let tag: TagName
    private let within: Lapse
    private let checks: [Check]
    private var stage = Stage.presenting
    private var isDetected = false
    /// The number of the notification that the tag caused.
    private var notification: Int?
    private var measured: [Measured] = []
    /// The way in which the tag left the field while it was read; it may come back.
    private var tornAway: String?
    /// Whether a program reported the tag away while the reader still detects it.
    private var isReportedAway = false

    init(_ tag: TagName, within: Lapse, _ checks: [Check]) {
        (self.tag, self.within, self.checks) = (tag, within, checks)
    }

    var need: StepNeed { .reader }
    var limit: Lapse? { within }
    func longest(_ patience: Lapse) -> Lapse { within + patience * 2 }
    var waitsForUser: Bool { true }

    var waitsForReader: Bool {
        switch stage {
        case .reading, .removing: true
        case .presenting, .ignored, .decided, .settled: false
        }
    }

    var asks: [DirectorEffect] { [.stage(.present(tag))] }

    mutating func receive(
        _ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        if case .tag(let event) = event { return try receive(event, &step, &seen, at: now) }
        if case .settled = stage { return try judge(&step, &seen, at: now) }
        return .goesOn()
    }

    mutating func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        note(event)
        if case .removing = stage, event == .gone { return try end(step, &seen, at: now) }
        try follow(event, &step, seen, at: now)
        guard case .settled = stage else { return .goesOn() }
        return try judge(&step, &seen, at: now)
    }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch stage {
        case .presenting:
            guard event == .presented(tag) else { return .goesOn() }
            stage = seen.tags.notReading == nil ? .reading : .ignored
            return step.linger(seen.tags.notReading == nil ? within : Patience.ignoredTag, at: now)
        case .removing:
            if seen.isReportedAway(event, tag) {
                isReportedAway = true
                return step.linger(Patience.detection, at: now)
            }
            guard event == .removed(tag), !seen.tags.hasGuest else { return .goesOn() }
            return try end(step, &seen, at: now)
        case .reading, .ignored, .decided, .settled: return .goesOn()
        }
    }

    private mutating func note(_ event: TagEvent) {
        if case .tornAway(let how) = event { tornAway = how }
        // Meanwhile an earlier tag's notification may still be opened.
        if case .notified(_, let number) = event, case .decided = stage { notification = notification ?? number }
        guard case .detected = event, !isDetected else { return }
        isDetected = true
        // A tag can be detected before the stage reports that it is there; the detection takes precedence.
        if case .presenting = stage { stage = .reading }
    }

    /// Moves to the next stage after an event of the tag.
    private mutating func follow(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: Observations, at now: Instant
    ) throws(StepFailure) {
        switch (stage, event) {
        case (.reading, .unreadable(let reason)):
            guard expectsUnreadable else {
                throw step.failure("tag.unreadable", .canBeRead(tag), seen: .told(reason), .reader)
            }
            stage = .settled
        case (.reading, .tornAway): if expectsUnreadable { stage = .settled }
        case (.reading, .routed(let decision)):
            step.deadline = now + seen.scenario.phone.tags.longestAnswer + Patience.user
            stage = decision.notifies ? .decided : .settled
        case (.decided, .delivered(_, _, let number)):
            if number != nil, number == notification { stage = .settled }
        case (.decided, .leftAlone(_, let number)), (.decided, .unlockFailed(let number)):
            if number == notification { stage = .settled }
        case (.presenting, _), (.reading, _), (.ignored, _), (.decided, _), (.settled, _), (.removing, _): break
        }
    }

    /// Whether the tap expects a tag that cannot be read.
    private var expectsUnreadable: Bool {
        checks.contains { check in
            guard case .expect(let expectation) = check else { return false }
            return expectation.outcome.alternatives.contains(.tagUnreadable) && !expectation.count.isMet(by: 0)
        }
    }

    mutating func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        if case .settled = stage { return try judge(&step, &seen, at: now) }
        try seen.refuseExcess(of: checks, since: step.mark, .tap)
        return .goesOn()
    }

    /// Judges the checks once the tag causes nothing further: counts of tag outcomes are final, others may still be
    /// met.
    private mutating func judge(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        var allMet = true
        for case .expect(let check) in checks where !check.outcome.comesWithRemoval {
            let events = seen.count(check.outcome, since: step.mark, .tap)
            if check.count.isMet(by: events) { continue }
            if check.count.isExceeded(by: events) || check.outcome.isOfTag {
                throw seen.mismatch(check, events, since: step.mark, .tap)
            }
            allMet = false
        }
        return allMet ? remove(&step, seen, at: now) : .goesOn()
    }

    private mutating func remove(_ step: inout PlayedStep, _ seen: Observations, at now: Instant) -> Progress {
        stage = .removing
        step.deadline = now + seen.setting.stagePatience
        return .goesOn([.stage(.remove(tag))])
    }

    /// Ends the step after the tag's removal; only now are absences final.
    private func end(
        _ step: PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let judged = try seen.judge(checks, since: step.mark, .tap, at: now)
        if checks.isEmpty { seen.noteCheck() }
        return .done(measured + judged)
    }

    mutating func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let limit = now - step.startedAt
        switch stage {
        case .presenting: return .error(.stage(.stageDidNotHold(tag, in: limit)))
        case .reading:
            if let tornAway {
                return .error(.stage(.tornAway(tornAway, unreadIn: limit)))
            }
            if !isDetected, let error = seen.programError(of: tag, after: within) { return error }
            let what: Sentence = isDetected ? .tagNotRead(after: limit) : .noTag(after: limit)
            throw step.failure("tag.notRead", seen: what, .reader)
        case .ignored:
            measured = [step.measured("tap", at: now)]
            return try judge(&step, &seen, at: now)
        case .decided:
            let what = Sentence.notificationUndelivered(after: limit).and(seen.route)
            throw step.failure("route.nothingDelivered", seen: what, .reader)
        case .settled:
            // Outcomes of the tag's removal are judged once it is away.
            let due = checks.filter { check in
                if case .expect(let expectation) = check { !expectation.outcome.comesWithRemoval } else { true }
            }
            _ = try seen.judge(due, since: step.mark, .tap, at: now)
            return remove(&step, seen, at: now)
        case .removing:
            return seen.stillInField(tag, isReportedAway: isReportedAway)
        }
    }
}

extension Outcome {
    /// Whether only a tag, a notification or a link can cause the outcome.
    fileprivate var isOfTag: Bool {
        switch self {
        case .anyOf(let outcomes): outcomes.allSatisfy { $0.isOfTag }
        case .tagGone: false
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .writeRefused, .received, .sent, .ranging, .direction, .removed, .retry, .gaveUp, .invalidated, .suspended,
            .suspensionEnded, .prompted, .companion, .kitMeasured, .addressClash, .entered, .left, .zoneChange,
            .feature, .opened,
            .notified, .delivered, .tagDetected, .tagUnreadable, .decided, .severalTags, .readerLost, .readerBack,
            .console, .screenConsole, .reported:
            needsReader
        }
    }

    /// Whether the outcome occurs on a tag's removal.
    fileprivate var comesWithRemoval: Bool { alternatives.contains(.tagGone) }
}
