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
    /// The result, with the time since the start of the wait; nil as long as the outcome may still occur.
    private(set) var result: Result?

    enum Result: Hashable, Sendable {
        case came(after: Lapse)
        /// Whatever occurs later is no answer to this wait.
        case ended(WaitEnd, after: Lapse)
    }

    init(_ awaited: StepFailure.Awaited) { self.awaited = awaited }

    mutating func note(_ seen: Observation, at now: Instant) {
        guard result == nil else { return }
        if awaited.outcome.matches(seen) {
            awaited.missing -= 1
            if awaited.missing <= 0 { result = .came(after: now - awaited.since) }
        } else if case .phone(let event) = seen, let end = end(by: event) {
            result = .ended(end, after: now - awaited.since)
        }
    }

    /// Returns the end of the wait that an event causes; nil for an event that leaves the question open, such as one
    /// about another accessory.
    private func end(by event: PhoneEvent) -> WaitEnd? {
        switch event {
        case .sent(let name, let message) where concerns(name):
            message == .initialize || message == .stop ? .phoneSent(message) : nil
        case .channel(let name, .reconnecting) where concerns(name): .phoneReconnected
        case .channel(let name, .lost) where concerns(name): .linkLost
        case .nearby(let name, .retry) where concerns(name): .appRetried
        // A message of the accessory would still answer the phone's last one.
        case .nearby(let name, .didRemove(let reason)) where concerns(name) && needsSession:
            reason == .timeout ? .sessionTimedOut : .sessionEndedByPeer
        case .nearby(let name, .didInvalidate) where concerns(name) && needsSession: .sessionInvalidated
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
            nil
        }
    }

    /// Whether only a running session of the phone can bring the outcome about.
    private var needsSession: Bool {
        awaited.outcome.alternatives.contains { outcome in
            switch outcome {
            case .ranging, .direction, .entered, .left, .zoneChange, .feature: true
            default: false
            }
        }
    }

    private func concerns(_ name: AccessoryName) -> Bool { awaited.outcome.accessories.contains(name) }
}

// An absence is reported only after the outcome had time to occur late.
extension RunLoop {
    /// The additional time for an awaited outcome to occur before it is called absent.
    private static let listeningTime = Lapse.seconds(5)

    /// Keeps listening for the outcome that a failed step waited for.
    ///
    /// Stops early when the link is lost or the phone writes or connects again, because what follows is no late answer.
    /// The failure then says so, and does not claim an absence.
    mutating func listenOn() {
        guard lateOutcome != nil, let (failure, missed, _) = unrecorded else { return }
        let limit = horizon + Self.listeningTime
        while let lateOutcome, lateOutcome.result == nil, horizon < limit, case .failed = ending, !isInterrupted {
            step(until: limit)
        }
        guard case .failed = ending, let result = lateOutcome?.result else { return }
        // The frames up to the failure prove an absence; a late answer, or the end of the wait, is itself a proof.
        let told =
            switch result {
            case .came(let span): failure.came(after: span)
            case .ended(let end, let span): failure.ended(by: end, after: span)
            }
        ending = .failed(told)
        let completed = complete(told, at: missed.instant)
        unrecorded?.complete = completed
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
        log.record(event, at: horizon)
        lastFailure = failure
    }

    /// Adds to a failure that the accessory sent part of a message, which is not silence.
    func told(_ ending: Ending) -> Ending {
        guard case .failed(var failure) = ending, case .stream(let stream)? = failure.link,
            let name = stream.accessory, let message = phone.unfinishedMessage(of: name)
        else { return ending }
        failure.seen = failure.seen.and(.unfinishedMessage(came: message.came, of: message.count))
        // A partially received message is not lost, so a meaning that claims a loss is dropped.
        failure.cause = nil
        return .failed(failure)
    }
}
