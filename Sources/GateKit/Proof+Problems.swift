import Statistics

extension Proof {
    /// The maximum number of runs of one scenario for a proof.
    public static let mostRuns = 1_000_000

    /// All problems of the proof, as sentences without a final full stop.
    public var problems: [String] {
        switch self {
        case .clean(let below, let confidence):
            let found = Self.rateProblems("the rate", below) + Self.confidenceProblems(confidence)
            return found.isEmpty ? tooMany : found
        case .sequential(let good, let bad, let teamRisk, let userRisk):
            return Self.sequentialProblems(good, bad, teamRisk, userRisk, else: tooMany)
        case .limit(let quantity, let share, let confidence, let limit, let runs):
            var found = quantity.isBlank ? ["it does not say which quantity"] : []
            if limit.isNeverKept { found.append("nothing takes \(limit) or less") }
            if !(500_000..<1_000_000).contains(share.perMillion) {
                found.append("the share is at least 50 % and below 100 %, not \(share)")
            }
            found += Self.confidenceProblems(confidence)
            if found.isEmpty { found = tooMany }
            if found.isEmpty, let runs {
                let needed = OrderStatistics.needed(for: share.value, confidence: confidence.value)
                if runs < needed { found.append("\(counted(runs, "run")) cannot show it: \(needed) are needed") }
            }
            return found
        case .noWorseRate(let margin, let runs):
            let found = Self.rateProblems("the margin", margin)
            guard found.isEmpty else { return found }
            let needed = Self.runsForMargin(margin)
            if runs < needed {
                return ["\(counted(runs, "run")) a side cannot show a margin of \(margin): \(needed) are needed"]
            }
            return tooMany
        case .noWorseQuantity(let quantity, let margin, _, let runs):
            var found = quantity.isBlank ? ["it does not say which quantity"] : []
            if !margin.isPositive { found.append("a margin is larger than 0, not \(margin)") }
            if runs < 5 { found.append("\(counted(runs, "run")) per side show nothing about a quantity: 5 at least") }
            return found + tooMany
        case .smoke(let runs):
            return runs < 1 ? ["at least one run, not \(runs)"] : tooMany
        }
    }

    /// Returns the minimum number of runs per side that prove a margin if none fails (Newcombe's upper limit at 95 %).
    static func runsForMargin(_ margin: Probability) -> Int {
        let z = Normal.quantile(0.975)
        // Without failures the limit is z^2 / (n + z^2).
        return Int((z * z * (1 - margin.value) / margin.value).rounded(.down)) + 1
    }

    private static func sequentialProblems(
        _ good: Probability, _ bad: Probability, _ teamRisk: Probability, _ userRisk: Probability,
        else more: [String]
    ) -> [String] {
        var found = good.isProper ? [] : ["the good rate lies above 0 and below 100 %, not \(good)"]
        found += rateProblems("the bad rate", bad)
        if good >= bad { found.append("the good rate, \(good), must lie below the bad one, \(bad)") }
        for (name, risk) in [("the team's risk", teamRisk), ("the user's risk", userRisk)] {
            if !(1..<500_000).contains(risk.perMillion) {
                found.append("\(name) lies above 0 and below 50 %, not \(risk)")
            }
        }
        return found.isEmpty ? more : found
    }

    /// Rejects rates above one half: tolerating failures in most runs is hardly a requirement, since one clean run
    /// would satisfy it.
    private static func rateProblems(_ name: String, _ rate: Probability) -> [String] {
        (1...500_000).contains(rate.perMillion) ? [] : ["\(name) lies above 0 and is at most 50 %, not \(rate)"]
    }

    /// Rejects a confidence of one half or less, at which a statement is as likely wrong as right.
    private static func confidenceProblems(_ confidence: Probability) -> [String] {
        (500_001..<1_000_000).contains(confidence.perMillion)
            ? [] : ["the confidence lies above 50 % and below 100 %, not \(confidence)"]
    }

    /// Problems with the number of runs, for parameters that are valid otherwise.
    private var tooMany: [String] {
        let runs: Int?
        switch self {
        case .clean(let below, let confidence) where below.isProper && confidence.isProper:
            runs = CleanRuns.needed(below: below.value, confidence: confidence.value)
        case .limit(_, let share, let confidence, _, let wanted) where share.isProper && confidence.isProper:
            runs = max(OrderStatistics.needed(for: share.value, confidence: confidence.value), wanted ?? 0)
        case .sequential(let good, let bad, let teamRisk, let userRisk):
            runs =
                (try? SequentialTest(
                    good: good.value, bad: bad.value, teamRisk: teamRisk.value, userRisk: userRisk.value))?
                .trialsToAccept(failures: 0)
        case .noWorseRate(_, let wanted), .noWorseQuantity(_, _, _, let wanted), .smoke(let wanted):
            runs = wanted
        case .clean, .limit:
            runs = nil
        }
        guard let runs, runs > Self.mostRuns else { return [] }
        return ["it takes \(runs) runs, and \(Self.mostRuns) at most are played"]
    }
}

extension Quantity {
    /// Whether no measured value can be at or below the limit: time passes, and a rate belongs to something that was
    /// seen.
    fileprivate var isNeverKept: Bool {
        switch self {
        case .span, .rate: !isPositive
        case .share(let share): share.permille < 0
        case .count(let count): count < 0
        case .distance, .angle: false
        }
    }

    fileprivate var isPositive: Bool {
        switch self {
        case .span(let span): span > .zero
        case .rate(let rate): rate.millihertz > 0
        case .share(let share): share.permille > 0
        case .distance(let distance): distance > .zero
        case .angle(let angle): angle.degrees > 0
        case .count(let count): count > 0
        }
    }
}
