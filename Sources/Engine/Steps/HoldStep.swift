import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Hold`: a tag is presented, stays for a span, and is removed.
struct HoldStep: TagStep {
    let tag: TagName
    private let span: Lapse
    private let checks: [Check]
    private var stage = Stage.presenting(isThere: false)
    private var measured: [Measured] = []
    /// Whether a program reported the tag away while the reader still detects it.
    private var isReportedAway = false

    private enum Stage {
        case presenting(isThere: Bool)
        case staying
        case removing
    }

    init(tag: TagName, span: Lapse, checks: [Check]) { (self.tag, self.span, self.checks) = (tag, span, checks) }

    var need: StepNeed { .reader }
    func longest(_ patience: Lapse) -> Lapse { span + Patience.detection + patience * 2 }

    var waitsForReader: Bool {
        switch stage {
        case .presenting(let isThere): isThere
        case .removing: true
        case .staying: false
        }
    }

    var asks: [DirectorEffect] { [.stage(.present(tag))] }

    mutating func receive(
        _ event: TagEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch stage {
        case .presenting:
            guard case .detected = event else { return .goesOn() }
            measured = [step.measured("detection", at: now)]
            return stay(&step, at: now)
        case .staying: return try recount(&step, &seen, at: now)
        case .removing: return event == .gone ? .done(measured) : .goesOn()
        }
    }

    mutating func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        switch stage {
        case .presenting:
            guard event == .presented(tag) else { return .goesOn() }
            if seen.tags.notReading != nil { return stay(&step, at: now) }
            stage = .presenting(isThere: true)
            return step.linger(Patience.detection, at: now)
        case .staying: return .goesOn()
        case .removing:
            if seen.isReportedAway(event, tag) {
                isReportedAway = true
                return step.linger(Patience.detection, at: now)
            }
            return event == .removed(tag) && !seen.tags.hasGuest ? .done(measured) : .goesOn()
        }
    }

    /// A count that is exceeded fails immediately.
    func recount(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        if case .staying = stage { try seen.refuseExcess(of: checks, since: step.mark, .hold) }
        return .goesOn()
    }

    mutating func expire(
        _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) throws(StepFailure) -> Progress {
        switch stage {
        case .presenting(false):
            return .error(.stage(.stageDidNotHold(tag, in: now - step.startedAt)))
        case .presenting(true):
            if let error = seen.programError(of: tag, after: Patience.detection) { return error }
            throw step.failure(
                "tag.notDetected", .isDetected(tag), seen: .noTag(after: Patience.detection), .reader)
        case .staying:
            measured += try seen.judge(checks, since: step.mark, .hold, at: now)
            seen.noteCheck()
            stage = .removing
            step.deadline = now + seen.setting.stagePatience
            return .goesOn([.stage(.remove(tag))])
        case .removing:
            return seen.stillInField(tag, isReportedAway: isReportedAway)
        }
    }

    private mutating func stay(_ step: inout PlayedStep, at now: Instant) -> Progress {
        stage = .staying
        return step.linger(span, at: now)
    }
}
