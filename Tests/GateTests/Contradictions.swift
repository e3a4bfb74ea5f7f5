import GateKit
import JSON
import Journal
import Statistics

@testable import Gate

extension GateDocument {
    /// Every statement in the document that does not follow from the rest of it: an independent recalculation of what
    /// the judge derived.
    var contradictions: [String] {
        var found: [String] = []
        if format != Self.formatVersion { found.append("the format is \(format)") }
        found += planContradictions + hashContradictions
        let all = scenarios + (baseline?.scenarios ?? [])
        found += runContradictions(all)
        for scenario in all { found += scenario.contradictions }
        found += resultContradictions
        if circumstances.clockFault != nil, ![.error, .failed].contains(result) {
            found.append("the clock went wrong, and the result is \(result.rawValue)")
        }
        return found
    }

    private var circumstances: Circumstances {
        Circumstances(plan: plan, firmware: firmware, bench: bench, rig: rig, started: started, ended: ended)
    }

    private var planContradictions: [String] {
        do throws(JSONFileError) {
            let read = try PlanFile.plan(from: plan.text)
            var found = read.name == plan.name ? [] : ["the plan is called \(read.name.shown())"]
            if PlanFile.text(of: read) != plan.text { found.append("the plan's text is not as it was written") }
            return found
        } catch {
            return ["the plan cannot be read: \(error)"]
        }
    }

    private var hashContradictions: [String] {
        var hashes = [("the plan's hash", plan.hash), ("the firmware's hash", firmware.sha256)]
        if let hash = firmware.mcubootHash { hashes.append(("the image's hash", hash)) }
        if let baseline { hashes.append(("the baseline's hash", baseline.firmware.sha256)) }
        if let previousRecord { hashes.append(("the previous record's hash", previousRecord)) }
        for scenario in scenarios + (baseline?.scenarios ?? []) {
            hashes.append(("the hash of \(scenario.name.shown())", scenario.hash))
            hashes += scenario.runs.map { ("the manifest of run \($0.ordinal)", $0.manifest) }
        }
        return hashes.filter { !$0.1.isHash }.map { "\($0.0) is none" }
    }

    /// Returns violations of the rule that each started run occurs once, with its own folder and manifest.
    private func runContradictions(_ all: [Scenario]) -> [String] {
        var found: [String] = []
        let runs = all.flatMap(\.runs)
        let ordinals = runs.map(\.ordinal).sorted()
        // A run without evidence leaves a gap, and such a gate did not pass.
        let hasHole = ordinals != Array(1..<(ordinals.count + 1))
        if Set(ordinals).count != ordinals.count { found.append("an ordinal appears twice") }
        if hasHole, result == .passed { found.append("a run is missing between the ordinals") }
        if Set(runs.map(\.manifest)).count != runs.count { found.append("two runs have one manifest") }
        if Set(runs.map(\.folder)).count != runs.count { found.append("two runs have one folder") }
        let names = scenarios.map(\.name) + (unplayed ?? []).map(\.scenario)
        if Set(names).count != names.count { found.append("a scenario appears twice") }
        return found
    }

    private var resultContradictions: [String] {
        var found: [String] = []
        let decisions = scenarios.map(\.decision) + quantities.map(\.decision)
        if decisions.contains(.failed) != (result == .failed) {
            found.append(
                "the result is \(result.rawValue), and \(decisions.contains(.failed) ? "something" : "nothing") failed")
        }
        if decisions.contains(.excused) != !excused.isEmpty, result == .passed {
            found.append("the excused failures do not fit the decisions")
        }
        let worst = IdentityLevel.allCases.first { level in firmware.identity.readings.contains { $0.level == level } }
        if (worst ?? .unknown) != firmware.identity.level {
            found.append("the identity is not the worst of its readings")
        }
        guard result == .passed else { return found }
        if scenarios.isEmpty { found.append("it passed without a scenario") }
        if unplayed != nil, plan.kind != .standard { found.append("it passed, and left out what its plan asks for") }
        if rehearsal { found.append("it passed, and was a rehearsal") }
        if decisions.contains(.unproved) { found.append("it passed, and something is unproved") }
        if !firmware.identity.level.reaches(.claimed) { found.append("it passed without knowing which firmware ran") }
        let last = scenarios.flatMap(\.runs).map(\.ordinal).max() ?? 0
        let places = firmware.identity.readings.map(\.afterOrdinal)
        let first = scenarios.flatMap(\.runs).map(\.ordinal).min() ?? 0
        if !places.contains(where: { $0 < first }) || !places.contains(where: { $0 >= last }) {
            found.append("the identity was not read before the first run and after the last one")
        }
        return found
    }
}

extension GateDocument.Scenario {
    /// The contradictions within one scenario.
    fileprivate var contradictions: [String] {
        let others = Set(leftOut.map(\.ordinal) + notTrials.map(\.ordinal))
        let counts = runs.filter { !others.contains($0.ordinal) }
        var found: [String] = []
        if others.count != leftOut.count + notTrials.count || !others.isSubset(of: runs.map(\.ordinal)) {
            found.append("a run that is no trial is not among the runs")
        }
        if counts.count != trials { found.append("\(trials) trials are stated, but there are \(counts.count)") }
        let failed = counts.count { $0.verdict != .passed }
        if failed != failures { found.append("\(failures) failures are stated, but there are \(failed)") }
        if failureKeys.reduce(0, { $0 + $1.count }) != failures {
            found.append("the failure keys do not add up to that")
        }
        let own = GateDocument.RateLimit(
            confidence: confidence, below: upperLimit, belowInWorstCase: upperLimitWorstCase,
            isExact: upperLimitIsExact)
        let limits = [own] + proofs.map(\.limit)
        guard trials >= 0, failures >= 0, failures <= trials, limits.allSatisfy(\.confidence.isProper) else {
            return (found + ["the counts are none"]).map { "\(name.shown()): \($0)" }
        }
        let rate = FailureRate(failures: failures, trials: trials)
        let worst = FailureRate(failures: failures + leftOut.count, trials: trials + leftOut.count)
        // The last decimal place may differ between two machines' logarithms.
        let areRight = limits.allSatisfy { limit in
            abs(GateFigures.limit(rate, limit.confidence) - limit.below) <= 2e-9
                && abs(GateFigures.limit(worst, limit.confidence) - limit.belowInWorstCase) <= 2e-9
        }
        if !areRight { found.append("the upper limits do not follow from the counts") }
        if failures > 0, `class` != (failures == trials ? .failed : .flaky) { found.append("the class is another one") }
        if failures == 0, `class` == .failed || `class` == .flaky {
            found.append("nothing failed, and the class says so")
        }
        let decisions = proofs.map(\.decision)
        if decision == .passed {
            if decisions.isEmpty || decisions.contains(where: { $0 != .passed }) {
                found.append("it passed without proof")
            }
            let isTolerant = proofs.allSatisfy { $0.kind == .sequential || $0.kind == .noWorse || $0.kind == .limit }
            if failures > 0, !isTolerant { found.append("it passed with a failure that its proof does not allow") }
            if proofs.contains(where: { $0.kind == .smoke }) { found.append("it passed on smoke alone") }
            if proofs.contains(where: { $0.runsWanted > trials }) { found.append("it passed with too few runs") }
        }
        if decisions.contains(.failed) != (decision == .failed) {
            found.append("its decision does not follow from its proofs")
        }
        return found.map { "\(name.shown()): \($0)" }
    }
}

extension String {
    /// Whether the string consists of 64 lower-case hexadecimal digits.
    fileprivate var isHash: Bool {
        utf8.count == 64 && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
