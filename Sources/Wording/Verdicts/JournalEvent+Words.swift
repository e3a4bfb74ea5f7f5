import Ground
public import Journal
public import Vocabulary

extension JournalEvent {
    /// The kind, the link, and the event as a sentence without a full stop; nil for frames, which are worded by their
    /// link kind, and for events that only distinguish otherwise equal runs.
    public var words: (kind: String, link: LinkID?, text: String)? {
        switch self {
        case .frame, .provenance: nil
        case .phone(let event): (event.kind.rawValue, event.link, event.words)
        case .runStarted, .stepStarted, .stepPassed, .stepFailed, .finding, .fault, .runEnded:
            ownWords.map { ($0.kind.rawValue, $0.link, $0.text) }
        }
    }

    /// The words of events outside the phone.
    private var ownWords: (kind: EntryKind, link: LinkID?, text: String)? {
        switch self {
        case .frame, .provenance, .phone: nil
        case .runStarted(let header):
            (.runStarted, nil, "scenario \(header.scenario) on rig \(header.rig) with seed \(header.seed)")
        case .stepStarted(let step): (.stepStarted, nil, step.words)
        case .stepPassed(let step, let elapsed, let measured):
            (.stepPassed, nil, ([step.words, "\(elapsed)"] + measured.map(\.description)).joined(separator: "; "))
        case .stepFailed(let step, let elapsed, let failure):
            (
                .stepFailed, failure.link,
                "\(step.words); \(elapsed); expected \(failure.expected); \(failure.seen)"
                    + (failure.meaning.map { "; meaning: \($0)" } ?? "")
            )
        case .finding(let link, let finding): (.finding, link, "\(finding.weight.rawValue): \(finding)")
        case .fault(let link, let what, let remedy): (.fault, link, "\(what); \(remedy)")
        case .runEnded(let summary):
            (
                .runEnded, nil,
                "\(summary.verdict)" + (summary.reason.map { ": \($0)" } ?? "")
                    + (summary.meaning.map { "; meaning: \($0)" } ?? "")
            )
        }
    }
}

extension StepRecord {
    fileprivate var words: String { "step \(number), \(text) (\(spot))" }
}
