import Ground
import Journal
import Links
import Phone
import ScenarioKit

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
            let seen = record(of: name).map { $0.loss(for: reason) + $0.besides } ?? "it went down: \(reason)"
            let code = record(of: name)?.lossCode(for: reason) ?? "link.lost"
            var loss = failure(code, "the link to \(name) stays up", seen: seen, .bluetooth(name))
            loss.isOfTheLink = true
            return .failed(loss)
        case .nearby(let name, .didRemove(.timeout)):
            guard let silence = kitSilence(with: name, at: now) else { return nil }
            return .error(RunError("rig.mute", on: .kit, damage ?? Self.mute(for: silence, with: name)))
        default:
            return nil
        }
    }

    /// Why nothing that the kit measured, or did not measure, is evidence; nil when there is no such reason.
    ///
    /// UCI has no check sum: a flipped bit in a distance cannot be told from a wrong distance, but damage seldom
    /// comes alone. A kit whose bytes were once not what they should be, or that falls silent, is in doubt.
    func kitDoubt(at now: Instant) -> String? {
        damage ?? kitGap(at: now)
    }

    /// What was first found wrong with the kit's bytes: the cause of what it does not report later.
    private var damage: String? { kitDamage.map { "\(LinkID.kit): \($0)" } }

    /// That the kit reported no round for too long, with whatever accessory; nil when it did its work.
    private func kitGap(at now: Instant) -> String? {
        for case .accessory(let name) in scenario.needs {
            let silence = kitSilence(with: name, at: now) ?? record(of: name)?.kitGap(at: now)
            if let silence { return Self.mute(for: silence, with: name) }
        }
        return nil
    }

    /// What is not to be measured or seen is missed by a kit or a reader that does not look, too: then its absence is
    /// no evidence.
    func checkEvidence(
        for expectation: Expectation, seen: Int, since first: EventLog.Mark, _ mark: SampleLog.Mark,
        _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) {
        guard expectation.count.isJudgedAgainAtTheEnd else { return }
        try checkReader(for: expectation, seen: seen, since: first, scope)
        for outcome in expectation.outcome.alternatives {
            guard let name = outcome.accessory, needsListening(for: outcome, to: name) else { continue }
            let doubt =
                samples.hasReport(of: name, since: mark)
                ? kitGap(at: now) : "\(LinkID.kit): it reported no ranging round with \(name) in that time"
            guard let doubt = doubt.map({ damage ?? $0 }) else { continue }
            throw StepFailure(
                code: "expectation.notObserved", expected: "\(expectation)", seen: "seen \(seen) times",
                spot: expectation.spot, link: .kit,
                cause: expectation.cause, restsOnKit: true, doubt: doubt)
        }
    }

    /// Whether the kit must have listened for the outcome's absence to mean anything: not while the phone itself does
    /// not range, save for what is measured in spite of that.
    private func needsListening(for outcome: Outcome, to name: AccessoryName) -> Bool {
        switch outcome {
        case .kitMeasured: true
        case .ranging, .direction, .entered, .left, .zoneChange, .feature: record(of: name)?.isListenedTo == true
        default: false
        }
    }

    private func kitSilence(with name: AccessoryName, at now: Instant) -> Span? {
        guard scenario.needs.contains(.uwb) else { return nil }
        return record(of: name)?.kitSilence(at: now, timeout: scenario.phone.rangingTimeout)
    }

    private static func mute(for silence: Span, with name: AccessoryName) -> String {
        "\(LinkID.kit): it reported no ranging round with \(name) for \(silence), though it reports failed ones too"
    }

    /// An accessory that breaks the protocol has failed; a kit or reader that does makes the rig useless.
    private mutating func protocolBreach(on link: LinkID, _ finding: Finding) -> Ending {
        switch link {
        case .bluetooth(let name), .console(let name):
            look(for: name)
            var breach = failure(finding.code, "\(name) follows the protocol", seen: "\(finding)", link)
            breach.speaksForItself = true
            breach.isOfBytes = finding.offset != nil
            return .failed(breach)
        case .kit, .reader, .stage:
            return .error(RunError(finding.code, link, finding))
        }
    }

    /// Turns to the lane that is busy with an accessory.
    private mutating func look(for name: AccessoryName) {
        current = lanes.firstIndex { $0.active?.step.action.accessory == name } ?? 0
    }

    /// Whether the loss of a link is what the scenario is about, or for a check to judge.
    private func isAsked(toLose name: AccessoryName) -> Bool {
        for action in lanes.compactMap(\.active?.step.action) {
            if case .link(.disconnect, name, _) = action { return true }
            if case .power(_, name, _) = action { return true }
        }
        let isJudged = { (checks: [Check]) in
            checks.contains { check in
                guard case .expect(let expectation) = check else { return false }
                return expectation.outcome.alternatives.contains(.disconnected(name))
            }
        }
        let atHand = lanes.flatMap { ($0.active?.step.action.checks ?? []) + $0.blocks.flatMap(\.invariants) }
        return isJudged(atHand) || scenario.wants { $0 == .disconnected(name) }
    }

    /// Where what a step of the innermost block expects begins to count.
    var countedSince: EventLog.Mark { blocks.last?.firstOccurrence ?? occurrences.beginning }

    /// Holds an expectation against what its block has seen so far.
    mutating func judge(_ expectation: Expectation, at now: Instant) throws(StepFailure) -> Progress {
        let first = countedSince
        let seen = occurrences.count(expectation.outcome, since: first)
        if expectation.count.isExceeded(by: seen) { throw mismatch(expectation, seen: seen, since: first) }
        guard expectation.count.isMet(by: seen) else { return .goesOn() }
        checks += 1
        return .done([])
    }

    /// Holds an exact expectation against what its whole block has seen.
    mutating func judgeAtEnd(
        _ expectation: Expectation, of block: Block, at now: Instant
    ) throws(StepFailure) {
        let seen = occurrences.count(expectation.outcome, since: block.firstOccurrence)
        guard expectation.count.isMet(by: seen) else {
            throw mismatch(expectation, seen: seen, since: block.firstOccurrence)
        }
        try checkEvidence(for: expectation, seen: seen, since: block.firstOccurrence, block.mark, at: now)
    }

    func mismatch(
        _ expectation: Expectation, seen: Int, since first: EventLog.Mark, _ scope: CountScope = .everything
    ) -> StepFailure {
        let related = occurrences.last(5, concerning: expectation.outcome, since: first, scope)
        let what = related.isEmpty ? "" : ": " + related.map(\.text).joined(separator: "; ")
        let outcome = expectation.outcome
        let route = outcome.alternatives.contains { $0.isRouted } ? routeText() : ""
        let ranging = outcome.accessory.flatMap { outcome.isMeasured ? record(of: $0) : nil }
        let isTooOften = expectation.count.isExceeded(by: seen)
        let isHollow = !isTooOften && ranging?.saysItRangesInVain == true
        return StepFailure(
            code: isHollow
                ? "session.rangesNot"
                : isTooOften ? "expectation.tooOften" : seen == 0 ? "expectation.never" : "expectation.tooSeldom",
            expected: "\(expectation)",
            seen: "seen \(seen) times\(what)" + (ranging.map { "; \($0.ranging)" } ?? "") + besides(outcome.accessory)
                + route,
            spot: expectation.spot,
            link: outcome.link, cause: expectation.cause, restsOnKit: outcome.isMeasured)
    }

    /// What an accessory did besides on its link, where there is something to tell.
    func besides(_ name: AccessoryName?) -> String { name.flatMap { record(of: $0)?.besides } ?? "" }

    /// A failure of the step that is being played.
    func failure(_ code: FailureCode, _ expected: String, seen: String, _ link: LinkID?) -> StepFailure {
        StepFailure(code: code, expected: expected, seen: seen, spot: active?.step.spot ?? scenario.spot, link: link)
    }
}

extension Outcome {
    /// Whether the kit is the witness for it.
    var isMeasured: Bool {
        switch self {
        case .removed, .retry, .gaveUp, .ranging, .direction, .entered, .left, .zoneChange, .feature, .kitMeasured:
            true
        case .found, .connected, .disconnected, .encrypted, .paired, .pairingFailed, .parametersRequested,
            .addressClash, .writeRefused, .received, .sent, .invalidated, .suspended, .suspensionEnded, .prompted,
            .opened, .console, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags,
            .readerLost, .readerBack:
            false
        case .anyOf(let outcomes): outcomes.contains { $0.isMeasured }
        }
    }

    /// The link on which it is seen.
    var link: LinkID? {
        switch self {
        case .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags: .reader
        case .readerLost, .readerBack: .reader
        case .console(let name, _): .console(name)
        case .prompted: nil
        default: isMeasured ? .kit : accessory.map { .bluetooth($0) }
        }
    }
}
