import Ground
import Journal
import Reports
import Wording

/// The result of one live replay, as text for people and as an exit status.
struct ReplayRound {
    /// The description of the result, safe to print.
    let words: Sentence
    let status: CommandStatus
    /// Whether the recorded run failed and this round failed for the same reason.
    let failedAgain: Bool

    /// A round that was not played because of an interruption.
    static let notPlayed = ReplayRound(.notPlayed, status: .nothingShown)

    init(_ words: Sentence, status: CommandStatus, failedAgain: Bool = false) {
        self.words = words
        self.status = status
        self.failedAgain = failedAgain
    }

    /// Creates the result of a round. `recorded` is the outcome of the recorded run, or nil if that is unknown or
    /// only a part was played.
    ///
    /// Differences seen before a fault or an interruption are reported, but the status is that of the round's end.
    init(
        _ outcome: PhoneReplayOutcome, judgement: LiveJudgement?, recorded: RunSummary?, until frame: Int?,
        difference: String?
    ) {
        let played = Sentence.played(outcome.itemsPlayed, of: outcome.itemsInAll)
        func ended(_ line: Sentence, _ status: CommandStatus) -> Self {
            Self(line.and(Self.earlier(difference)), status: status)
        }
        if let fault = outcome.fault {
            self = ended(.rigWasWrong("\(fault.link): \(fault.fault)"), .rigWrong)
            return
        }
        if outcome.isInterrupted {
            self = ended(played.then(.endedByPerson), .nothingShown)
            return
        }
        if outcome.isScriptLost {
            self = ended(played.then(.traceEnded), .rigWrong)
            return
        }
        let compared = played.then(difference.map { .differs(at: $0) } ?? .sameByMeaning)
        var status: CommandStatus =
            outcome.difference.map { $0.isOfRig ? .rigWrong : .failed } ?? (recorded == nil ? .nothingShown : .passed)
        guard let judgement, let recorded else {
            let isPart = frame != nil || judgement == nil
            if difference == nil, isPart { status = outcome.answersSeen > 0 ? .passed : .nothingShown }
            let reason: Sentence =
                outcome.answersSeen == 0
                ? .nothingAnswered
                : frame != nil ? .asFarAsItGoes : judgement == nil ? .nothingJudges : .nothingToCompare
            self.init(compared.and(reason), status: status)
            return
        }
        let verdict = ReplayVerdict(judgement, recorded, wasAlike: difference == nil)
        if outcome.difference == nil { status = verdict.status }
        self.init(compared.and(verdict.words), status: status, failedAgain: verdict.failedAgain)
    }

    /// The note that a round which was cut short had differed before.
    static func earlier(_ difference: String?) -> Sentence? { difference.map { .differedBefore(at: $0) } }

    /// The overall status: failed outranks a faulty rig, which outranks an inconclusive result.
    static func status(of rounds: [ReplayRound]) -> CommandStatus {
        for status in [CommandStatus.failed, .rigWrong, .nothingShown]
        where rounds.contains(where: { $0.status == status }) {
            return status
        }
        return rounds.isEmpty ? .nothingShown : .passed
    }
}

/// The verdict on a live replay compared with the recorded one.
private struct ReplayVerdict {
    let words: Sentence
    let status: CommandStatus
    let failedAgain: Bool

    init(_ judgement: LiveJudgement, _ recorded: RunSummary, wasAlike: Bool) {
        let then = FailureKey(recorded)
        let now = judgement.summary
        let verdict = Sentence.verdict(is: Sentence.verdict(of: now))
        failedAgain = then != nil && judgement.failure(wasAlike: wasAlike) == then
        if failedAgain {
            words = .failedAgain(.verdict(of: now))
            status = .passed
        } else if let difference = judgement.difference {
            let none = Sentence.noVerdict(at: difference.instant, difference.what)
            words = then == nil ? none : .didNotFailAgain.and(none)
            status = .nothingShown
        } else if then != nil {
            words = .about(Sentence.didNotFailAgain, verdict.was(Sentence.verdict(of: recorded)))
            status = now.verdict.isOfRig ? .rigWrong : .failed
        } else if now.verdict.kind == recorded.verdict.kind {
            words = .verdict(is: now.verdict).asRecorded
            status = .passed
        } else {
            words = verdict.was(recorded.verdict.description.escapedForDisplay)
            status = now.verdict.isOfRig ? .rigWrong : .failed
        }
    }
}

extension Verdict {
    /// Whether the verdict shows nothing about the accessory.
    fileprivate var isOfRig: Bool {
        switch self {
        case .error, .timedOut: true
        case .passed, .failed, .skipped, .aborted: false
        }
    }
}
