import Ground
import Journal
import Links
import Phone
import ScenarioKit

// A tag that is presented, stays for a span, and is removed.
extension Director {
    mutating func holding(
        _ step: ActiveStep, _ progress: HoldProgress, _ event: TagEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch (progress.stage, event) {
        case (.presenting, .detected):
            var progress = progress
            progress.measured = [measured("detection", of: step, at: now)]
            return stay(step, progress, at: now)
        case (.staying, _): return try recountHold(step, progress)
        case (.removing, .gone): return .done(progress.measured)
        case (.presenting, _), (.removing, _): return .goesOn()
        }
    }

    mutating func holding(
        _ step: ActiveStep, _ progress: HoldProgress, _ event: StageEvent, at now: Instant
    ) -> Progress {
        var progress = progress
        switch (progress.stage, event) {
        case (.presenting, .presented(let tag)) where step.step.action.tags.contains(tag):
            if tags.notReading != nil { return stay(step, progress, at: now) }
            progress.stage = .presenting(isThere: true)
            active?.phase = .tag(.holding(progress))
            active?.deadline = now + Self.detectionLimit
            return .goesOn()
        case (.removing, .removed(let tag)) where step.step.action.tags.contains(tag) && !tags.hasGuest:
            return .done(progress.measured)
        case (.presenting, _), (.staying, _), (.removing, _): return .goesOn()
        }
    }

    /// Counts that are exceeded need not be waited for.
    func recountHold(_ step: ActiveStep, _ progress: HoldProgress) throws(StepFailure) -> Progress {
        guard case .staying = progress.stage else { return .goesOn() }
        for case .expect(let check) in step.step.action.checks {
            let seen = occurrences.count(check.outcome, since: step.firstOccurrence, .hold)
            if check.count.isExceeded(by: seen) {
                throw mismatch(check, seen: seen, since: step.firstOccurrence, .hold)
            }
        }
        return .goesOn()
    }

    mutating func holdRanOut(
        _ step: ActiveStep, _ progress: HoldProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        var progress = progress
        let name = step.step.action.tagText
        switch progress.stage {
        case .presenting(false):
            return .error(.stage("the stage did not hold \(name) to the reader in \(now - step.startedAt)"))
        case .presenting(true):
            throw failure(
                "tag.notDetected", "\(name) is detected", seen: "no tag in the field after \(Self.detectionLimit)",
                .reader)
        case .staying:
            let judged = try judge(
                step.step.action.checks, since: step.firstOccurrence, step.mark, .hold, at: now)
            checks += 1
            progress.measured += judged
            progress.stage = .removing
            active?.phase = .tag(.holding(progress))
            let due = now + stagePatience
            active?.deadline = due
            return .goesOn(step.step.action.tags.map { .stage(.remove($0)) })
        case .removing:
            return .error(.stage("\(name) was still in the field \(stagePatience) after it was to be taken away"))
        }
    }

    private mutating func stay(_ step: ActiveStep, _ progress: HoldProgress, at now: Instant) -> Progress {
        guard case .hold(_, let span, _) = step.step.action else { return .goesOn() }
        var progress = progress
        progress.stage = .staying
        active?.phase = .tag(.holding(progress))
        active?.deadline = now + span
        return .goesOn()
    }
}
