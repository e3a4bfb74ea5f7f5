import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

// What is judged whatever step is being played, and what a failure means.
extension Director {
    /// What ends the scenario whatever step is being played.
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
            let seen = record?.loss(for: reason) ?? .wentDown(reason)
            var loss = failure(
                record?.lossCode(for: reason) ?? "link.lost", .linkStaysUp(to: name), seen: seen,
                .bluetooth(name))
            loss.isOfTheLink = true
            return .failed(loss)
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

    /// An accessory that breaks the protocol has failed; a kit or reader that does makes the rig useless.
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
        breach.speaksForItself = true
        // That a message was taken without encryption, no clock decides either.
        breach.isOfBytes = finding.offset != nil || finding.code == "channel.openWithoutEncryption"
        return .failed(breach)
    }

    /// A failure of the step that is being played.
    private func failure(
        _ code: FailureCode, _ expected: Sentence, seen: Sentence, _ link: LinkID?
    ) -> StepFailure {
        StepFailure(
            code: code, expected: expected, seen: seen, spot: active?.step.spot ?? scenario.spot, link: link)
    }

    /// Turns to the lane that is busy with an accessory.
    private mutating func look(for name: AccessoryName) {
        schedule.look(at: schedule.lanes.firstIndex { $0.active?.played.step.action.accessory == name } ?? 0)
    }

    /// Whether the loss of a link is what the scenario is about, or for a check to judge.
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

    /// The first check over any block that nothing can mend any more.
    mutating func brokenInvariant() -> StepFailure? {
        for index in schedule.lanes.indices {
            for block in schedule.lanes[index].blocks where !block.invariants.isEmpty {
                guard let failure = observations.breach(of: block.invariants, since: block.mark) else { continue }
                schedule.look(at: index)
                return failure
            }
        }
        return nil
    }

    /// What the scenario says that a failure means here: the step's own word, or that of the innermost block.
    ///
    /// A word about many rounds is said when they passed, and of the step's own failure.
    func cause(of failure: StepFailure) -> Meaning? {
        guard let step = active?.step, let cause = step.cause else {
            return schedule.blocks.reversed().lazy.compactMap(\.cause).first
        }
        guard let needed = step.causeRounds else { return cause }
        let passed = schedule.blocks.reversed().lazy.compactMap(\.machine.roundsPassed).first ?? 0
        return !failure.isOfTheLink && passed >= needed ? cause : nil
    }
}

// Pairing, and encrypting with a stored key, have a time and a limit of their own: no step that waits for an accessory
// meanwhile pays for them, and no latency holds them.
extension Director {
    /// Looks at what encrypts a link, before the record of it is changed.
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

    /// Fails when a link was not encrypted in time, whatever the step is about.
    static func refuseSlowPairing(of step: PlayedStep, at now: Instant) throws(StepFailure) {
        guard let hold = step.hold else { return }
        var late = step.failure(
            "pairing.unanswered", .pair(with: hold.name, within: Patience.securing),
            seen: .notEncrypted(after: now - hold.since), .bluetooth(hold.name))
        late.speaksForItself = true
        throw late
    }
}

// A reader that goes away in the middle of a step is neither the tag's fault nor the stage's.
extension Director {
    /// Between two looks at whether the reader is back.
    private static let outageLook = Span.seconds(1)

    /// Why a failure says nothing about the tag: the reader was away meanwhile, or is still.
    func readerDoubt(about failure: StepFailure) -> Sentence? {
        failure.link == .reader ? readerLoss : nil
    }

    /// The reason of an error, with the reader's loss in front where there was one and it is not named.
    func naming(readerLossIn error: RunError) -> RunError {
        guard isBusyWithTag, let readerLoss, error.link != .reader else { return error }
        return RunError("rig.fault", on: .reader, readerLoss.and(.told(error.reason)))
    }

    /// That the reader was lost, or failed, since the step, or the block at hand, began.
    private var readerLoss: Sentence? {
        if let outage = observations.tags.outage { return .readerGone(outage) }
        guard !schedule.lanes.isEmpty else { return nil }
        let first = isBusyWithTag ? active?.mark : schedule.blocks.last?.mark
        return observations.reader.trouble(since: first?.events.place ?? 0)
    }

    private var isBusyWithTag: Bool { active?.step.action.tags.isEmpty == false }

    /// Waits on while a step needs a reader that is gone: whoever opens it again knows when to give it up.
    mutating func waitsForReader(_ step: ActiveStep, at now: Instant) -> Bool {
        guard observations.tags.outage != nil, step.machine.waitsForReader else { return false }
        schedule.postpone(to: now + Self.outageLook)
        return true
    }

    /// The reader is back: a step that needs it gets its time once more.
    mutating func readerIsBack(at now: Instant) {
        guard let step = schedule.active, step.machine.waitsForReader else { return }
        schedule.postpone(to: now + max(step.played.limit ?? Patience.detection, stagePatience))
    }

    /// Whether the loss of the reader is what the scenario is about at this place.
    var isAskedToLoseReader: Bool {
        schedule.lanes.contains { lane in
            lane.active?.machine.awaited?.alternatives.contains(.readerLost) == true
                || lane.blocks.contains { $0.machine.losesReader }
        }
    }
}
