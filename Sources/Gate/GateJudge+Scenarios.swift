import GateKit
import Journal
import Statistics

extension GateJudge {
    /// Returns a scenario's part of the document.
    func document(
        _ track: GateTrack, _ tally: GateTally, _ proofs: [GateDocument.ProofOutcome], _ decision: GateDecision,
        _ logRatio: Double?
    ) -> GateDocument.Scenario {
        let limit = GateDocument.RateLimit(tally, track.confidence, isExact: !track.isSequential && decision == .passed)
        let clusters = tally.clusters
        return GateDocument.Scenario(
            name: track.scenario.name, hash: track.scenario.hash, file: track.scenario.spot?.file,
            line: track.scenario.spot?.line, class: sort(tally, proofs), trials: tally.trials.count,
            failures: tally.failures,
            leftOut: tally.leftOut.map {
                GateDocument.Omitted(
                    ordinal: $0.ordinal, folder: $0.folder, verdict: $0.verdict, witness: $0.witness)
            },
            notTrials: tally.notTrials.map {
                GateDocument.NotTrial(ordinal: $0.attempt.ordinal, folder: $0.attempt.folder, reason: $0.reason)
            },
            powerCycles: clusters.powerCycles, units: clusters.units, benches: clusters.benches,
            confidence: limit.confidence, upperLimit: limit.below, upperLimitWorstCase: limit.belowInWorstCase,
            upperLimitIsExact: limit.isExact,
            llr: logRatio.map(GateFigures.ratio), decision: decision, proofs: proofs, runs: runs(tally),
            failureKeys: failureKeys(tally))
    }

    func baselineScenario(_ track: GateTrack, _ tally: GateTally) -> GateDocument.Scenario {
        // The baseline serves for comparison only and is not judged.
        document(track, tally, [], .unproved, nil)
    }

    private func sort(_ tally: GateTally, _ proofs: [GateDocument.ProofOutcome]) -> GateClass {
        if tally.failures > 0 { return tally.failures == tally.trials.count ? .failed : .flaky }
        let wanted = proofs.map(\.runsWanted).max() ?? 0
        return tally.trials.isEmpty || tally.trials.count < wanted ? .unproved : .passed
    }

    private func runs(_ tally: GateTally) -> [GateDocument.Run] {
        let attempts = tally.trials.map(\.attempt) + tally.leftOut + tally.notTrials.map(\.attempt)
        return attempts.sorted { $0.ordinal < $1.ordinal }.map {
            GateDocument.Run(
                ordinal: $0.ordinal, folder: $0.folder, manifest: $0.manifest, verdict: $0.verdict, seed: $0.task.seed)
        }
    }

    private func failureKeys(_ tally: GateTally) -> [GateDocument.FailureKey] {
        var keys: [(key: String, count: Int, first: Int, assumed: Int)] = []
        for trial in tally.trials where trial.isFailure {
            let key = trial.attempt.failureKey ?? trial.attempt.verdict.rawValue
            let assumed = trial.attempt.isAssumed ? 1 : 0
            if let place = keys.firstIndex(where: { $0.key == key }) {
                keys[place].count += 1
                keys[place].assumed += assumed
            } else {
                keys.append((key, 1, trial.attempt.ordinal, assumed))
            }
        }
        return keys.map {
            GateDocument.FailureKey(
                key: $0.key, count: $0.count, firstOrdinal: $0.first, assumed: $0.assumed > 0 ? $0.assumed : nil)
        }
    }
}

extension GateDocument.RateLimit {
    init(_ tally: GateTally, _ confidence: Probability, isExact: Bool) {
        self.init(
            confidence: confidence, below: GateFigures.limit(tally.rate, confidence),
            belowInWorstCase: GateFigures.limit(tally.worstRate, confidence), isExact: isExact)
    }
}

/// Figures in the form used by documents: the same on every machine, and never rounded in the gate's favour.
public enum GateFigures {
    /// Returns an upper limit, rounded up to 9 places.
    static func limit(_ rate: FailureRate, _ confidence: Probability) -> Double {
        let limit = rate.upperLimit(confidence: confidence.value)
        return min(1, ((limit * 1e9) - 1e-3).rounded(.up) / 1e9)
    }

    static func ratio(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

    /// Returns an upper limit as a percentage with two places, rounded up: `4.96 %` for 0.049508.
    ///
    /// All of a gate's output uses this form, so that no limit appears with two values.
    public static func percent(up value: Double) -> String {
        guard value.isFinite else { return "unknown" }
        return percent(Int((min(1, max(0, value)) * 10_000 - 1e-6).rounded(.up)))
    }

    /// Returns a percentage rounded to the nearest, for probabilities, which promise nothing.
    static func percent(_ value: Double) -> String { percent(Int((value * 10_000).rounded())) }

    private static func percent(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return rest == 0 ? "\(whole) %" : "\(whole).\(rest < 10 ? "0" : "")\(rest) %"
    }
}
