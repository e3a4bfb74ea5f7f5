import Ground
import Journal
import Vocabulary

/// Assigns notes to streams for comparison: those of one kind on one link and, inside lanes, those of one step.
///
/// The order in which two lanes play their next steps is chance, and with it the steps' numbers. Once two steps of
/// one depth are open, and until their enclosing step is done, a step is compared with the same step of the other
/// run.
struct NoteStreams: Sendable {
    /// The greatest number of steps inside lanes; later ones are compared like other steps.
    static let mostSteps = 1_000
    /// The greatest number of steps followed while open at a time; no scenario has as many.
    private static let mostOpen = 1_000

    /// The steps that have begun and not ended, in order.
    private var open: [StepRecord] = []
    /// The depth of the outermost concurrent steps; nil while there are none.
    private var lanes: Int?
    private var steps: Set<SourceSpot> = []

    /// Returns the stream of the next note, and whether it belongs to a step inside lanes.
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
        case .provenance, .runStarted, .frame, .phone, .finding, .fault, .runEnded, nil: break
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
