import GRDB
import Journal
import Statistics

/// Compares two firmwares by their runs in a store.
struct ComparisonQuestion {
    private typealias Rate = FirmwareComparison.Rate
    private typealias Shift = FirmwareComparison.Shift

    private typealias Pair = (old: HistoryGroup, new: HistoryGroup)

    private let database: Database
    private let baseline: TestedFirmware
    private let candidate: TestedFirmware

    init(_ database: Database, _ baseline: TestedFirmware, _ candidate: TestedFirmware) {
        (self.database, self.baseline, self.candidate) = (database, baseline, candidate)
    }

    func comparison(_ filter: HistoryFilter) throws -> FirmwareComparison {
        let groups = try HistoryGroups(database).groups.filter {
            filter.fits(scenario: $0.scenario) && filter.fits(bench: $0.bench)
        }
        let (old, new) = (groups.filter { $0.firmware == baseline }, groups.filter { $0.firmware == candidate })
        var pairs: [Pair] = []
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

    private static func rates(_ pairs: [Pair]) -> [Rate] {
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

    /// A quantity of both sides of a pair.
    private struct Sides {
        let quantity: String
        let unit: Quantity.WrittenUnit
        let old: Side
        let new: Side
    }

    /// The newest trials of one firmware, oldest first.
    private struct Side {
        let values: [Int64]
        /// The number of trials in which it never came about; 0 for a quantity that is not a time.
        let missing: Int
    }

    private func shifts(_ pairs: [Pair]) throws -> [Shift] {
        let found = try pairs.flatMap { pair in try sides(of: pair).map { (pair: pair, sides: $0) } }
        // The rig's own figures do not count towards the correction of the accessory's.
        return shifts(found.filter { !Self.isOfRig($0.sides) }) + shifts(found.filter { Self.isOfRig($0.sides) })
    }

    private static func isOfRig(_ sides: Sides) -> Bool { Measured.rigFigures.contains(sides.quantity) }

    private func shifts(_ found: [(pair: Pair, sides: Sides)]) -> [Shift] {
        let tests = found.map { _, sides in
            HistoryFigures.shift(from: sides.old.values, sides.old.missing, to: sides.new.values, sides.new.missing)
        }
        // A quantity that never varied cannot differ whichever run it came from, so it takes nothing from the others.
        let varied = found.indices.filter { place in
            let sides = found[place].sides
            let values = Set(sides.old.values + sides.new.values)
            return values.count > 1 || !values.isEmpty && sides.old.missing + sides.new.missing > 0
        }
        var corrected = Array(repeating: 1.0, count: found.count)
        for (place, probability) in zip(varied, HistoryFigures.holm(varied.map { tests[$0]?.probability ?? 1 })) {
            corrected[place] = probability
        }
        return found.indices.map { place in
            let ((pair, sides), test) = (found[place], tests[place])
            let (old, new) = (sides.old.values, sides.new.values)
            // Even the clearest difference must survive the correction.
            let smallest = HistoryFigures.smallestProbability(old.count, new.count) * Double(max(1, varied.count))
            let isEnough = smallest <= FirmwareComparison.significance
            return Shift(
                scenario: pair.new.scenario, bench: pair.new.bench, quantity: sides.quantity, unit: sides.unit,
                baselineValues: old.count, candidateValues: new.count,
                baselineTrials: pair.old.trials, candidateTrials: pair.new.trials,
                baselineMedian: HistoryFigures.median(old), candidateMedian: HistoryFigures.median(new),
                p: test?.probability ?? 1, pCorrected: corrected[place],
                shift: test?.shift, shiftLow: test?.interval?.lower, shiftHigh: test?.interval?.upper,
                isShown: isEnough && corrected[place] <= FirmwareComparison.significance, isEnough: isEnough)
        }
    }

    /// Returns the quantities that trials of a pair measured, by name and unit.
    private func sides(of pair: Pair) throws -> [Sides] {
        let (old, new) = (try trials(pair.old), try trials(pair.new))
        let measured = Set((old + new).flatMap(\.measurements).map { [$0.quantity, $0.unit.rawValue] })
        return measured.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { words in
            guard let unit = Quantity.WrittenUnit(rawValue: words[1]) else { return nil }
            return Sides(
                quantity: words[0], unit: unit, old: Self.side(old, words[0], unit),
                new: Self.side(new, words[0], unit))
        }
    }

    /// Returns the trials of a group with their measurements, oldest first.
    private func trials(_ group: HistoryGroup) throws -> [HistoryRun] {
        let (scenario, bench) = (group.scenario, group.bench)
        let request = HistoryRun.filter(
            Column("scenario") == scenario.name && Column("scenarioHash") == scenario.hash
                && Column("benchFingerprint") == bench.fingerprint && Column("benchVersion") == bench.version
        )
        .filter(Column("firmwareHash") == group.firmware.sha256 && ["passed", "failed"].contains(Column("verdict")))
        .order(sql: StoreSchema.order)
        return bench.eachSeedOnce(
            try request.including(all: HistoryRun.hasMany(RunMeasurement.self)).fetchAll(database), \.repeated)
    }

    private static func side(_ trials: [HistoryRun], _ quantity: String, _ unit: Quantity.WrittenUnit) -> Side {
        let values = trials.map { run in
            run.measurements.first { $0.quantity == quantity && $0.unit == unit }?.largest
        }
        let newest = (unit == .nanoseconds ? values : values.filter { $0 != nil })
            .suffix(FirmwareComparison.mostValues)
        let some = newest.compactMap(\.self)
        return Side(values: some, missing: newest.count - some.count)
    }
}
