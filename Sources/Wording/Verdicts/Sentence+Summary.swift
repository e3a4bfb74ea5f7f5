public import Ground
public import Journal

// The joint result of many runs.
extension Sentence {
    public static let nothingPlayed = Sentence("nothing was played")
    /// The skipping of everything selected; 0 if nothing was selected.
    public static func nothingShown(skipped: Int) -> Sentence {
        skipped == 0 ? nothingPlayed : Sentence("nothing was played: \(counted(skipped, "run")) skipped")
    }
    public static let noReasonKnown = Sentence("no reason is known")

    public static func counts(_ counts: [(verdict: VerdictKind, count: Int)]) -> Sentence {
        Sentence(counts.map { "\($0.count) \($0.verdict.words)" }.joined(separator: ", "))
    }

    public static func runs(_ runs: Int, _ verdicts: Sentence, in elapsed: Lapse) -> Sentence {
        Sentence("\(counted(runs, "run")): \(verdicts); \(elapsed) of rig time")
    }

    /// The number of hidden findings of runs that passed; nil for none.
    public static func hiddenFindings(warnings: Int, notes: Int) -> Sentence? {
        let counts = [(warnings, "warning"), (notes, "note")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
        guard !counts.isEmpty else { return nil }
        return Sentence("\(counts.joined(separator: " and ")) in runs that passed: --verbose shows them")
    }

    /// The number of runs that passed in part, because the rig has no UWB kit; nil for none.
    public static func partlyJudged(_ runs: Int) -> Sentence? {
        guard runs > 0 else { return nil }
        return Sentence("measurements of \(counted(runs, "run")) were not judged: the rig has no UWB kit")
    }

    /// The meanings, and their runs, beyond those listed, and whether they were not shown before.
    public static func moreMeanings(_ meanings: Int, runs: Int, areHidden: Bool) -> Sentence {
        Sentence(
            "and \(counted(runs, "run")) of \(counted(meanings, "other meaning"))"
                + (areHidden ? ": --failed-only shows each" : ""))
    }

    /// The lack of a judgement of a run's measurements.
    public static var measurementsNotJudged: Sentence {
        Sentence("its measurements were not judged: the rig has no UWB kit")
    }

    /// The number of events that a person at the bench reported.
    public static func operatorAnswers(_ count: Int) -> Sentence {
        Sentence("a person reported \(counted(count, "event"))")
    }

    public static func spread(of what: String, least: Lapse, median: Lapse, greatest: Lapse, count: Int) -> Sentence {
        Sentence("\(what): \(least) least, \(median) median, \(greatest) greatest, of \(count)")
    }

    // MARK: What was not played

    /// The way in which a run was not played.
    public enum Omission: String, Sendable {
        case leftOut = "left out"
        case skipped = "skipped"
    }

    public static func omitted(_ count: Int, _ how: Omission, because reason: String) -> Sentence {
        Sentence("\(count) \(how.rawValue): \(reason)")
    }
    public static func omitted(_ count: Int, _ how: Omission, forOtherReasons reasons: Int) -> Sentence {
        Sentence("\(count) \(how.rawValue) for \(counted(reasons, "other reason"))")
    }

    /// The shortfall when all scenarios are required.
    public static func required(all scenarios: Int, judged: Int) -> Sentence {
        let all = scenarios == 1 ? "the scenario" : "all \(scenarios) scenarios"
        return Sentence("\(all) must be judged completely, but \(only(judged))")
    }
    public static func required(atLeast least: Int, judged: Int) -> Sentence {
        Sentence("at least \(counted(least, "scenario")) must be judged completely, but \(only(judged))")
    }

    private static func only(_ judged: Int) -> String {
        switch judged {
        case 0: "none was"
        case 1: "only 1 was"
        default: "only \(judged) were"
        }
    }

    /// The number of scenarios played; `asked` is the selection in words, nil for everything.
    public static func onlyPlayed(_ played: Int, of scenarios: Int, asked: String?) -> Sentence {
        let part = asked.map { " in \($0)" } ?? ""
        guard played > 0 else {
            return Sentence(
                scenarios == 1 ? "the scenario was not played" : "none of the \(scenarios) scenarios\(part) was played")
        }
        let all = counted(scenarios, "scenario")
        let verb = played == 1 ? "was" : "were"
        return Sentence("only \(played) of the \(all)\(part) \(verb) played, so a pass shows little")
    }

    // MARK: What did not pass

    public static func scenario(_ name: String, seed: UInt64) -> Sentence { Sentence("\(name) with seed \(seed)") }

    /// Scenarios that ended alike, `most` of them by name, with the number of runs of each; the first with its place.
    public static func alike(
        _ scenarios: [(name: String, times: Int)], at spot: SourceSpot?, runs: Int, most: Int
    ) -> Sentence {
        let names = scenarios.prefix(most).enumerated().map { place, scenario in
            scenario.name + (scenario.times > 1 ? " \(scenario.times) times" : "")
                + (place == 0 ? spot.map { " (\($0))" } ?? "" : "")
        }
        let rest = scenarios.count - names.count
        return Sentence(
            (runs > 1 ? "\(runs) runs: " : "") + names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : ""))
    }
}
