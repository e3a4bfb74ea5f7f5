import Ground
import Journal
import Vocabulary

/// Tells which notes are compared with each other: those of one kind on one link, and inside lanes those of one step.
///
/// Which of two lanes does its next step first is chance, and with it the steps' numbers: once two steps of one depth
/// are open, until what holds them is done, a step is compared with the same step of the other run.
struct NoteStreams: Sendable {
    /// Steps inside lanes beyond these are compared as others are.
    static let mostSteps = 1_000
    /// Steps that are open at a time beyond these, which no scenario has, are not followed.
    private static let mostOpen = 1_000

    /// The steps that have begun and not ended, in the order in which they began.
    private var open: [StepRecord] = []
    /// The depth of the outermost steps that go on side by side; nil while none do.
    private var lanes: Int?
    private var steps: Set<SourceSpot> = []

    /// The stream of the next note, and whether it is of a step inside lanes.
    mutating func stream(of note: TimelineEntry.Note) -> (name: String, inLanes: Bool) {
        let name = "notes (\(note.kind))"
        switch note.event {
        case .phone(let event) where event.link == .kit:
            if let accessory = event.accessory { return ("\(name) of \(accessory)", false) }
        case .stepStarted(let step):
            if open.contains(where: { $0.depth >= step.depth }) { lanes = min(lanes ?? step.depth, step.depth) }
            if open.count < Self.mostOpen { open.append(step) }
            if isInLanes(step) { return ("\(name) at \(step.spot)", true) }
        case .stepPassed(let step, _, _), .stepFailed(let step, _, _):
            open.removeAll { $0.number == step.number }
            if let lanes, step.depth < lanes { self.lanes = nil }
            if isInLanes(step) { return ("\(name) at \(step.spot)", true) }
        case .provenance, .runStarted, .frame, .phone, .told, .finding, .fault, .runEnded, nil: break
        }
        return (name + (note.link.map { " on \($0)" } ?? ""), false)
    }

    private mutating func isInLanes(_ step: StepRecord) -> Bool {
        guard let lanes, step.depth >= lanes, steps.contains(step.spot) || steps.count < Self.mostSteps else {
            return false
        }
        steps.insert(step.spot)
        return true
    }
}
