import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Vocabulary
import Wording

/// A watch for the outcome that a failed step waited for.
struct LateOutcome: Sendable {
    private var awaited: StepFailure.Awaited
    /// The time from the start of the wait to the outcome; nil until it occurs.
    private(set) var arrival: Span?
    /// Whether the outcome may still result from the phone's actions before the failure.
    private(set) var isPending = true

    init(_ awaited: StepFailure.Awaited) { self.awaited = awaited }

    mutating func note(_ seen: Observation, at now: Instant) {
        guard isPending else { return }
        if awaited.outcome.matches(seen) {
            awaited.missing -= 1
            guard awaited.missing <= 0 else { return }
            (arrival, isPending) = (now - awaited.since, false)
        } else if case .phone(let event) = seen, Self.isRenewed(by: event) {
            isPending = false
        }
    }

    /// Whether the phone repeated its request or the link was lost; anything later is no answer to this wait.
    private static func isRenewed(by event: PhoneEvent) -> Bool {
        switch event {
        case .sent(_, .initialize), .sent(_, .stop), .channel(_, .reconnecting), .channel(_, .lost), .nearby(_, .retry),
            .nearby(_, .didRemove):
            true
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
            false
        }
    }
}

// An absence is reported only after the outcome had time to occur late.
extension RunLoop {
    /// The additional time for an awaited outcome to occur before it is called absent.
    private static let listeningTime = Span.seconds(5)

    /// Keeps listening for the outcome that a failed step waited for.
    ///
    /// Stops early when the phone writes or connects again, because an answer to that is not a late answer.
    mutating func listenOn() {
        guard lateOutcome != nil, let (failure, missed, _) = unrecorded else { return }
        let limit = horizon + Self.listeningTime
        while lateOutcome?.isPending == true, horizon < limit, case .failed = ending, !isInterrupted {
            step(until: limit)
        }
        guard case .failed = ending, let arrival = lateOutcome?.arrival else { return }
        // The frames up to the failure prove an absence; a late answer is itself a proof.
        let late = failure.came(after: arrival)
        ending = .failed(late)
        let told = complete(late, at: missed.instant)
        unrecorded?.complete = told
    }

    mutating func noteFailedStep(_ ending: Ending, at now: Instant) {
        guard case .failed(let failure) = ending, let step = director.active else { return }
        unrecorded = (failure, complete(failure, at: now), step)
        lateOutcome = failure.awaited.map { LateOutcome($0) }
    }

    /// Records the failed step once the rig's own devices have answered; until then the fault may be theirs.
    mutating func recordFailedStep() {
        guard case .failed = ending, let (_, failure, step) = unrecorded else { return }
        let event = JournalEvent.stepFailed(
            step: step.record, elapsed: failure.instant - step.startedAt, failure: failure)
        recorder.record(event, at: horizon)
        lastFailure = failure
    }

    /// Adds to a failure that the accessory sent part of a message, which is not silence.
    func told(_ ending: Ending) -> Ending {
        guard case .failed(var failure) = ending, case .stream(let stream)? = failure.link,
            let name = stream.accessory, let message = phone.unfinishedMessage(of: name)
        else { return ending }
        failure.seen = failure.seen.and(.unfinishedMessage(came: message.came, of: message.count))
        // A partially received message is not lost, so a cause that claims a loss is dropped.
        failure.cause = nil
        return .failed(failure)
    }
}
