public import GateKit
import Journal
import Statistics

/// The outcome of a gate: the parts of its document that follow from the runs.
public struct GateOutcome: Hashable, Sendable {
    public let result: GateResult
    /// The reasons why the result is not `passed`, or what was excused; most important first.
    public let reasons: [String]
    public let rehearsal: Bool
    public let scenarios: [GateDocument.Scenario]
    /// The scenarios that were left out before the gate began.
    public let unplayed: [GateDocument.Unplayed]
    public let baseline: [GateDocument.Scenario]
    public let quantities: [GateDocument.Quantity]
    public let excused: [GateDocument.Excuse]
    /// The lowest identity level read for the candidate.
    public let identity: IdentityLevel
    /// The number of started runs without evidence.
    public let lost: Int
}

extension GateJudge {
    /// Returns the current outcome; before the end, everything missing appears as a reason.
    public func outcome() -> GateOutcome {
        var verdict = GateVerdict()
        let (candidates, baselines, rulings) = judged
        judgeOpenStretches(&verdict)
        var scenarios: [GateDocument.Scenario] = []
        var excused: [GateDocument.Excuse] = []
        for (index, track) in tracks.enumerated() {
            let scenario = scenario(track, candidates[index], rulings[index], &verdict)
            scenarios.append(scenario)
            if scenario.decision == .excused { excused += excuses(track, candidates[index]) }
        }
        judgeWhole(candidates, baselines, excused, &verdict)
        let sides = tracks.indices.filter { tracks[$0].needsBaseline && options.hasBaseline }
        return GateOutcome(
            result: verdict.result, reasons: verdict.reasons, rehearsal: rehearses, scenarios: scenarios,
            unplayed: unplayed, baseline: sides.map { baselineScenario(tracks[$0], baselines[$0]) },
            quantities: rulings.flatMap { $0.compactMap(\.quantity) }, excused: excused, identity: identity,
            lost: lost.count)
    }

    private typealias Judged = (candidates: [GateTally], baselines: [GateTally], rulings: [[GateRuling]])

    /// The tallies and rulings that count.
    ///
    /// Runs after the last good reading prove nothing good, but the failures they show remain: a failure counts even
    /// if no further reading was taken.
    private var judged: Judged {
        var judged = judged(isFinal: true)
        guard sides.contains(where: { openStretch($0) != nil }) else { return judged }
        let open = self.judged(isFinal: false)
        for track in tracks.indices where open.rulings[track].contains(where: { $0.decision == .failed }) {
            judged.candidates[track] = open.candidates[track]
            judged.baselines[track] = open.baselines[track]
            judged.rulings[track] = open.rulings[track]
        }
        return judged
    }

    private func judged(isFinal: Bool) -> Judged {
        let candidates = tracks.indices.map { tally($0, .candidate, isFinal: isFinal) }
        let baselines = tracks.indices.map { tally($0, .baseline, isFinal: isFinal) }
        let rulings = tracks.indices.map { tracks[$0].rulings(candidates[$0], baselines[$0]) }
        return (candidates, baselines, adjusted(rulings))
    }

    /// Adjusts several comparisons with a baseline jointly by Holm's method (section 1.6).
    private func adjusted(_ rulings: [[GateRuling]]) -> [[GateRuling]] {
        let chances = rulings.flatMap { $0.compactMap { $0.worse?.probability } }
        guard !chances.isEmpty, let adjusted = try? SeveralTests.holm(chances) else { return rulings }
        var rest = adjusted[...]
        return rulings.map { list in
            list.map { ruling in
                guard let worse = ruling.worse, let chance = rest.popFirst() else { return ruling }
                guard chance <= 0.05, worse.mayFail else { return ruling }
                var failed = ruling
                failed.decision = .failed
                failed.statement = worse.statement
                failed.quantity = failed.quantity.map { $0.deciding(.failed, worse.statement) }
                return failed
            }
        }
    }

    private func scenario(
        _ track: GateTrack, _ tally: GateTally, _ rulings: [GateRuling], _ verdict: inout GateVerdict
    ) -> GateDocument.Scenario {
        let name = track.scenario.name.shown()
        let proofs = zip(track.proofs, rulings).map { proof, ruling in
            GateDocument.ProofOutcome(
                kind: proof.proof.kind, decision: ruling.decision ?? .unproved, runsWanted: proof.fewest,
                statement: ruling.decision == nil ? "not decided: \(ruling.statement)" : ruling.statement,
                limit: GateDocument.RateLimit(
                    tally, proof.confidence, isExact: !track.isSequential && ruling.decision == .passed),
                llr: ruling.logRatio.map(GateFigures.ratio))
        }
        var decisions = proofs.map(\.decision)
        for proof in proofs where proof.decision == .failed { verdict.add(.failed, "\(name): \(proof.statement)") }
        for proof in proofs where proof.decision == .unproved {
            verdict.add(.inconclusive, "\(name) (\(proof.kind.rawValue)): \(proof.statement)")
        }
        for reason in obstacles(track, tally) {
            decisions.append(.unproved)
            verdict.add(.inconclusive, "\(name): \(reason)")
        }
        let decision: GateDecision =
            decisions.contains(.failed)
            ? .failed : decisions.contains(.unproved) ? .unproved : decisions.contains(.excused) ? .excused : .passed
        return document(track, tally, proofs, decision, rulings.compactMap(\.logRatio).first)
    }

    /// Returns the reasons why a scenario is not proved, regardless of its proofs.
    private func obstacles(_ track: GateTrack, _ tally: GateTally) -> [String] {
        var reasons: [String] = []
        if tally.isSkipped { reasons.append("the rig cannot play it") }
        if let run = tally.unwitnessed {
            reasons.append("run \(run.ordinal) ended in an error, and nothing shows that it was the rig's fault")
        }
        let (clusters, wanted) = (tally.clusters, track.spread)
        if !tally.trials.isEmpty {
            let pairs = [
                ("power cycle", clusters.powerCycles, wanted.powerCycles), ("unit", clusters.units, wanted.units),
                ("bench", clusters.benches, wanted.benches),
            ]
            for (noun, count, least) in pairs where count < least {
                let plural = noun == "bench" ? "benches" : noun + "s"
                reasons.append("its runs come from \(counted(count, noun, plural)), and the plan asks for \(least)")
            }
        }
        return reasons
    }

    /// Judges everything that concerns no single scenario.
    private func judgeWhole(
        _ candidates: [GateTally], _ baselines: [GateTally], _ excused: [GateDocument.Excuse],
        _ verdict: inout GateVerdict
    ) {
        if tracks.isEmpty {
            verdict.add(
                .inconclusive,
                unplayed.isEmpty ? "the plan selects no scenario" : "the rig can play none of the plan's scenarios")
        } else if !unplayed.isEmpty {
            verdict.add(.passed, GateSentences.leftOut(unplayed, of: tracks.count + unplayed.count))
        }
        if let least = plan.coverage, tracks.count < least {
            verdict.add(.error, GateSentences.coverage(tracks.count, least: least, of: plan.name))
        }
        for fault in evidenceFaults { verdict.add(.error, fault) }
        judgeIdentity(&verdict)
        if wasAborted { verdict.add(.inconclusive, "the gate was interrupted") }
        for ordinal in lost.sorted() { verdict.add(.inconclusive, "run \(ordinal) was started and left no evidence") }
        for place in tasks.indices where isPending(place) {
            verdict.add(.inconclusive, "run \(place + 1) was started, and its evidence is not there")
        }
        if rehearses {
            verdict.add(.inconclusive, "a rehearsal: no run used any firmware, so nothing is shown about one")
        }
        judgeLeftOut(candidates, baselines, &verdict)
        if !excused.isEmpty {
            let names = excused.map(\.scenario).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
            let last = excused.map(\.until).min().map(\.description) ?? ""
            let owners = excused.map { $0.owner.shown() }.joined(separator: ", ")
            let words = "\(counted(names.count, "scenario")) excused until \(last) (owners: \(owners))"
            if options.allowQuarantine {
                verdict.add(.passed, "passed with \(words)")
            } else {
                verdict.add(.inconclusive, "\(words): it takes --allow-quarantine to pass with that")
            }
        }
    }

    /// Explains why faultless runs do not count; this comes before the scenarios that therefore have too few.
    private func judgeOpenStretches(_ verdict: inout GateVerdict) {
        for side in sides {
            guard let (reading, runs) = openStretch(side) else { continue }
            let place = reading == 0 ? "once the runs had begun" : "after run \(reading)"
            verdict.add(
                .inconclusive,
                "the running \(side.rawValue) was not verified \(place): \(counted(runs, "run")) since then can "
                    + "show nothing good")
        }
    }

    private func judgeIdentity(_ verdict: inout GateVerdict) {
        for side in sides {
            let own = readings.filter { $0.side == side }
            let who = side == .candidate ? "the candidate" : "the baseline"
            if own.contains(where: { $0.level == .contradicted }) {
                verdict.add(.error, "the device reported another firmware than \(who)")
            } else if let bad = own.first(where: { !accepts($0.level) }) {
                let option = bad.level == .claimed ? ", and --accept-claimed was not given" : ""
                verdict.add(
                    .inconclusive,
                    "that \(who) ran is \(bad.level.rawValue), and the plan asks for \(plan.identity.rawValue)\(option)"
                )
            } else if own.isEmpty, !tracks.isEmpty {
                verdict.add(.inconclusive, "it was not verified that \(who) ran")
            }
        }
    }

    private func judgeLeftOut(_ candidates: [GateTally], _ baselines: [GateTally], _ verdict: inout GateVerdict) {
        func count(_ tallies: [GateTally]) -> (leftOut: Int, all: Int) {
            let leftOut = tallies.flatMap(\.leftOut).count(where: \.isRigs)
            return (leftOut, tallies.reduce(0) { $0 + $1.attempts } - tallies.flatMap(\.leftOut).count + leftOut)
        }
        let (own, other) = (count(candidates), count(baselines))
        let (leftOut, all) = (own.leftOut + other.leftOut, own.all + other.all)
        let bounds = plan.leftOut
        if hasLeftOutInARow {
            verdict.add(.error, "\(counted(bounds.inARow, "run")) one after the other came to no verdict")
        }
        if leftOut * 1_000_000 > bounds.share.perMillion * all {
            verdict.add(.error, "\(leftOut) of \(counted(all, "run")) came to no verdict, and \(bounds.share) may")
        }
        guard other.all > 0, own.all > 0, own.leftOut * other.all > other.leftOut * own.all else { return }
        let comparison = RateComparison(
            candidate: FailureRate(failures: own.leftOut, trials: own.all),
            baseline: FailureRate(failures: other.leftOut, trials: other.all))
        if comparison.candidateIsWorse <= 0.05 {
            verdict.add(.inconclusive, "the rig fails more often with this firmware than with the baseline")
        }
    }

    private func excuses(_ track: GateTrack, _ tally: GateTally) -> [GateDocument.Excuse] {
        track.quarantine.compactMap { entry in
            let count = tally.trials.count {
                $0.isFailure && entry.excuses(scenario: track.scenario.name, failureKey: $0.attempt.failureKey)
            }
            guard count > 0, let until = entry.until else { return nil }
            return GateDocument.Excuse(
                scenario: entry.scenario, failure: entry.failureKey, owner: entry.owner, reason: entry.reason,
                until: until,
                failures: count)
        }
    }

    private var identity: IdentityLevel {
        let levels = readings.filter { $0.side == .candidate }.map(\.level)
        return levels.min() ?? .unknown
    }
}

/// A collection of reasons, each with the result it leads to.
struct GateVerdict {
    private(set) var result = GateResult.passed
    private var found: [(result: GateResult, reason: String)] = []

    mutating func add(_ result: GateResult, _ reason: String) {
        self.result = self.result.joined(with: result)
        found.append((result, reason))
    }

    /// The reasons, most important first and otherwise in the order of their discovery.
    var reasons: [String] {
        [GateResult.failed, .error, .inconclusive, .passed].flatMap { result in
            found.filter { $0.result == result }.map(\.reason)
        }
    }
}

extension GateDocument.Quantity {
    func deciding(_ decision: GateDecision, _ statement: String) -> GateDocument.Quantity {
        GateDocument.Quantity(
            scenario: scenario, name: name, unit: unit, n: n, never: never, statement: statement, limit: limit,
            value: value, decision: decision)
    }
}
