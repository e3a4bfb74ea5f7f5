import Ground
import Links
import Phone
import ScenarioKit

extension Director {
    /// What ends the scenario whatever step is being played.
    func judge(_ event: PhoneEvent, at now: Instant) -> Ending? {
        switch event {
        case .fault(let link, let fault):
            return .error("\(link): \(fault)")
        case .finding(let link, let finding) where finding.weight == .fault:
            return protocolBreach(on: link, finding)
        case .nearby(let name, .finding(let finding)) where finding.weight == .fault:
            return protocolBreach(on: .bluetooth(name), finding)
        case .channel(let name, .lost(let reason)) where !isAsked(toLose: name):
            let seen = "it went down: \(reason) \(record(of: name)?.lastAct ?? "")"
            return .failed(failure("the link to \(name) stays up", seen: seen, .bluetooth(name)))
        case .nearby(let name, .didRemove(.timeout)):
            guard let silence = kitSilence(with: name, at: now) else { return nil }
            return .error(Self.mute(for: silence, with: name))
        default:
            return nil
        }
    }

    /// Why nothing that the kit measured, or did not measure, is evidence; nil when there is no such reason.
    ///
    /// UCI has no check sum: a flipped bit in a distance cannot be told from a wrong distance, but damage seldom
    /// comes alone. A kit whose bytes were once not what they should be, or that falls silent, is in doubt.
    func kitDoubt(at now: Instant) -> String? {
        if let kitDamage { return "\(LinkID.kit): \(kitDamage)" }
        for case .accessory(let name) in scenario.needs {
            if let silence = kitSilence(with: name, at: now) { return Self.mute(for: silence, with: name) }
        }
        return nil
    }

    private func kitSilence(with name: AccessoryName, at now: Instant) -> Span? {
        guard scenario.needs.contains(.uwb) else { return nil }
        return record(of: name)?.kitSilence(at: now, timeout: scenario.phone.rangingTimeout)
    }

    private static func mute(for silence: Span, with name: AccessoryName) -> String {
        "\(LinkID.kit): it reported no ranging round with \(name) for \(silence), though it reports failed ones too"
    }

    /// An accessory that breaks the protocol has failed; a kit or reader that does makes the rig useless.
    private func protocolBreach(on link: LinkID, _ finding: Finding) -> Ending {
        switch link {
        case .bluetooth(let name):
            .failed(failure("\(name) follows the protocol", seen: "\(finding)", link))
        case .kit, .reader, .stage:
            .error("\(link): \(finding)")
        }
    }

    private func isAsked(toLose name: AccessoryName) -> Bool {
        if let active, case .disconnect(name, _) = active.step.action { return true }
        return scenario.expects { $0 == .disconnected(name) }
    }

    /// Holds an expectation against what its block has seen so far.
    mutating func judge(_ expectation: Expectation, at now: Instant) throws(StepFailure) -> Progress {
        let first = blocks.last?.firstOccurrence ?? 0
        let seen = count(expectation.outcome, since: first)
        if expectation.count.isExceeded(by: seen) { throw mismatch(expectation, seen: seen, since: first) }
        guard expectation.count.isMet(by: seen) else { return .goesOn() }
        checks += 1
        return .done([])
    }

    /// Holds an exact expectation against what its whole block has seen.
    mutating func judgeAtEnd(_ expectation: Expectation, of block: Block) throws(StepFailure) {
        let seen = count(expectation.outcome, since: block.firstOccurrence)
        guard expectation.count.isMet(by: seen) else {
            throw mismatch(expectation, seen: seen, since: block.firstOccurrence)
        }
    }

    func count(_ outcome: Outcome, since first: Int) -> Int {
        occurrences[first...].reduce(0) { $0 + ($1.matches(outcome) ? 1 : 0) }
    }

    func mismatch(_ expectation: Expectation, seen: Int, since first: Int) -> StepFailure {
        let related = occurrences[first...].filter { $0.isKin(of: expectation.outcome) }.suffix(5)
        let what = related.isEmpty ? "" : ": " + related.map(\.description).joined(separator: "; ")
        let outcome = expectation.outcome
        let ranging = outcome.accessory.flatMap { outcome.isMeasured ? record(of: $0) : nil }
        return StepFailure(
            expected: "\(expectation)",
            seen: "seen \(seen) times\(what)" + (ranging.map { "; \($0.ranging)" } ?? ""), spot: expectation.spot,
            link: outcome.accessory.map { outcome.isMeasured ? .kit : .bluetooth($0) } ?? .reader,
            restsOnKit: outcome.isMeasured)
    }

    /// A failure of the step that is being played.
    func failure(_ expected: String, seen: String, _ link: LinkID?) -> StepFailure {
        StepFailure(expected: expected, seen: seen, spot: active?.step.spot ?? scenario.spot, link: link)
    }
}

extension Outcome {
    /// Whether the kit is the witness for it.
    var isMeasured: Bool {
        switch self {
        case .removed, .retry, .ranging, .entered, .left, .zoneChange: true
        case .opened, .invalidated, .disconnected: false
        }
    }
}

extension Occurrence {
    /// Whether it is of the kind that an outcome asks for, even when not the one asked for.
    func isKin(of outcome: Outcome) -> Bool {
        switch (self, outcome) {
        case (.removed, .removed), (.retry, .retry), (.opened, .opened), (.invalidated, .invalidated),
            (.disconnected, .disconnected), (.ranging, .ranging):
            true
        case (.zone, .entered), (.zone, .left), (.zone, .zoneChange):
            true
        default:
            false
        }
    }
}
