import Ground
import Links
import Phone
import ScenarioKit

extension Director {
    /// What ends the scenario whatever step is being played.
    func judge(_ event: PhoneEvent) -> Ending? {
        switch event {
        case .fault(let link, let fault):
            return .error("\(link): \(fault)")
        case .finding(let link, let finding) where finding.weight == .fault:
            return protocolBreach(on: link, finding)
        case .nearby(let name, .finding(let finding)) where finding.weight == .fault:
            return protocolBreach(on: .bluetooth(name), finding)
        case .channel(let name, .lost(let reason)) where !isAsked(toLose: name):
            return .failed(failure("the link to \(name) stays up", seen: "it went down: \(reason)", .bluetooth(name)))
        default:
            return nil
        }
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
        return StepFailure(
            expected: "\(expectation)", seen: "seen \(seen) times\(what)", spot: expectation.spot,
            link: expectation.outcome.accessory.map { .bluetooth($0) } ?? .reader)
    }

    /// A failure of the step that is being played.
    func failure(_ expected: String, seen: String, _ link: LinkID?) -> StepFailure {
        StepFailure(expected: expected, seen: seen, spot: active?.step.spot ?? scenario.spot, link: link)
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
