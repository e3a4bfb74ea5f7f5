import Ground
public import Journal

extension JournalEvent {
    /// Kind, link, and what happened as a sentence without its full stop; nil for frames, which are worded with their
    /// kind of link, and for what tells one run from another that is the same.
    public var words: (kind: String, link: String?, text: String)? {
        switch self {
        case .frame, .provenance: nil
        case .phone(let event): (event.kind.rawValue, event.link.description, event.words)
        case .told(let link, let kind, let text): (kind, link, text)
        case .runStarted, .stepStarted, .stepPassed, .stepFailed, .finding, .fault, .runEnded:
            ownWords.map { ($0.kind.rawValue, $0.link, $0.text) }
        }
    }

    /// What no phone saw.
    private var ownWords: (kind: EntryKind, link: String?, text: String)? {
        switch self {
        case .frame, .provenance, .phone, .told: nil
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
