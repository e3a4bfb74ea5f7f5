import Ground
import Journal
import Links
import Phone
import ScenarioKit

/// What a check counts: everything since a place, or what one tag brought about.
enum CountScope: Sendable {
    case everything
    /// A tag that is held to the phone until something came of it; it waits for a reader that is gone.
    case tap
    /// A tag that is held there for a span.
    case hold

    /// Whether a notification of an earlier tag does not count, however late its user opens it.
    var isOfOneTag: Bool {
        switch self {
        case .everything: false
        case .tap, .hold: true
        }
    }
}

/// What a step expects of its block until that ends.
enum LateCheck: Hashable, Sendable {
    case expect(Expectation)
}

// Holding expectations and limits against what was seen.
extension Observations {
    func count(_ outcome: Outcome, since mark: Mark, _ scope: CountScope = .everything) -> Int {
        events.count(outcome, since: mark.events, scope)
    }

    /// Fails when something happened more often than it may: that need not be waited for.
    func refuseExcess(of checks: [Check], since mark: Mark, _ scope: CountScope = .everything) throws(StepFailure) {
        for case .expect(let check) in checks {
            let seen = count(check.outcome, since: mark, scope)
            if check.count.isExceeded(by: seen) { throw mismatch(check, seen, since: mark, scope) }
        }
    }

    /// The failure of a check over steps that nothing can mend any more.
    func breach(of checks: [Check], since mark: Mark) -> StepFailure? {
        for check in checks {
            switch check {
            case .expect(let expectation):
                let seen = count(expectation.outcome, since: mark)
                if expectation.count.isExceeded(by: seen) { return mismatch(expectation, seen, since: mark) }
            case .require(let requirement):
                if samples.isBroken(requirement, since: mark.samples) {
                    return miss(requirement, samples.judge(requirement, since: mark.samples))
                }
            }
        }
        return nil
    }

    /// Holds checks against what was seen and measured since.
    mutating func judge(
        _ checks: [Check], since mark: Mark, _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) -> [Measured] {
        var measured: [Measured] = []
        for check in checks {
            switch check {
            case .expect(let expectation): try judge(expectation, since: mark, scope, at: now)
            case .require(let requirement): measured.append(try judge(requirement, since: mark))
            }
            noteCheck()
        }
        return measured
    }

    /// Holds what a step expected against its whole block.
    func judge(_ check: LateCheck, since mark: Mark, at now: Instant) throws(StepFailure) {
        switch check {
        case .expect(let expectation): try judge(expectation, since: mark, at: now)
        }
    }

    /// Holds an expectation against what was seen, and asks whether the rig looked.
    func judge(
        _ expectation: Expectation, since mark: Mark, _ scope: CountScope = .everything, at now: Instant
    ) throws(StepFailure) {
        let seen = count(expectation.outcome, since: mark, scope)
        guard expectation.count.isMet(by: seen) else { throw mismatch(expectation, seen, since: mark, scope) }
        try checkEvidence(for: expectation, seen, since: mark, scope, at: now)
    }

    func judge(_ requirement: Requirement, since mark: Mark) throws(StepFailure) -> Measured {
        let judged = samples.judge(requirement, since: mark.samples)
        if judged.value != nil, judged.samples < requirement.samplesNeeded { throw tooFew(requirement, judged.samples) }
        guard judged.isKept, let value = judged.value else { throw miss(requirement, judged) }
        return Measured(requirement.what, value, limit: requirement.bound.amount)
    }

    /// What a few samples come to is chance: it is no evidence for the accessory, and none against it.
    private func tooFew(_ requirement: Requirement, _ samples: Int) -> StepFailure {
        let counts = samples == 1 ? "there is 1 sample" : "there are \(samples) samples"
        return StepFailure(
            code: "requirement.tooFewSamples", expected: "\(requirement)", seen: counts, spot: requirement.spot,
            link: requirement.figure.isRanging ? .kit : requirement.figure.accessory.map { .bluetooth($0) } ?? .reader,
            doubt: "\(counts), and it takes \(requirement.samplesNeeded) to tell")
    }

    private func miss(_ requirement: Requirement, _ judged: Judged) -> StepFailure {
        let isRanging = requirement.figure.isRanging
        var seen = judged.value.map { "\($0) of \(judged.samples) samples" } ?? "nothing was measured"
        let name = requirement.figure.accessory
        if isRanging, let record = name.flatMap({ record(of: $0) }) { seen += "; \(record.ranging)" }
        var failure = StepFailure(
            code: "requirement.notMet", expected: "\(requirement)", seen: seen,
            measured: judged.value.map { Measured(requirement.what, $0, limit: requirement.bound.amount) },
            spot: requirement.spot,
            link: isRanging ? .kit : name.map { .bluetooth($0) } ?? .reader, cause: requirement.cause,
            restsOnKit: isRanging)
        if case .span(let limit) = requirement.bound.amount { failure.timing = .init(limit: limit, since: .start) }
        return failure
    }

    func mismatch(
        _ expectation: Expectation, _ seen: Int, since mark: Mark, _ scope: CountScope = .everything
    ) -> StepFailure {
        let related = events.last(5, concerning: expectation.outcome, since: mark.events, scope)
        let what = related.isEmpty ? "" : ": " + related.map(\.text).joined(separator: "; ")
        let outcome = expectation.outcome
        let route = outcome.alternatives.contains { $0.isRouted } ? routeText : ""
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
            measured: Measured("\(outcome)", .count(seen), limit: .count(expectation.count.number)),
            spot: expectation.spot,
            link: outcome.link, cause: expectation.cause, restsOnKit: outcome.isMeasured)
    }
}

extension Requirement {
    /// What it limits, in words: `latency of configuration of door (95th percentile)`.
    fileprivate var what: String {
        "\(figure)" + (percentile.map { ", percentile \($0)" } ?? "")
    }
}
