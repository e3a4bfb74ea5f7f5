import Ground
import Vocabulary

/// A line of a journal of format 1, in which values had no labels and what the phone did was words.
struct Format1Entry: Decodable {
    let instant: Instant
    let event: Event

    enum Event: Decodable {
        case provenance(Provenance)
        case runStarted(RunHeader)
        case stepStarted(StepRecord)
        case stepPassed(StepRecord, elapsed: Span, measured: [Measured])
        case stepFailed(StepRecord, elapsed: Span, Failure)
        case frame(FrameRecord)
        case phone(link: String, kind: String, text: String)
        case distance(accessory: String, measured: Distance?, smoothed: Distance?)
        case finding(link: String, Finding)
        case fault(link: String, what: String, remedy: String)
        case runEnded(RunSummary)
    }
}

extension Format1Entry.Event {
    /// The same as it is told today.
    var today: JournalEvent {
        switch self {
        case .provenance(let provenance): .provenance(provenance: provenance)
        case .runStarted(let header): .runStarted(header: header)
        case .stepStarted(let step): .stepStarted(step: step)
        case .stepPassed(let step, let elapsed, let measured):
            .stepPassed(step: step, elapsed: elapsed, measured: measured)
        case .stepFailed(let step, let elapsed, let failure):
            .stepFailed(step: step, elapsed: elapsed, failure: failure)
        case .frame(let frame): .frame(frame: frame)
        case .phone(let link, let kind, let text):
            OlderWords.event(ofKind: kind, text).map { .phone(event: $0) }
                ?? .told(link: link, kind: kind, text: text)
        case .distance(let accessory, let measured?, let smoothed):
            .phone(event: .distance(accessory: AccessoryName(accessory), measured: measured, smoothed: smoothed))
        case .distance(let accessory, nil, _):
            .told(
                link: LinkID.kit.description, kind: EventKind.distance.rawValue, text: "\(accessory): nothing measured")
        case .finding(let link, let finding): .finding(link: link, finding: finding)
        case .fault(let link, let what, let remedy): .fault(link: link, what: what, remedy: remedy)
        case .runEnded(let summary): .runEnded(summary: summary)
        }
    }
}
