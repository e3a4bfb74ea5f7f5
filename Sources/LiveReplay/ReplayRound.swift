import Ground
import Journal
import Replay
import Reports

/// What one live replay of a recorded phone came to, as a person reads it and as the exit status tells it.
struct ReplayRound {
    /// What happened, in one line that is safe to print.
    let line: String
    let status: CommandStatus
    /// Whether the recorded run had failed, and this one did for the same reason.
    let failedAgain: Bool

    /// A round that a person did not want any more.
    static let notPlayed = ReplayRound(line: "not played", status: .nothingShown, failedAgain: false)

    init(line: String, status: CommandStatus, failedAgain: Bool) {
        self.line = line
        self.status = status
        self.failedAgain = failedAgain
    }

    /// `recorded` is what the recorded run came to, or nil where that is not known or only a part was played.
    ///
    /// What was seen before a fault or an interruption is told; the status is that of the round's end.
    init(
        _ outcome: PhoneReplayOutcome, judgement: LiveJudgement?, recorded: RunSummary?, until frame: Int?,
        difference: String?
    ) {
        let played = "\(outcome.itemsPlayed) of \(outcome.itemsInAll) recorded messages played"
        if let fault = outcome.fault {
            self.init(
                line: "the rig was wrong: \(fault.link): \(fault.fault)".escapedForDisplay + Self.earlier(difference),
                status: .rigWrong, failedAgain: false)
            return
        }
        if outcome.isInterrupted {
            self.init(
                line: "\(played), then a person ended it" + Self.earlier(difference), status: .nothingShown,
                failedAgain: false)
            return
        }
        if outcome.isScriptLost {
            let line = "\(played), then the trace ended: it could not be read again as it was"
            self.init(line: line + Self.earlier(difference), status: .rigWrong, failedAgain: false)
            return
        }
        let comparison = difference.map { "differs from the recording at \($0)" } ?? "the same by meaning"
        var status: CommandStatus =
            outcome.difference.map { $0.isOfRig ? .rigWrong : .failed } ?? (recorded == nil ? .nothingShown : .passed)
        guard let judgement, let recorded else {
            let isPart = frame != nil || judgement == nil
            if difference == nil, isPart { status = outcome.answersSeen > 0 ? .passed : .nothingShown }
            let reason =
                outcome.answersSeen == 0
                ? "nothing was answered that could be compared"
                : frame != nil ? "as far as it goes" : judgement == nil ? "nothing judges it" : "no verdict to compare"
            self.init(line: "\(played), \(comparison); \(reason)", status: status, failedAgain: false)
            return
        }
        let verdict = ReplayVerdict(judgement, recorded, wasAlike: difference == nil)
        if outcome.difference == nil { status = verdict.status }
        self.init(line: "\(played), \(comparison); \(verdict.text)", status: status, failedAgain: verdict.failedAgain)
    }

    /// A round that was played and of which nothing was kept to judge: what was seen in it stands.
    init(unjudged outcome: PhoneReplayOutcome, difference: String?) {
        let seen = Self(outcome, judgement: nil, recorded: nil, until: nil, difference: difference)
        self.init(
            line: "\(seen.line), because it could not be kept", status: seen.status == .failed ? .failed : .rigWrong,
            failedAgain: false)
    }

    /// That a round which came to no end of its own had differed before, as the end of its line.
    static func earlier(_ difference: String?) -> String {
        difference.map { "; before that it differed from the recording at \($0)" } ?? ""
    }

    /// Failed outweighs a wrong rig, and that outweighs what shows nothing.
    static func status(of rounds: [ReplayRound]) -> CommandStatus {
        for status in [CommandStatus.failed, .rigWrong, .nothingShown]
        where rounds.contains(where: { $0.status == status }) {
            return status
        }
        return rounds.isEmpty ? .nothingShown : .passed
    }
}

/// The verdict on a live replay beside the recorded one.
private struct ReplayVerdict {
    let text: String
    let status: CommandStatus
    let failedAgain: Bool

    init(_ judgement: LiveJudgement, _ recorded: RunSummary, wasAlike: Bool) {
        let then = FailureKey(recorded)
        let now = judgement.summary
        let words = Self.words(now)
        failedAgain = then != nil && judgement.failure(wasAlike: wasAlike) == then
        if failedAgain {
            text = "the recorded failure happened again: \(words)"
            status = .passed
        } else if let difference = judgement.difference {
            let not = then == nil ? "" : "the recorded failure did not happen again; "
            text =
                "\(not)no verdict: at \(difference.instant) the phone would do something else than was played: "
                + difference.what
            status = .nothingShown
        } else if then != nil {
            text = "the recorded failure did not happen again: the verdict is \(words), and was \(Self.words(recorded))"
            status = now.verdict.isOfRig ? .rigWrong : .failed
        } else if now.verdict.kind == recorded.verdict.kind {
            text = "the verdict is \(now.verdict), as recorded"
            status = .passed
        } else {
            text = "the verdict is \(words), and was \(recorded.verdict)".escapedForDisplay
            status = now.verdict.isOfRig ? .rigWrong : .failed
        }
    }

    private static func words(_ summary: RunSummary) -> String {
        (summary.verdict.description + (summary.reason.map { ": \($0)" } ?? "")).escapedForDisplay
    }
}

extension Verdict {
    /// Whether it says nothing about the accessory.
    fileprivate var isOfRig: Bool {
        switch self {
        case .error, .timedOut: true
        case .passed, .failed, .skipped, .aborted: false
        }
    }
}
