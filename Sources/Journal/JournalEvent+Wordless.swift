import Ground
import Vocabulary

extension JournalEvent {
    /// The event without sentences, which is equal in two programs that word it differently.
    public var wordless: JournalEvent {
        switch self {
        case .provenance, .runStarted, .frame: self
        case .stepStarted(let step): .stepStarted(step: step.wordless)
        case .stepPassed(let step, let elapsed, let measured):
            .stepPassed(step: step.wordless, elapsed: elapsed, measured: measured)
        case .stepFailed(let step, let elapsed, let failure):
            .stepFailed(step: step.wordless, elapsed: elapsed, failure: failure.wordless)
        case .phone(let event): .phone(event: event.wordless)
        case .finding(let link, let finding): .finding(link: link, finding: finding.wordless)
        case .fault(let link, _, _): .fault(link: link, what: "", remedy: "")
        case .runEnded(let summary): .runEnded(summary: summary.wordless)
        }
    }
}

extension StepRecord {
    fileprivate var wordless: StepRecord { StepRecord(number: number, depth: depth, text: "", spot: spot) }
}

extension Failure {
    fileprivate var wordless: Failure {
        Failure(
            code: code, seenCode: seenCode, expected: "", seen: "",
            measured: measured, spot: spot, instant: instant, link: link,
            lastFrames: lastFrames)
    }
}

extension Finding {
    fileprivate var wordless: Finding { Finding(code, weight, "", offset: offset) }
}

extension PhoneEvent {
    /// The event without the phone's own wording; a reason that came over a link is a value and stays.
    fileprivate var wordless: PhoneEvent {
        switch self {
        case .waits(let link, _): .waits(link: link, reason: "")
        case .channel(let name, .setUpFailed): .channel(accessory: name, event: .setUpFailed(reason: ""))
        case .channel(let name, .connectFailed): .channel(accessory: name, event: .connectFailed(reason: ""))
        case .channel(let name, .notOpened): .channel(accessory: name, event: .notOpened(reason: ""))
        case .companion(let name, .notReached): .companion(name: name, event: .notReached(reason: ""))
        case .tag(.unreadable): .tag(event: .unreadable(reason: ""))
        case .tag(.tornAway): .tag(event: .tornAway(reason: ""))
        case .tag(.inspected(let facts, let contents, let decision, let findings)):
            .tag(
                event: .inspected(
                    facts: facts, contents: contents, decision: decision, findings: findings.map(\.wordless)))
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault:
            self
        }
    }
}

extension RunSummary {
    fileprivate var wordless: RunSummary {
        var summary = self
        summary.reason = nil
        summary.failures = failures.map(\.wordless)
        summary.findings = findings.map { LinkFinding(link: $0.link, $0.finding.wordless) }
        return summary
    }
}
