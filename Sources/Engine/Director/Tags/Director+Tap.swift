import Ground
import Journal
import Links
import Phone
import ScenarioKit
import TagRouting

// A tag that is held to the phone until it opened something, or cannot any more, and is taken away.
extension Director {
    mutating func tapping(
        _ step: ActiveStep, _ progress: TapProgress, _ event: PhoneEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        var progress = progress
        if case .tag(let event) = event {
            note(event, in: &progress, step, at: now)
            noteNotification(event, in: &progress)
            if case .removing = progress.stage, event == .gone { return try endTap(step, progress, at: now) }
            if let stage = try follow(event, progress, step, at: now) { progress.stage = stage }
        }
        active?.phase = .tapping(progress)
        guard case .settled = progress.stage else { return .goesOn() }
        return try judgeTap(step, progress, at: now)
    }

    /// What the stage has done for a tap.
    mutating func tapping(
        _ step: ActiveStep, _ progress: TapProgress, _ event: StageEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        var progress = progress
        switch (progress.stage, event) {
        case (.presenting, .presented(let tag)) where tag == progress.tag:
            guard case .tap(_, let limit, _) = step.step.action else { return .goesOn() }
            progress.stage = tags.notReading == nil ? .reading : .ignored
            let due = now + (tags.notReading == nil ? limit : Self.ignoredStay)
            active?.deadline = due
        case (.removing, .removed(let tag)) where tag == progress.tag && !tags.hasGuest:
            return try endTap(step, progress, at: now)
        default:
            return .goesOn()
        }
        active?.phase = .tapping(progress)
        return .goesOn()
    }

    private func note(_ event: TagEvent, in progress: inout TapProgress, _ step: ActiveStep, at now: Instant) {
        if case .tornAway(let how) = event { progress.tornAway = how }
        guard case .detected = event, progress.detectedAt == nil else { return }
        progress.detectedAt = now
        progress.wasDetectedIn = now - step.startedAt
        // A tag can be found before the stage says that it is there: the field is the better witness.
        if case .presenting = progress.stage { progress.stage = .reading }
    }

    /// Keeps which notification is the tap's own: that of an earlier tag may still be opened meanwhile.
    private func noteNotification(_ event: TagEvent, in progress: inout TapProgress) {
        guard case .notified(_, let number) = event, case .decided = progress.stage else { return }
        progress.notification = progress.notification ?? number
    }

    /// Where an event of the tag takes a tap; nil when it stays where it is.
    private mutating func follow(
        _ event: TagEvent, _ progress: TapProgress, _ step: ActiveStep, at now: Instant
    ) throws(StepFailure) -> TapProgress.Stage? {
        switch (progress.stage, event) {
        case (.reading, .unreadable(let reason)):
            guard progress.expectsUnreadable else {
                throw failure("tag.unreadable", "\(progress.tag) can be read", seen: reason, .reader)
            }
            return .settled
        case (.reading, .tornAway): return progress.expectsUnreadable ? .settled : nil
        case (.reading, .routed(let decision)):
            var routed = progress
            routed.measured = tapMeasurements(progress, step, at: now)
            active?.phase = .tapping(routed)
            let due = now + patienceWithUser
            active?.deadline = due
            return decision.notifies ? .decided : .settled
        case (.decided, .delivered(_, _, let number)):
            return number != nil && number == progress.notification ? .settled : nil
        case (.decided, .leftAlone(_, let number)), (.decided, .unlockFailed(let number)):
            return number == progress.notification ? .settled : nil
        default: return nil
        }
    }

    /// How much longer than the scenario says the phone's user may take; the rig's own choice.
    static let userPatience = Span.seconds(5)

    /// How long the phone's user and its unlocking may take.
    private var patienceWithUser: Span { scenario.phone.tags.longestAnswer + Self.userPatience }

    private func tapMeasurements(_ progress: TapProgress, _ step: ActiveStep, at now: Instant) -> [Measured] {
        var measured = [measured("tap", of: step, at: now)]
        if let detection = progress.wasDetectedIn { measured.append(Measured("detection", .span(detection))) }
        if let detected = progress.detectedAt { measured.append(Measured("detected to routed", .span(now - detected))) }
        return measured
    }

    /// What came from neither phone nor stage, as a line on a console, may be what a tap still waits for.
    mutating func recountTap(
        _ step: ActiveStep, _ progress: TapProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch progress.stage {
        case .settled: return try judgeTap(step, progress, at: now)
        case .presenting, .reading, .ignored, .decided, .removing:
            for case .expect(let check) in progress.checks {
                let seen = occurrences.count(check.outcome, since: step.firstOccurrence, .tap)
                if check.count.isExceeded(by: seen) {
                    throw mismatch(check, seen: seen, since: step.firstOccurrence, .tap)
                }
            }
            return .goesOn()
        }
    }

    /// Once nothing more comes of the tag, what was opened cannot change any more; other checks may still be met.
    private mutating func judgeTap(
        _ step: ActiveStep, _ progress: TapProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        var allMet = true
        for case .expect(let check) in progress.checks where !check.outcome.comesWithRemoval {
            let seen = occurrences.count(check.outcome, since: step.firstOccurrence, .tap)
            if check.count.isMet(by: seen) { continue }
            if check.count.isExceeded(by: seen) || check.outcome.isOfTag {
                throw mismatch(check, seen: seen, since: step.firstOccurrence, .tap)
            }
            allMet = false
        }
        guard allMet else { return .goesOn() }
        return remove(progress, at: now)
    }

    private mutating func remove(_ progress: TapProgress, at now: Instant) -> Progress {
        var progress = progress
        progress.stage = .removing
        active?.phase = .tapping(progress)
        let due = now + stagePatience
        active?.deadline = due
        return .goesOn([.stage(.remove(progress.tag))])
    }

    /// The tag is away: what must not have happened did not happen until now.
    private mutating func endTap(
        _ step: ActiveStep, _ progress: TapProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        let judged = try judge(progress.checks, since: step.firstOccurrence, step.mark, .tap, at: now)
        if progress.checks.isEmpty { checks += 1 }
        return .done(progress.measured + judged)
    }

    mutating func tapRanOut(
        _ step: ActiveStep, _ progress: TapProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        let limit = now - step.startedAt
        switch progress.stage {
        case .presenting:
            return .error(.stage("the stage did not hold \(progress.tag) to the reader in \(limit)"))
        case .reading where progress.tornAway != nil:
            return .error(
                .stage("\(progress.tornAway ?? ""), and it was not read within \(limit): hold it there longer"))
        case .reading:
            let seen = progress.detectedAt == nil ? "no tag in the field" : "the tag was detected, and not read"
            throw failure("tag.notRead", "\(step.step.action)", seen: "\(seen) after \(limit)", .reader)
        case .ignored:
            var progress = progress
            progress.measured = [measured("tap", of: step, at: now)]
            return try judgeTap(step, progress, at: now)
        case .decided:
            let seen = "the notification was shown, and nothing was delivered after \(limit)\(routeText())"
            throw failure("route.nothingDelivered", "\(step.step.action)", seen: seen, .reader)
        case .settled:
            // What comes with the tag's removal is judged when it is away.
            let due = progress.checks.filter { check in
                if case .expect(let expectation) = check { !expectation.outcome.comesWithRemoval } else { true }
            }
            _ = try judge(due, since: step.firstOccurrence, step.mark, .tap, at: now)
            return remove(progress, at: now)
        case .removing:
            return .error(
                .stage("\(progress.tag) was still in the field \(stagePatience) after it was to be taken away"))
        }
    }
}

extension Outcome {
    /// Whether nothing but a tag, a notification or a link brings it about.
    var isOfTag: Bool {
        switch self {
        case .opened, .notified, .delivered, .tagDetected, .tagUnreadable, .decided, .severalTags: true
        case .anyOf(let outcomes): outcomes.allSatisfy { $0.isOfTag }
        default: false
        }
    }

    /// Whether a decision about a tag or a link is behind it.
    var isRouted: Bool {
        switch self {
        case .opened, .notified, .delivered, .decided: true
        default: false
        }
    }

    /// Whether it comes when a tag is taken away.
    var comesWithRemoval: Bool { alternatives.contains(.tagGone) }
}
