import Ground
import Journal
import Links
import ScenarioKit

// Checks that hold over steps, and limits on what was measured.
extension Director {
    /// The first check over any block that nothing can mend any more.
    mutating func brokenInvariant() -> StepFailure? {
        for index in lanes.indices {
            for block in lanes[index].blocks where !block.invariants.isEmpty {
                guard let failure = breach(of: block) else { continue }
                current = index
                return failure
            }
        }
        return nil
    }

    private func breach(of block: Block) -> StepFailure? {
        for check in block.invariants {
            switch check {
            case .expect(let expectation):
                let seen = occurrences.count(expectation.outcome, since: block.firstOccurrence)
                if expectation.count.isExceeded(by: seen) {
                    return mismatch(expectation, seen: seen, since: block.firstOccurrence)
                }
            case .require(let requirement):
                if samples.isBroken(requirement, since: block.mark) {
                    return miss(requirement, samples.judge(requirement, since: block.mark))
                }
            }
        }
        return nil
    }

    /// Holds the checks over a block against all of its steps, which are over now.
    mutating func judgeInvariants(of block: Block, at now: Instant) throws(StepFailure) -> [Measured] {
        try judge(block.invariants, since: block.firstOccurrence, block.mark, at: now)
    }

    /// Holds checks against what was seen and measured since.
    mutating func judge(
        _ checks: [Check], since first: EventLog.Mark, _ mark: SampleLog.Mark, _ scope: CountScope = .everything,
        at now: Instant
    ) throws(StepFailure) -> [Measured] {
        var measured: [Measured] = []
        for check in checks {
            switch check {
            case .expect(let expectation):
                let seen = occurrences.count(expectation.outcome, since: first, scope)
                guard expectation.count.isMet(by: seen) else {
                    throw mismatch(expectation, seen: seen, since: first, scope)
                }
                try checkEvidence(for: expectation, seen: seen, since: first, mark, scope, at: now)
            case .require(let requirement):
                measured.append(try judge(requirement, since: mark))
            }
            self.checks += 1
        }
        return measured
    }

    func judge(_ requirement: Requirement, since mark: SampleLog.Mark) throws(StepFailure) -> Measured {
        let judged = samples.judge(requirement, since: mark)
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
            code: "requirement.notMet", expected: "\(requirement)", seen: seen, spot: requirement.spot,
            link: isRanging ? .kit : name.map { .bluetooth($0) } ?? .reader, cause: requirement.cause,
            restsOnKit: isRanging)
        if case .span(let limit) = requirement.bound.amount { failure.timing = .init(limit: limit, since: .start) }
        return failure
    }
}

extension Requirement {
    /// What it limits, in words: `latency of configuration of door (95th percentile)`.
    fileprivate var what: String {
        "\(figure)" + (percentile.map { ", percentile \($0)" } ?? "")
    }
}
