import Ground
import Journal
import Links
import Phone
import ScenarioKit

// Pairing, and encrypting with a stored key, have a time and a limit of their own: no step that waits for an accessory
// meanwhile pays for them, and no latency holds them.
extension Director {
    /// How long it may take until the link is encrypted; the protocol itself gives up after 30 s.
    static let securingLimit = Span.seconds(10)

    /// Looks at what encrypts a link, before the record of it is changed.
    mutating func noteSecuring(_ event: PhoneEvent, at now: Instant) {
        guard case .channel(let name, let event) = event else { return }
        switch event {
        case .securing:
            guard record(of: name)?.securingSince == nil else { return }
            for index in lanes.indices { lanes[index].active?.beginHold(for: name, at: now) }
        case .encrypted(let security): release(name, security.isBonded ? "encryption" : "pairing", at: now)
        case .pairingFailed, .lost: release(name, "pairing", at: now)
        default: break
        }
    }

    /// A step that begins while the link is being encrypted waits for that first.
    mutating func holdWhileSecuring(at now: Instant) {
        for case .accessory(let name) in scenario.needs where record(of: name)?.securingSince != nil {
            active?.beginHold(for: name, at: now)
        }
    }

    private mutating func release(_ name: AccessoryName, _ what: String, at now: Instant) {
        guard let since = record(of: name)?.securingSince else { return }
        samples.leaveOut(now - since, of: name, at: now)
        for index in lanes.indices { lanes[index].active?.endHold(for: name, what, at: now) }
    }

    /// The link was not encrypted in time, whatever the step is about.
    func securingRanOut(_ step: ActiveStep, at now: Instant) throws(StepFailure) {
        guard let hold = step.hold else { return }
        let limit = Self.securingLimit
        var late = failure(
            "pairing.unanswered", "pair with \(hold.name) within \(limit)",
            seen: "the link was not encrypted after \(now - hold.since)",
            .bluetooth(hold.name))
        late.speaksForItself = true
        throw late
    }
}

extension ActiveStep {
    /// A step that waits until a link is encrypted.
    struct Hold: Sendable {
        let name: AccessoryName
        let since: Instant
        /// The deadline before.
        let deadline: Instant
    }

    fileprivate mutating func beginHold(for name: AccessoryName, at now: Instant) {
        guard hold == nil, deadline != .never, isWaiting(for: name) else { return }
        hold = Hold(name: name, since: now, deadline: deadline)
        deadline = now + Director.securingLimit
    }

    fileprivate mutating func endHold(for name: AccessoryName, _ what: String, at now: Instant) {
        guard let hold, hold.name == name else { return }
        let span = now - hold.since
        self.hold = nil
        securing = securing + span
        secured.append(Measured(what, .span(span), limit: .span(Director.securingLimit)))
        deadline = hold.deadline + span
    }

    /// Whether the accessory's answer is what the step waits for; pairing itself has the limit of its own step.
    private func isWaiting(for name: AccessoryName) -> Bool {
        switch phase {
        case .connecting, .reading, .exchanging, .stopping: step.action.accessory == name
        case .expecting(let expectation): expectation.outcome.accessories.contains(name)
        case .finding, .pairing, .disconnecting, .sending, .walking, .powering, .staying, .tapping, .tag, .requiring,
            .joining, .asked:
            false
        }
    }
}
