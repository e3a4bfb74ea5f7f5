import Ground
import Journal
import Links
import NDEF
import Phone
import ScenarioKit
import TagRouting

// A tag that is only looked at, as on a factory's line.
extension Director {
    mutating func inspecting(
        _ step: ActiveStep, _ progress: InspectProgress, _ event: TagEvent, at now: Instant
    ) throws(StepFailure) -> Progress {
        guard case .inspect(let tag, _, let expectations) = step.step.action else { return .goesOn() }
        switch (progress.stage, event) {
        case (.presenting, .inspected(let facts, let contents, let decision, let findings)):
            let tagFacts = InspectedTag(facts: facts, contents: contents, decision: decision, findings: findings)
            try judge(expectations, tagFacts, of: tag)
            var progress = progress
            progress.measured = [measured("inspection", of: step, at: now)] + tagFacts.measured
            progress.stage = .removing
            active?.phase = .tag(.inspecting(progress))
            let due = now + stagePatience
            active?.deadline = due
            return .goesOn([.stage(.remove(tag))])
        case (.presenting, .unreadable(let reason)):
            throw failure("tag.unreadable", "\(tag) can be read", seen: reason, .reader)
        case (.presenting, .tornAway(let how)):
            var progress = progress
            progress.tornAway = how
            active?.phase = .tag(.inspecting(progress))
            return .goesOn()
        case (.removing, .gone): return inspected(progress)
        case (.presenting, _), (.removing, _): return .goesOn()
        }
    }

    mutating func inspecting(
        _ step: ActiveStep, _ progress: InspectProgress, _ event: StageEvent, at now: Instant
    ) -> Progress {
        guard case .inspect(let tag, let limit, _) = step.step.action else { return .goesOn() }
        var progress = progress
        switch (progress.stage, event) {
        case (.presenting, .presented(tag)):
            progress.stage = .presenting(isThere: true)
            active?.phase = .tag(.inspecting(progress))
            active?.deadline = now + limit
            return .goesOn()
        case (.removing, .removed(tag)) where !tags.hasGuest: return inspected(progress)
        case (.presenting, _), (.removing, _): return .goesOn()
        }
    }

    func inspectionRanOut(
        _ step: ActiveStep, _ progress: InspectProgress, at now: Instant
    ) throws(StepFailure) -> Progress {
        let name = step.step.action.tagText
        switch progress.stage {
        case .presenting(false):
            return .error(.stage("the stage did not hold \(name) to the reader in \(now - step.startedAt)"))
        case .presenting(true) where progress.tornAway != nil:
            let limit = now - step.startedAt
            return .error(
                .stage("\(progress.tornAway ?? ""), and it was not read within \(limit): hold it there longer"))
        case .presenting(true):
            let seen = tags.hasGuest ? "it was detected, and not read" : "no tag in the field"
            throw failure("tag.notRead", "\(step.step.action)", seen: "\(seen) after \(now - step.startedAt)", .reader)
        case .removing:
            return .error(.stage("\(name) was still in the field \(stagePatience) after it was to be taken away"))
        }
    }

    private func inspected(_ progress: InspectProgress) -> Progress {
        .done(progress.measured, then: [.command(.stopInspecting)])
    }

    /// Holds a tag against every expectation: whoever makes tags wants to know all that is wrong with one at once.
    private mutating func judge(
        _ expectations: [TagExpectation], _ tag: InspectedTag, of name: TagName
    ) throws(StepFailure) {
        checks += expectations.count
        let wrong = expectations.compactMap { expectation in
            tag.mismatch(expectation.what).map { (expectation: expectation, seen: $0 + routeText(for: expectation)) }
        }
        guard let first = wrong.first else { return }
        let expected = wrong.map { "\($0.expectation.what)" }.joined(separator: ", and ")
        let seen =
            wrong.count == 1
            ? first.seen
            : wrong.map { "\($0.expectation.what) (line \($0.expectation.spot.line)): \($0.seen)" }
                .joined(separator: "; ")
        let causes = wrong.compactMap(\.expectation.cause)
        throw StepFailure(
            code: "tag.mismatch", expected: "\(name) is or holds \(expected)", seen: seen, spot: first.expectation.spot,
            link: .reader,
            cause: causes.isEmpty
                ? nil : Meaning(causes.map(\.text).joined(separator: "; "), code: causes.first?.code))
    }

    private func routeText(for expectation: TagExpectation) -> String {
        if case .opens = expectation.what { routeText() } else { "" }
    }
}
