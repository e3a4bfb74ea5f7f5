import GateKit
import Journal
import Statistics

extension GateProof {
    /// Compares the order statistic of the first runs, and of all of them, with the limit (gate.md, section 2.2).
    func limit(
        _ track: GateTrack, _ tally: GateTally, of name: String, share: Probability, confidence: Probability,
        limit: Quantity
    ) -> GateRuling {
        let (bound, unit) = limit.parts
        var ruling = GateRuling(wanted: fewest, statement: "\(name) was measured in too few runs")
        let values = tally.values(of: name, in: unit)
        let isDone = tally.trials.count >= fewest && tally.pending == 0
        guard let values else {
            if isDone { ruling.decision = .unproved }
            ruling.statement = "\(name) was not measured in \(unit.rawValue)"
            ruling.quantity = quantity(track, name, unit, [], ruling.statement, bound, nil, .unproved)
            return ruling
        }
        let first = Array(values.prefix(fewest))
        func statistic(_ values: [Double]) -> Double? {
            OrderStatistics.upperLimitRank(of: share.value, confidence: confidence.value, in: values.count)
                .map { values.sorted()[$0 - 1] }
        }
        let rank = OrderStatistics.upperLimitRank(of: share.value, confidence: confidence.value, in: fewest) ?? fewest
        let over = first.count { $0 > Double(bound) }
        let words = "\(share) of the runs have \(name) at or below \(limit)"
        var found: Double?
        if over > fewest - rank {
            ruling.decision = .failed
            found = statistic(values)
            ruling.statement = "not shown that \(words): \(over) of \(counted(first.count, "run")) are above it"
        } else if isDone, let early = statistic(first), let all = statistic(values) {
            found = max(early, all)
            let isBelow = max(early, all) <= Double(bound)
            ruling.decision = isBelow ? .passed : .failed
            ruling.statement =
                isBelow
                ? "\(words), with \(confidence) confidence: \(values.count) runs"
                : "not shown that \(words): \(values.count) runs"
        }
        ruling.quantity = quantity(
            track, name, unit, values, ruling.statement, bound, found, ruling.decision ?? .unproved)
        return heedingFailures(ruling, track, tally)
    }

    /// Returns a ruling that accounts for failures: a quantity of a failing scenario proves nothing unless another
    /// proof judges the failures.
    private func heedingFailures(_ ruling: GateRuling, _ track: GateTrack, _ tally: GateTally) -> GateRuling {
        guard !track.judgesFailures, tally.failures > 0, ruling.decision != .failed else { return ruling }
        var ruling = ruling
        let counts = "\(tally.failures) of \(counted(tally.trials.count, "run")) failed"
        if !track.excusesAll(tally) || (ruling.decision != nil && tally.failures == tally.trials.count) {
            ruling.decision = .failed
            ruling.statement = counts
        } else if ruling.decision == .passed {
            ruling.decision = .excused
            ruling.statement = "\(counts), each in a way that is in quarantine: \(ruling.statement)"
        }
        return ruling
    }

    /// Judges that a quantity is not worse: Schuirmann's tests may pass it; a Mann-Whitney test with a shift beyond
    /// the margin may fail it (2.4, 2.6).
    func noWorse(
        _ track: GateTrack, _ candidate: GateTally, _ baseline: GateTally, in name: String, margin: Quantity,
        direction: Proof.Direction
    ) -> GateRuling {
        let (bound, unit) = margin.parts
        guard track.hasBaseline else {
            return GateRuling(decision: .unproved, statement: "there is no baseline to compare with")
        }
        var ruling = GateRuling(
            wanted: fewest, wantedBaseline: fewest, statement: "\(name) was measured in too few runs to compare")
        guard min(candidate.trials.count, baseline.trials.count) >= fewest, candidate.pending + baseline.pending == 0
        else { return ruling }
        // The sign makes larger values worse; an event that never occurred is the worst in both directions.
        func turned(_ tally: GateTally) -> [Double]? {
            tally.values(of: name, in: unit)?.map { direction == .smaller && $0.isFinite ? -$0 : $0 }
        }
        ruling.decision = .unproved
        guard let own = turned(candidate), let other = turned(baseline),
            let shift = try? ShiftTest(other, own)
        else {
            ruling.statement = "\(name) was not measured in \(unit.rawValue) on both sides"
            ruling.quantity = quantity(track, name, unit, [], ruling.statement, bound, nil, .unproved)
            return ruling
        }
        // Schuirmann's tests reject infinite values, so there is no equivalence then.
        let equivalence = try? Equivalence(other, own, margin: Double(bound))
        let isWithin =
            direction == .either ? equivalence?.holds() ?? false : (equivalence?.isHigher ?? 1) <= 0.05
        if isWithin { ruling.decision = .passed }
        ruling.statement =
            isWithin
            ? "\(name) is not worse than the baseline's by \(margin) or more"
            : "not shown that \(name) is no worse than the baseline's by \(margin)"
        // Without a finite median there is a shift only if more of the candidate's values are missing.
        let distance = shift.shift ?? (own.count { $0 == .infinity } > other.count { $0 == .infinity } ? .infinity : 0)
        let isBeyond = direction == .either ? abs(distance) > Double(bound) : distance > Double(bound)
        ruling.worse = (
            shift.probability, isBeyond, "\(name) is worse than the baseline's by more than \(margin)"
        )
        let shown = direction == .smaller ? -distance : distance
        ruling.quantity = quantity(
            track, name, unit, own, ruling.statement, bound, shown, ruling.decision ?? .unproved)
        return heedingFailures(ruling, track, candidate)
    }

    private func quantity(
        _ track: GateTrack, _ name: String, _ unit: Quantity.WrittenUnit, _ values: [Double], _ statement: String,
        _ limit: Int64, _ value: Double?, _ decision: GateDecision
    ) -> GateDocument.Quantity {
        GateDocument.Quantity(
            scenario: track.scenario.name, name: name, unit: unit, n: values.count,
            never: values.count { !$0.isFinite }, statement: statement, limit: limit,
            value: value.flatMap { Int64(exactly: $0.rounded()) }, decision: decision)
    }
}
