import GRDB
import Journal
import Statistics

/// Compares two firmwares by their runs in a store.
struct ComparisonQuestion {
    private typealias Rate = FirmwareComparison.Rate
    private typealias Shift = FirmwareComparison.Shift

    private let database: Database
    private let contents: StoreContents
    private let baseline: TestedFirmware
    private let candidate: TestedFirmware

    init(
        _ database: Database, _ contents: StoreContents, _ baseline: TestedFirmware, _ candidate: TestedFirmware
    ) {
        (self.database, self.contents, self.baseline, self.candidate) = (database, contents, baseline, candidate)
    }

    func comparison(_ filter: HistoryFilter) throws -> FirmwareComparison {
        let groups = try HistoryGroups(database, contents).groups.filter {
            filter.fits(scenario: $0.scenario) && filter.fits(bench: $0.bench)
        }
        let (old, new) = (groups.filter { $0.firmware == baseline }, groups.filter { $0.firmware == candidate })
        var pairs: [(old: HistoryGroup, new: HistoryGroup)] = []
        var uncompared: [FirmwareComparison.Uncompared] = []
        for group in new {
            if let other = old.first(where: { $0.scenario == group.scenario && $0.bench == group.bench }) {
                if let why = Self.obstacle(other, group) {
                    uncompared.append(.init(scenario: group.scenario.name, bench: group.bench.shown, why: why))
                } else {
                    pairs.append((other, group))
                }
            } else {
                uncompared.append(
                    .init(
                        scenario: group.scenario.name, bench: group.bench.shown,
                        why: Self.absence(of: group, among: old, in: "baseline")))
            }
        }
        for group in old where !new.contains(where: { $0.scenario == group.scenario && $0.bench == group.bench }) {
            uncompared.append(
                .init(
                    scenario: group.scenario.name, bench: group.bench.shown,
                    why: Self.absence(of: group, among: new, in: "candidate")))
        }
        // Rehearsals do not count towards the correction of real runs.
        let (real, made) = (pairs.filter { !$0.new.bench.isMade }, pairs.filter(\.new.bench.isMade))
        return FirmwareComparison(
            baseline: baseline, candidate: candidate, rates: Self.rates(real) + Self.rates(made),
            shifts: try shifts(real) + shifts(made), uncompared: uncompared)
    }

    private static func obstacle(_ old: HistoryGroup, _ new: HistoryGroup) -> String? {
        if new.scenario.hash.isEmpty { return "its runs do not tell which content the scenario had" }
        if old.trials == 0 { return "with the baseline no run passed or failed" }
        if new.trials == 0 { return "with the candidate no run passed or failed" }
        return nil
    }

    /// Returns why there is nothing to compare with.
    private static func absence(of group: HistoryGroup, among others: [HistoryGroup], in which: String) -> String {
        let same = others.filter { $0.scenario.name == group.scenario.name }
        if same.isEmpty { return "the \(which) was not tested with it" }
        if same.allSatisfy({ $0.scenario.hash != group.scenario.hash }) {
            return "the \(which) was tested with another content of it"
        }
        return "the \(which) was tested with it on another bench, or by another version of the rig"
    }

    // MARK: Rates

    private static func rates(_ pairs: [(old: HistoryGroup, new: HistoryGroup)]) -> [Rate] {
        let counts = pairs.map { (FirmwareComparison.RunCount($0.old), FirmwareComparison.RunCount($0.new)) }
        let worse = counts.map { old, new in HistoryFigures.comparison(new, old).candidateIsWorse }
        let better = counts.map { old, new in HistoryFigures.comparison(old, new).candidateIsWorse }
        let (worseCorrected, betterCorrected) = (HistoryFigures.holm(worse), HistoryFigures.holm(better))
        return pairs.indices.map { place in
            let (old, new) = counts[place]
            let toShow = failuresToShow(old, new)
            let canBeBetter = isWorse(old, than: new.failing(0))
            let finding: FirmwareComparison.Finding =
                if worseCorrected[place] <= FirmwareComparison.significance {
                    .worse
                } else if betterCorrected[place] <= FirmwareComparison.significance {
                    .better
                } else {
                    toShow == nil && !canBeBetter ? .notEnough : .notShown
                }
            let difference = HistoryFigures.comparison(new, old).interval(confidence: 0.95)
            return Rate(
                scenario: pairs[place].new.scenario, bench: pairs[place].new.bench, baseline: old, candidate: new,
                pWorse: worse[place], pWorseCorrected: worseCorrected[place],
                pBetterCorrected: betterCorrected[place], differenceLow: difference.lower,
                differenceHigh: difference.upper, failuresToShow: toShow, finding: finding)
        }
    }

    /// Returns the smallest number of failures of the candidate that is significantly worse; found by bisection.
    private static func failuresToShow(
        _ old: FirmwareComparison.RunCount, _ new: FirmwareComparison.RunCount
    ) -> Int? {
        guard isWorse(new.failing(new.trials), than: old) else { return nil }
        var (low, high) = (0, new.trials)
        while low < high {
            let middle = (low + high) / 2
            if isWorse(new.failing(middle), than: old) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func isWorse(
        _ one: FirmwareComparison.RunCount, than other: FirmwareComparison.RunCount
    ) -> Bool {
        HistoryFigures.comparison(one, other).candidateIsWorse <= FirmwareComparison.significance
    }

    // MARK: Quantities

    /// The subject of a series, apart from its quantity.
    private struct Subject: Hashable {
        let scenario: TestedScenario
        let bench: UsedBench
    }

    private func shifts(_ pairs: [(old: HistoryGroup, new: HistoryGroup)]) throws -> [Shift] {
        typealias Found = (
            pair: (old: HistoryGroup, new: HistoryGroup), values: TrialMeasurements.Values, name: String, unit: Int64
        )
        let subjects = try Dictionary(grouping: contents.series) { _, series in
            Subject(scenario: try contents.scenario(series.scenario), bench: try contents.bench(series.bench))
        }
        var found: [Found] = []
        for pair in pairs {
            let series = subjects[Subject(scenario: pair.new.scenario, bench: pair.new.bench)] ?? []
            guard let some = series.first?.value else { continue }
            let trials = try TrialMeasurements(
                database, contents, scenario: some.scenario, bench: some.bench, baseline: pair.old,
                candidate: pair.new)
            for (id, series) in series {
                let quantity = try StoreContents.named(series.quantity, in: contents.quantities)
                let values = try trials.values(id, isTime: quantity.unit == .nanoseconds)
                guard !values.old.values.isEmpty || !values.new.values.isEmpty else { continue }
                found.append((pair, values, quantity.name, series.quantity))
            }
        }
        let places = Dictionary(uniqueKeysWithValues: pairs.enumerated().map { ($1.new, $0) })
        found.sort { one, other in
            (places[one.pair.new] ?? 0, one.name, one.unit) < (places[other.pair.new] ?? 0, other.name, other.unit)
        }
        let tests = found.map { one in
            HistoryFigures.shift(
                from: one.values.old.values, one.values.old.missing, to: one.values.new.values, one.values.new.missing)
        }
        let corrected = HistoryFigures.holm(tests.map { $0?.probability ?? 1 })
        return try found.indices.map { place in
            let (one, test) = (found[place], tests[place])
            let quantity = try StoreContents.named(one.unit, in: contents.quantities)
            let (old, new) = (one.values.old.values, one.values.new.values)
            let isEnough =
                HistoryFigures.smallestProbability(old.count, new.count) <= FirmwareComparison.significance
            return Shift(
                scenario: one.pair.new.scenario, bench: one.pair.new.bench, quantity: one.name, unit: quantity.unit,
                baselineValues: old.count, candidateValues: new.count,
                baselineTrials: one.pair.old.trials, candidateTrials: one.pair.new.trials,
                baselineMedian: HistoryFigures.median(old), candidateMedian: HistoryFigures.median(new),
                p: test?.probability ?? 1, pCorrected: corrected[place],
                shift: test?.shift, shiftLow: test?.interval?.lower, shiftHigh: test?.interval?.upper,
                isShown: isEnough && corrected[place] <= FirmwareComparison.significance, isEnough: isEnough)
        }
    }
}
