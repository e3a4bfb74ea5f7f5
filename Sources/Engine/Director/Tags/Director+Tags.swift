import Ground
import Journal
import Links
import Phone
import ScenarioKit

// Steps with tags, one by one: presented, torn away, removed, swapped, held; and notifications.
extension Director {
    /// How long a tag that is held may take to be noticed; the rig's own choice.
    static let detectionLimit = Span.seconds(5)
    /// What a reader that was in trouble may take in all until it is of use again.
    static let readerReturn = Span.seconds(20)
    /// How long a phone that reads no tags is shown one, to see that nothing comes of it; the rig's own choice.
    static let ignoredStay = Span.seconds(1)

    mutating func beginningOfTag(_ step: Step) -> (ActiveStep.Phase, limit: Span, [DirectorEffect])? {
        switch step.action {
        case .tap(let tag, let limit, let checks):
            let progress = TapProgress(tag: tag, checks: checks)
            return (.tapping(progress), limit + stagePatience, [.stage(.present(tag))])
        case .present(let tag, let limit):
            return (.tag(.presenting(isThere: false)), limit + stagePatience, [.stage(.present(tag))])
        case .tearAway(let tag, let answers, let limit):
            let request = StageRequest.tearAway(tag, afterAnswers: answers)
            return (.tag(.tearing(isThere: false, unreadable: nil)), limit + stagePatience, [.stage(request)])
        case .remove(let tag, let limit):
            return (.tag(.removing(isAway: false)), limit + stagePatience, [.stage(.remove(tag))])
        case .swap(let tag, let other, let limit):
            return (.tag(.swapping(isThere: false)), limit + stagePatience, [.stage(.swap(tag, for: other))])
        case .hold(let tag, _, _):
            let limit = Self.detectionLimit + stagePatience
            return (.tag(.holding(HoldProgress())), limit, [.stage(.present(tag))])
        case .inspect(let tag, let limit, _):
            let effects: [DirectorEffect] = [.command(.inspectTag), .stage(.present(tag))]
            return (.tag(.inspecting(InspectProgress())), limit + stagePatience, effects)
        case .openNotification(let limit):
            return (.tag(.openingNotification), limit, [.command(.openNotification)])
        default:
            return nil
        }
    }

    /// What a step with a tag makes of something that the phone reports.
    mutating func tagging(
        _ step: ActiveStep, _ phase: TagPhase, _ event: TagEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch (phase, event) {
        case (.presenting, .detected): return noticed("detection", step, at: now)
        case (.swapping, .detected): return noticed("swap", step, at: now)
        case (.tearing(let isThere, _), .unreadable(let reason)), (.tearing(let isThere, _), .tornAway(let reason)):
            active?.phase = .tag(.tearing(isThere: isThere, unreadable: reason))
            return .goesOn()
        case (.tearing, .gone): return noticed("torn away", step, at: now)
        case (.removing, .gone): return noticed("removal", step, at: now)
        case (.holding(let progress), _): return try holding(step, progress, event, at: now)
        case (.inspecting(let progress), _): return try inspecting(step, progress, event, at: now)
        case (.openingNotification, .delivered), (.openingNotification, .unlockFailed):
            return noticed("opened", step, at: now)
        case (.openingNotification, .nothingToTap):
            throw failure(
                "notification.missing", "a notification to open", seen: "the phone shows none\(routeText())", .reader)
        case (.presenting, _), (.swapping, _), (.tearing, _), (.removing, _), (.openingNotification, _):
            return .goesOn()
        }
    }

    /// What a step with a tag makes of something that the stage has done.
    ///
    /// A phone that does not look, or whose reader is gone, cannot notice anything: then the stage's word must do. The
    /// same goes for a second tag beside the one that the phone knows of.
    mutating func tagging(_ step: ActiveStep, _ phase: TagPhase, _ event: StageEvent, at now: Instant) -> Progress {
        let limit = step.step.action.limit ?? Self.detectionLimit
        switch (phase, event) {
        case (.presenting, .presented(let tag)) where step.step.action.tags.contains(tag):
            if !tags.isWatching || (tags.hasGuest && tags.field.count > 1) {
                return noticed("presented", step, at: now)
            }
            return linger(.presenting(isThere: true), for: limit, at: now)
        case (.swapping, .presented(let tag)) where step.step.action.tags.last == tag:
            if !tags.isWatching { return noticed("presented", step, at: now) }
            return linger(.swapping(isThere: true), for: limit, at: now)
        case (.tearing(_, let unreadable), .presented(let tag)) where step.step.action.tags.contains(tag):
            return linger(.tearing(isThere: true, unreadable: unreadable), for: limit, at: now)
        case (.tearing(_, .some), .removed(let tag)) where step.step.action.tags.contains(tag) && !tags.hasGuest:
            return noticed("torn away", step, at: now)
        case (.removing, .removed(let tag)) where step.step.action.tags.contains(tag):
            if !tags.isWatching || !tags.hasGuest { return noticed("removed", step, at: now) }
            return linger(.removing(isAway: true), for: limit, at: now)
        case (.holding(let progress), _): return holding(step, progress, event, at: now)
        case (.inspecting(let progress), _): return inspecting(step, progress, event, at: now)
        case (.presenting, _), (.swapping, _), (.tearing, _), (.removing, _), (.openingNotification, _):
            return .goesOn()
        }
    }

    /// What a step with a tag makes of its time being over.
    mutating func tagRanOut(
        _ step: ActiveStep, _ phase: TagPhase, at now: Instant
    ) throws(StepFailure) -> Progress {
        let action = step.step.action
        let limit = now - step.startedAt
        switch phase {
        case .presenting(false), .swapping(false), .tearing(false, _):
            return .error(.stage("the stage did not \(action) in \(limit)"))
        case .presenting(true), .swapping(true):
            throw failure("tag.notDetected", "\(action)", seen: "no new tag in the field after \(limit)", .reader)
        case .tearing(true, .some) where !tags.hasGuest: return noticed("torn away", step, at: now)
        case .tearing(true, _):
            if tags.hasGuest {
                return .error(.stage("\(action.tagText) gave fewer answers than it was to: it is still there"))
            }
            throw failure("tag.notDetected", "\(action)", seen: "no tag in the field after \(limit)", .reader)
        case .removing(let isAway):
            // A tag beside others that the phone never knew of is not missed.
            if isAway, !tags.field.isEmpty { return noticed("removed", step, at: now) }
            let what = isAway ? "was still in the field" : "was not taken away"
            return .error(.stage("\(action.tagText) \(what) \(limit) after it was to be removed"))
        case .holding(let progress): return try holdRanOut(step, progress, at: now)
        case .inspecting(let progress): return try inspectionRanOut(step, progress, at: now)
        case .openingNotification:
            throw failure(
                "route.nothingDelivered", "\(action)", seen: "nothing was delivered after \(limit)\(routeText())",
                .reader)
        }
    }

    private mutating func linger(_ phase: TagPhase, for limit: Span, at now: Instant) -> Progress {
        active?.phase = .tag(phase)
        active?.deadline = now + limit
        return .goesOn()
    }

    mutating func noticed(_ what: String, _ step: ActiveStep, at now: Instant) -> Progress {
        checks += 1
        return .done([measured(what, of: step, at: now)])
    }
}

extension Action {
    /// The tag that the action is about, in words.
    var tagText: String { tags.last?.rawValue ?? "the tag" }
}
