import Ground
import Journal
import Links
import Phone
import ScenarioKit

// A reader that goes away in the middle of a step is neither the tag's fault nor the stage's.
extension Director {
    /// Between two looks at whether the reader is back.
    private static let outageLook = Span.seconds(1)

    /// Why a failure says nothing about the tag: the reader was away meanwhile, or is still.
    func readerDoubt(about failure: StepFailure) -> String? {
        failure.link == .reader ? readerLoss : nil
    }

    /// The reason of an error, with the reader's loss in front where there was one and it is not named.
    func naming(readerLossIn error: RunError) -> RunError {
        guard isBusyWithTag, let readerLoss, error.link != .reader else { return error }
        return RunError("rig.fault", on: .reader, "\(readerLoss); \(error.reason)")
    }

    /// That the reader was lost, or failed, since the step, or the block at hand, began.
    private var readerLoss: String? {
        if let outage = tags.outage { return "the \(LinkID.reader) is gone: \(outage)" }
        guard !lanes.isEmpty else { return nil }
        let first = isBusyWithTag ? active?.firstOccurrence : blocks.last?.firstOccurrence
        return readerEvidence.trouble(since: first?.place ?? 0)
    }

    private var isBusyWithTag: Bool { active?.step.action.tags.isEmpty == false }

    /// Waits on while a step needs a reader that is gone: whoever opens it again knows when to give it up.
    mutating func waitForReader(_ step: ActiveStep, at now: Instant) -> Progress? {
        guard tags.outage != nil, step.needsReader else { return nil }
        active?.deadline = now + Self.outageLook
        return .goesOn()
    }

    /// The reader is back: a step that needs it gets its time once more.
    mutating func readerIsBack(at now: Instant) {
        guard let step = active, step.needsReader else { return }
        let limit = step.step.action.limit ?? Self.detectionLimit
        let due = now + max(limit, stagePatience)
        active?.deadline = due
    }
}

extension ActiveStep {
    /// Whether it waits for something that the phone can see with its reader alone.
    fileprivate var needsReader: Bool {
        switch phase {
        case .tapping(let progress):
            switch progress.stage {
            case .reading, .removing: true
            case .presenting, .ignored, .decided, .settled: false
            }
        case .tag(let phase):
            switch phase {
            case .presenting(let isThere), .swapping(let isThere), .removing(let isThere): isThere
            case .tearing(let isThere, _): isThere
            case .holding(let progress): progress.waitsForReader
            case .inspecting(let progress): progress.waitsForReader
            case .openingNotification: false
            }
        case .finding, .connecting, .pairing, .reading, .disconnecting, .sending, .exchanging, .stopping, .walking,
            .powering, .staying, .expecting, .requiring, .joining, .asked:
            false
        }
    }
}

extension HoldProgress {
    fileprivate var waitsForReader: Bool {
        switch stage {
        case .presenting(let isThere): isThere
        case .removing: true
        case .staying: false
        }
    }
}

extension InspectProgress {
    fileprivate var waitsForReader: Bool {
        switch stage {
        case .presenting(let isThere): isThere
        case .removing: true
        }
    }
}
