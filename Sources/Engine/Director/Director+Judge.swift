import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

// Checks that apply regardless of the active step, and the meaning of a failure.
extension Director {
    /// Returns the ending if the event ends the scenario regardless of the active step.
    mutating func judge(_ event: PhoneEvent, at now: Instant) -> Ending? {
        switch event {
        case .fault(let link, let fault):
            return .error(RunError("rig.fault", link, fault))
        case .finding(let link, let finding) where finding.weight == .fault:
            return protocolBreach(on: link, finding)
        case .nearby(let name, .finding(let finding)) where finding.weight == .fault:
            return protocolBreach(on: .bluetooth(name), finding)
        case .channel(let name, .lost(let reason)) where !isAsked(toLose: name):
            look(for: name)
            let record = observations.record(of: name)
            // The rig cut it off, so the accessory is not at fault; but no write on such a link can be answered.
            if let record, record.hasOutlivedPower(at: now) {
                return record.isUsedWithoutPower ? .error(.stage(.cutOffByRig(name))) : nil
            }
            let seen = record?.loss(for: reason) ?? .wentDown(reason)
            return .failed(
                failure(
                    record?.lossCode(for: reason) ?? "link.lost", .linkStaysUp(to: name), seen: seen,
                    .bluetooth(name)))
        case .nearby(let name, .received)
        where observations.record(of: name)?.hasOutlivedPower(at: now, by: AccessoryRecord.onItsWay) == true:
            return .error(.stage(.outlivedPower(name)))
        case .nearby(let name, .didRemove(.timeout)):
            if let failure = observations.kitFailure(silencing: name) {
                return .error(RunError("rig.kitFailed", on: .kit, failure))
            }
            guard let silence = observations.kitSilence(with: name, at: now) else { return nil }
            let what = observations.damage ?? .noRounds(with: name, for: silence)
            return .error(RunError("rig.mute", on: .kit, what))
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .waits:
            return nil
        }
    }

    /// Returns the ending for a protocol violation: the accessory fails, but a kit or reader makes the run an error.
    private mutating func protocolBreach(on link: LinkID, _ finding: Finding) -> Ending {
        let expected: Sentence
        switch link {
        case .stream(let stream) where stream.companion != nil: expected = .screenFollowsProtocol
        default:
            guard let name = link.accessory else { return .error(RunError(finding.code, link, finding)) }
            look(for: name)
            expected = .followsProtocol(name)
        }
        var breach = failure(finding.code, expected, seen: .told(finding), link)
        breach.hasCause = true
        // Timing has no bearing on whether a message was accepted without encryption.
        breach.isOfBytes = finding.offset != nil || finding.code == "channel.openWithoutEncryption"
        return .failed(breach)
    }

    /// Returns a failure attributed to the active step.
    private func failure(
        _ code: FailureCode, _ expected: Sentence, seen: Sentence, _ link: LinkID?
    ) -> StepFailure {
        StepFailure(
            code: code, expected: expected, seen: seen, spot: active?.step.spot ?? scenario.spot, link: link)
    }

    /// Selects the lane whose active step concerns an accessory.
    private mutating func look(for name: AccessoryName) {
        schedule.look(at: schedule.lanes.firstIndex { $0.active?.played.step.action.accessory == name } ?? 0)
    }

    /// Whether the scenario intends to lose the link, or leaves the loss to a check.
    private func isAsked(toLose name: AccessoryName) -> Bool {
        if schedule.lanes.contains(where: { $0.active?.machine.endsLink(to: name) == true }) { return true }
        let atHand = schedule.lanes.flatMap { lane in
            (lane.active?.played.step.action.checks ?? []) + lane.blocks.flatMap(\.invariants)
        }
        let isJudged = atHand.contains { check in
            guard case .expect(let expectation) = check else { return false }
            return expectation.outcome.alternatives.contains(.disconnected(name))
        }
        return isJudged || scenario.wants { $0 == .disconnected(name) }
    }

    /// Returns the first failed block invariant that no later event can repair.
    mutating func brokenInvariant() -> StepFailure? {
        for index in schedule.lanes.indices {
            let blocks = schedule.lanes[index].blocks
            for (place, block) in blocks.enumerated() where !block.invariants.isEmpty {
                guard var failure = observations.breach(of: block.invariants, since: block.mark) else { continue }
                schedule.look(at: index)
                // The step and the blocks inside say nothing about this check.
                failure.cause = failure.cause ?? blocks[...place].reversed().lazy.compactMap(\.cause).first
                failure.hasCause = true
                return failure
            }
        }
        return nil
    }

    /// The meaning that the scenario gives a failure here: the step's own, or that of the innermost block.
    ///
    /// A meaning that refers to many rounds applies only once they have passed.
    var causeHere: Meaning? {
        guard let step = active?.step, let cause = step.cause else {
            return schedule.blocks.reversed().lazy.compactMap(\.cause).first
        }
        guard let needed = step.causeRounds else { return cause }
        let passed = schedule.blocks.reversed().lazy.compactMap(\.machine.roundsPassed).first ?? 0
        return passed >= needed ? cause : nil
    }
}

// Pairing, and encryption with a stored key, have their own limit. Their time counts neither against a step that
// waits for the accessory nor towards a latency.
extension Director {
    /// Handles the start and end of encryption on a link, before the accessory's record is updated.
    mutating func noteSecuring(_ event: PhoneEvent, at now: Instant) {
        guard case .channel(let name, let event) = event else { return }
        switch event {
        case .securing:
            guard observations.record(of: name)?.securingSince == nil else { return }
            schedule.tellAll { $0.beginHold(for: name, at: now) }
        case .encrypted(let security): release(name, security.isBonded ? "encryption" : "pairing", at: now)
        case .pairingFailed, .lost: release(name, "pairing", at: now)
        case .discovered, .found, .connected, .connectFailed, .linked, .ready, .opened, .notOpened, .setUpFailed,
            .writeRefused,
            .backgroundConfiguration, .backgroundRefused, .noBackgroundService, .identified, .parametersRequested,
            .reconnecting:
            break
        }
    }

    private mutating func release(_ name: AccessoryName, _ what: String, at now: Instant) {
        guard let since = observations.record(of: name)?.securingSince else { return }
        observations.leaveOut(now - since, of: name, at: now)
        schedule.tellAll { $0.played.endHold(for: name, what, at: now) }
    }

    /// Throws if a link was not encrypted in time, regardless of the step.
    static func refuseSlowPairing(of step: PlayedStep, at now: Instant) throws(StepFailure) {
        guard let hold = step.hold else { return }
        var late = step.failure(
            "pairing.unanswered", .pair(with: hold.name, within: Patience.securing),
            seen: .notEncrypted(after: now - hold.since), .bluetooth(hold.name))
        late.hasCause = true
        throw late
    }
}

// Losing the reader in the middle of a step is neither the tag's fault nor the stage's.
extension Director {
    /// The interval at which the reader's return is checked.
    private static let outageLook = Lapse.seconds(1)

    /// Returns the reason why a failure says nothing about the tag: the reader was or is away.
    func readerDoubt(about failure: StepFailure, at now: Instant) -> Sentence? {
        failure.link == .reader ? readerLoss ?? observations.unseenTag(at: now) : nil
    }

    /// Returns the error with the reader's loss prepended if there was one and the error does not name the reader.
    func naming(readerLossIn error: RunError) -> RunError {
        guard isBusyWithTag, let readerLoss, error.link != .reader else { return error }
        return RunError("rig.fault", on: .reader, readerLoss.and(.told(error.reason)))
    }

    /// The reader's loss or failure since the start of the active step or block, if any.
    private var readerLoss: Sentence? {
        if let outage = observations.tags.outage { return .readerGone(outage) }
        guard !schedule.lanes.isEmpty else { return nil }
        let first = isBusyWithTag ? active?.mark : schedule.blocks.last?.mark
        return observations.reader.trouble(since: first?.events.place ?? 0)
    }

    private var isBusyWithTag: Bool { active?.step.action.tags.isEmpty == false }

    /// Keeps waiting while a step needs a reader that is away. The code that reopens the reader decides when to give
    /// up.
    mutating func waitsForReader(_ step: ActiveStep, at now: Instant) -> Bool {
        guard observations.tags.outage != nil, step.machine.waitsForReader else { return false }
        schedule.postpone(to: now + Self.outageLook)
        return true
    }

    /// Restarts the time limit of a step that needs the reader, now that the reader is back.
    mutating func readerIsBack(at now: Instant) {
        guard let step = schedule.active, step.machine.waitsForReader else { return }
        schedule.postpone(to: now + max(step.played.limit ?? Patience.detection, stagePatience))
    }

    /// Whether the scenario intends to lose the reader at this point.
    var isAskedToLoseReader: Bool {
        schedule.lanes.contains { lane in
            lane.active?.machine.awaited?.alternatives.contains(.readerLost) == true
                || lane.blocks.contains { $0.machine.losesReader }
        }
    }
}
