import Ground
import Journal
import Links
import Phone
import ScenarioKit

extension Director {
    mutating func tapping(
        _ step: ActiveStep, _ progress: TapProgress, _ event: PhoneEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        var progress = progress
        if case .tag(let event) = event { note(event, in: &progress, step, at: now) }
        switch (progress.stage, event) {
        case (.presenting, _):
            break
        case (.reading, .tag(.routed)):
            progress.stage = .decided
            progress.measured = tapMeasurements(progress, step, at: now)
        case (.reading, .tag(.unreadable(let reason))):
            throw failure("\(progress.tag) can be read", seen: reason, .reader)
        case (.removing, .tag(.gone)):
            return .done(progress.measured)
        case (.reading, _), (.decided, _), (.removing, _):
            break
        }
        active?.phase = .tapping(progress)
        guard case .decided = progress.stage else { return .goesOn() }
        return try judgeTap(step, progress, at: now)
    }

    private func note(_ event: TagEvent, in progress: inout TapProgress, _ step: ActiveStep, at now: Instant) {
        guard case .detected = event, progress.detectedAt == nil else { return }
        progress.detectedAt = now
        progress.wasDetectedIn = now - step.startedAt
        // A tag can be found before the stage says that it is there: the field is the better witness.
        if case .presenting = progress.stage { progress.stage = .reading }
    }

    private func tapMeasurements(_ progress: TapProgress, _ step: ActiveStep, at now: Instant) -> [Measured] {
        var measured = [measured("tap", of: step, at: now)]
        if let detection = progress.wasDetectedIn { measured.append(Measured("detection", .span(detection))) }
        if let detected = progress.detectedAt { measured.append(Measured("detected to routed", .span(now - detected))) }
        return measured
    }

    /// Once the phone has decided, what was opened cannot change any more; other checks may still be met.
    private mutating func judgeTap(
        _ step: ActiveStep, _ progress: TapProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        var allMet = true
        for case .expect(let check) in progress.checks {
            let seen = count(check.outcome, since: step.firstOccurrence)
            if check.count.isMet(by: seen) { continue }
            var isFinal = check.count.isExceeded(by: seen)
            if case .opened = check.outcome { isFinal = true }
            if isFinal { throw mismatch(check, seen: seen, since: step.firstOccurrence) }
            allMet = false
        }
        guard allMet else { return .goesOn() }
        checks += max(1, progress.checks.count)
        var progress = progress
        progress.stage = .removing
        active?.phase = .tapping(progress)
        let limit = now + stagePatience
        active?.deadline = limit
        return .goesOn([.stage(.remove(progress.tag))])
    }

    mutating func tapRanOut(
        _ step: ActiveStep, _ progress: TapProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        let limit = now - step.startedAt
        switch progress.stage {
        case .presenting:
            return .error("the stage did not hold \(progress.tag) to the reader in \(limit)")
        case .reading:
            let seen = progress.detectedAt == nil ? "no tag in the field" : "the tag was detected, and not read"
            throw failure("\(step.step.action)", seen: "\(seen) after \(limit)", .reader)
        case .decided:
            _ = try judge(progress.checks, since: step.firstOccurrence, step.mark, at: now)
            return .goesOn()
        case .removing:
            return .error("\(progress.tag) was still in the field \(stagePatience) after it was to be taken away")
        }
    }
}
