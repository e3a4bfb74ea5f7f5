import GateKit
import Journal
import Reports
import Statistics

/// Sentences about what a gate proves and does not prove, made from its document's values (gate.md, section 5.4).
public enum GateSentences {
    /// Returns the probability that a fault with this rate would have shown (section 1.3); it accompanies every pass.
    static func rarely(_ rate: Double, in runs: Int) -> String {
        let chance = GateFigures.percent(CleanRuns.chanceToSee(rate: rate, in: runs))
        return "a fault that strikes in \(GateFigures.percent(rate)) of runs has only a \(chance) chance of showing in "
            + counted(runs, "run")
    }

    static func proves(
        _ outcome: GateOutcome, _ plan: GatePlan, _ firmware: GateDocument.Firmware, _ bench: GateDocument.Bench,
        units: [String]
    ) -> [String] {
        var lines: [String] = []
        let trials = outcome.scenarios.reduce(0) { $0 + $1.trials }
        if !outcome.rehearsal, trials > 0 {
            let sources = firmware.identity.readings.map(\.source).reduce(into: [String]()) {
                if !$0.contains($1) { $0.append($1) }
            }
            let how = sources.isEmpty ? "" : " by \(sources.map { $0.shown() }.joined(separator: ", "))"
            let who = units.isEmpty ? "" : " on \(units.map { $0.shown() }.joined(separator: ", "))"
            lines.append(
                "\(firmware.file.shown()), SHA-256 \(firmware.sha256.prefix(10)), ran\(who), bench "
                    + "\(bench.name.shown()): \(outcome.identity.rawValue)\(how)")
            for scenario in outcome.scenarios where scenario.decision == .passed {
                let leftOut = scenario.leftOut.count
                lines += scenario.proofs.map { "\(scenario.name.shown()): \($0.sentence(leftOut: leftOut))" }
            }
        }
        let all = outcome.scenarios + outcome.baseline
        let runs = all.reduce(outcome.lost) { $0 + $1.runs.count }
        let leftOut = all.reduce(0) { $0 + $1.leftOut.count }
        let others = all.reduce(0) { $0 + $1.notTrials.count }
        lines.append(
            "nothing was retried or left out beyond this list: \(counted(runs, "run")) started, "
                + "\(leftOut) without a verdict, \(others) that are no trials"
                + (outcome.lost == 0 ? "" : ", \(outcome.lost) without evidence"))
        return lines
    }

    /// Returns the statement that the rig can play fewer scenarios than a plan requires.
    public static func coverage(_ count: Int, least: Int, of plan: String) -> String {
        "the plan \(plan.shown()) requires \(counted(least, "scenario")), and the rig can play \(count)"
    }

    /// Returns the statement that a plan was played only in part.
    static func leftOut(_ unplayed: [GateDocument.Unplayed], of all: Int) -> String {
        "\(unplayed.count) of \(counted(all, "scenario")) were left out on this rig"
    }

    /// Returns one sentence per reason for leaving scenarios out, starting with the most frequent reason.
    static func leftOut(_ unplayed: [GateDocument.Unplayed]) -> [String] {
        var reasons: [(reason: String, names: [String])] = []
        for one in unplayed {
            if let place = reasons.firstIndex(where: { $0.reason == one.reason }) {
                reasons[place].names.append(one.scenario)
            } else {
                reasons.append((one.reason, [one.scenario]))
            }
        }
        let sorted = reasons.enumerated().sorted {
            ($1.element.names.count, $0.offset) < ($0.element.names.count, $1.offset)
        }
        return sorted.map { _, one in
            let names = one.names.prefix(mostNames).map { $0.shown() }.joined(separator: ", ")
            let more = one.names.count > mostNames ? " and \(one.names.count - mostNames) more" : ""
            return "anything of \(names)\(more), left out: \(one.reason)"
        }
    }

    /// The maximum number of scenarios named in a sentence; the document has all.
    private static let mostNames = 12

    static func doesNotProve(
        _ outcome: GateOutcome, _ scenarios: [ScenarioFacts], units: [String]
    ) -> [String] {
        var lines: [String] = []
        if outcome.rehearsal { lines.append("anything about a firmware: no run touched one") }
        lines += leftOut(outcome.unplayed)
        let who = units.isEmpty ? "" : " than \(units.map { $0.shown() }.joined(separator: ", "))"
        lines.append("other units\(who), and other hardware revisions")
        var rarer: [(chance: String, names: [String])] = []
        for scenario in outcome.scenarios {
            let name = scenario.name.shown()
            switch scenario.decision {
            case .passed:
                let chance = rarely(rare(scenario), in: scenario.trials)
                if let place = rarer.firstIndex(where: { $0.chance == chance }) {
                    rarer[place].names.append(name)
                } else {
                    rarer.append((chance, [name]))
                }
            case .excused:
                lines.append("that \(name) is good: it failed in \(scenario.failures) of \(scenario.trials) runs")
            case .failed, .unproved:
                lines.append("that \(name) is good")
            }
        }
        // A statement that applies to many scenarios appears once.
        lines += rarer.map { chance, names in
            let who = names.count <= 3 ? names.joined(separator: ", ") : counted(names.count, "scenario")
            return "faults of \(who) that are rarer: \(chance)"
        }
        if scenarios.contains(where: \.hasCompanions) { lines.append(RunCoverage.besidesScreens) }
        lines += [
            "other environments, temperatures and phones", "the air: no radio parameters were measured",
            "that the rig's model of a phone equals an iPhone", "the absence of defects that the zoo does not know",
        ]
        return lines
    }

    /// Returns a rate well below the one excluded: a fifth of the upper limit, rounded to whole percents or tenths of
    /// a percent.
    private static func rare(_ scenario: GateDocument.Scenario) -> Double {
        let fifth = scenario.upperLimit / 5
        return fifth >= 0.01 ? (fifth * 100).rounded() / 100 : max(0.0001, (fifth * 1000).rounded() / 1000)
    }
}

extension GateDocument.ProofOutcome {
    /// Returns the statement and, for a proof that passed, the limit of the failure rate, without a final full stop.
    ///
    /// `leftOut` is the number of the scenario's runs that were left out.
    public func sentence(leftOut: Int) -> String {
        guard decision == .passed else { return statement }
        let others =
            leftOut == 0
            ? ""
            : ", and \(GateFigures.percent(up: limit.belowInWorstCase)) with \(counted(leftOut, "left-out run")) "
                + "counted as failed"
        let fixed = limit.isExact ? "" : ", as if the number of runs had been fixed"
        return "\(statement); upper limit \(GateFigures.percent(up: limit.below)) with \(limit.confidence) "
            + "confidence\(others)\(fixed)"
    }
}
