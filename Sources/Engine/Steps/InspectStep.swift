import Ground
import Journal
import Links
import NDEF
import Phone
import ScenarioKit
import TagRouting
import Wording

/// `Inspect`: a tag is only read, as on a production line.
struct InspectStep: TagStep {
    let tag: TagName
    private let checks: [TagExpectation]
    private let within: Lapse
    private var stage = Stage.presenting(isThere: false)
    private var measured: [Measured] = []
    /// Whether a program reported the tag away while the reader still detects it.
    private var isReportedAway = false
    /// The way in which the tag left the field while it was read; it may come back.
    private var tornAway: String?

    private enum Stage {
        case presenting(isThere: Bool)
        case removing
    }

    init(tag: TagName, checks: [TagExpectation], within: Lapse) {
        (self.tag, self.checks, self.within) = (tag, checks, within)
    }

    var need: StepNeed { .reader }
    var limit: Lapse? { within }
    func longest(_ patience: Lapse) -> Lapse { within + patience * 2 }

    var waitsForReader: Bool {
        switch stage {
        case .presenting(let isThere): isThere
        case .removing: true
        }
    }

    var asks: [DirectorEffect] { [.command(.inspectTag), .stage(.present(tag))] }

    mutating func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch (stage, event) {
        case (.presenting, .inspected(let facts, let contents, let decision, let findings)):
            let read = InspectedTag(facts: facts, contents: contents, decision: decision, findings: findings)
            try judge(read, &seen)
            measured = [step.measured("inspection", at: now)] + read.measured
            stage = .removing
            step.deadline = now + seen.setting.stagePatience
            return .goesOn([.stage(.remove(tag))])
        case (.presenting, .unreadable(let reason)):
            throw step.failure("tag.unreadable", .canBeRead(tag), seen: .told(reason), .reader)
        case (.presenting, .tornAway(let how)):
            tornAway = how
            return .goesOn()
        case (.removing, .gone): return finished
        case (.presenting, _), (.removing, _): return .goesOn()
        }
    }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        switch stage {
        case .presenting:
            guard event == .presented(tag) else { return .goesOn() }
            stage = .presenting(isThere: true)
            return step.linger(within, at: now)
        case .removing:
            if seen.isReportedAway(event, tag) {
                isReportedAway = true
                return step.linger(Patience.detection, at: now)
            }
            return event == .removed(tag) && !seen.tags.hasGuest ? finished : .goesOn()
        }
    }

    func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        let limit = now - step.startedAt
        switch stage {
        case .presenting(false): return .error(.stage(.stageDidNotHold(tag, in: limit)))
        case .presenting(true):
            if let tornAway {
                return .error(.stage(.tornAway(tornAway, unreadIn: limit)))
            }
            if !seen.tags.hasGuest, let error = seen.programError(of: tag, after: within) { return error }
            let what: Sentence = seen.tags.hasGuest ? .notInspected(after: limit) : .noTag(after: limit)
            throw step.failure("tag.notRead", seen: what, .reader)
        case .removing:
            return seen.stillInField(tag, isReportedAway: isReportedAway)
        }
    }

    private var finished: Progress { .done(measured, then: [.command(.stopInspecting)]) }

    /// Compares a tag with every expectation, because a tag's maker wants to see all of its defects together.
    private func judge(_ read: InspectedTag, _ seen: inout Observations) throws(StepFailure) {
        seen.noteCheck(checks.count)
        let route = seen.route
        let wrong = checks.compactMap { check in
            read.mismatch(check.what).map { (check: check, code: $0.code, seen: $0.seen) }
        }
        let told = wrong.map { (check: $0.check, seen: $0.seen.and($0.check.what.isOfRoute ? route : nil)) }
        guard let first = wrong.first, let what = Sentence.seen(told) else { return }
        let shown = wrong.compactMap { one in one.check.cause.flatMap { $0.isShown(by: one.code) ? $0 : nil } }
        // The most telling of all mismatches names the failure.
        let code = wrong.first { $0.code != "tag.mismatch" }?.code ?? "tag.mismatch"
        throw StepFailure(
            code: code, expected: .expected(of: tag, wrong.map(\.check)), seen: what,
            spot: first.check.spot, link: .reader,
            cause: shown.isEmpty
                ? nil
                : Meaning(
                    shown.map(\.text).joined(separator: "; "), code: shown.compactMap(\.code).first,
                    when: SeenCause(code)))
    }
}

extension TagCheck {
    fileprivate var isOfRoute: Bool { if case .opens = self { true } else { false } }
}
