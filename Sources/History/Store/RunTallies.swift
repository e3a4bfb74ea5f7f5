import GRDB

/// The numbers of new runs of each kind, until they are added to the store's own counts.
///
/// Most questions need only the counts; with them, a million runs are answered immediately.
struct RunTallies {
    struct Group: Hashable {
        let scenario: Int64
        let firmware: Int64
        let bench: Int64
        let identity: Int64
        let verdict: Int64
    }

    struct Failure: Hashable {
        let failure: Int64
        let scenario: Int64
        let firmware: Int64
        let bench: Int64
    }

    private struct Count {
        var runs: Int64 = 0
        var repeats: Int64 = 0
        var first = Int64.max
        var last = Int64.min

        mutating func add(_ started: Int64, isRepeat: Bool) {
            runs += 1
            repeats += isRepeat ? 1 : 0
            (first, last) = (min(first, started), max(last, started))
        }
    }

    private var groups: [Group: Count] = [:]
    private var failures: [Failure: Count] = [:]
    private var series: [Int64: Int64] = [:]

    /// Counts a measurement of a series.
    mutating func addMeasurement(of id: Int64) { series[id, default: 0] += 1 }

    mutating func add(_ group: Group, failure: Int64?, started: Int64, isRepeat: Bool) {
        groups[group, default: Count()].add(started, isRepeat: isRepeat)
        guard let failure else { return }
        let key = Failure(
            failure: failure, scenario: group.scenario, firmware: group.firmware, bench: group.bench)
        failures[key, default: Count()].add(started, isRepeat: isRepeat)
    }

    /// Adds all numbers to the store's counts.
    mutating func flush(_ database: Database) throws {
        for (group, count) in groups {
            try database.perform(
                """
                INSERT INTO tally(scenario, firmware, bench, identity, verdict, runs, repeats, first, last) \
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET runs = runs + excluded.runs, \
                repeats = repeats + excluded.repeats, first = min(first, excluded.first), \
                last = max(last, excluded.last)
                """,
                [
                    group.scenario, group.firmware, group.bench, group.identity, group.verdict, count.runs,
                    count.repeats, count.first, count.last,
                ])
        }
        for (key, count) in failures {
            try database.perform(
                """
                INSERT INTO seen(failure, scenario, firmware, bench, runs, first, last) VALUES (?, ?, ?, ?, ?, ?, ?) \
                ON CONFLICT DO UPDATE SET runs = runs + excluded.runs, first = min(first, excluded.first), \
                last = max(last, excluded.last)
                """, [key.failure, key.scenario, key.firmware, key.bench, count.runs, count.first, count.last])
        }
        for (id, runs) in series {
            try database.perform("UPDATE series SET runs = runs + ? WHERE id = ?", [runs, id])
        }
        series.removeAll(keepingCapacity: true)
        groups.removeAll(keepingCapacity: true)
        failures.removeAll(keepingCapacity: true)
    }
}
