import Evidence
import Ground
import Journal
import TestSupport
import Testing
import Vocabulary

@testable import History

/// A store's counts, compared with its runs.
@Suite struct HistoryRecountTests {
    private static func hash(_ number: Int, _ kind: UInt8) throws -> ContentHash {
        var bytes = [UInt8](repeating: kind, count: 32)
        (bytes[0], bytes[1]) = (UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF))
        return try #require(ContentHash(bytes))
    }

    /// Returns unordered runs of three scenarios with four firmwares on two benches, one of them simulated.
    private static func runs(_ count: Int) throws -> [HistoryRun] {
        let verdicts: [VerdictKind] = [.passed, .passed, .passed, .failed, .passed, .error, .passed, .timedOut]
        return try (0..<count).map { number in
            let (verdict, isSimulated) = (verdicts[number * 7 % 8], number % 5 < 2)
            let own = try hash(number, 0xAA)
            return HistoryRun(
                manifest: own, document: own, folder: "/runs/\(number % 13)/\(number)",
                scenario: TestedScenario(
                    name: "scenario \(number % 3)", hash: try hash(number % 3, 1).hex, file: "A.swift"),
                firmware: TestedFirmware(sha256: try hash(number % 4, 2).hex, name: "door-\(number % 4).bin"),
                identity: "proved",
                bench: UsedBench(
                    name: "desk", kind: isSimulated ? "simulated" : "hardware", host: "",
                    fingerprint: try hash(isSimulated ? 1 : 0, 3).hex, version: "trammel 1.0"),
                seed: UInt64(number % 20), ordinal: Int64(number),
                started: Int64(1 + number * 31 % count) * 1_000_000_000,
                elapsed: 1_000, verdict: verdict,
                failure: verdict == .failed
                    ? SeenFailure(
                        key: try hash(number % 3, 4).hex, code: "zone.notEntered", expected: "near", seen: "far") : nil,
                measurements: [
                    RunMeasurement(
                        quantity: "turn-around", unit: .nanoseconds, largest: Int64(1_000 + number * 37 % 500),
                        middle: 900, high: 1_000, times: 2, limit: nil)
                ])
        }
    }

    private struct Key: Hashable {
        let scenario: TestedScenario
        let firmware: TestedFirmware
        let bench: UsedBench
    }

    @Test("history's counts equal those of all runs counted one by one")
    func counts() throws {
        let scratch = try Scratch()
        let runs = try Self.runs(480)
        let store = HistoryStore(scratch("history.sqlite"))
        for start in stride(from: 0, to: runs.count, by: 100) {
            _ = try store.take(Array(runs[start..<min(runs.count, start + 100)]))
        }
        #expect(try store.take(Array(runs[50..<250])).known == 200)
        let groups = try #require(try store.groups().value).groups
        let expected = Dictionary(grouping: runs) { Key(scenario: $0.scenario, firmware: $0.firmware, bench: $0.bench) }
        #expect(groups.count == expected.count && groups.count == 24)
        for group in groups {
            let key = Key(scenario: group.scenario, firmware: group.firmware, bench: group.bench)
            let all = try #require(expected[key])
            #expect(group.runs(.passed) == all.count { $0.verdict == .passed })
            #expect(group.leftOut == all.count { $0.verdict == .error || $0.verdict == .timedOut })
            #expect(group.first == all.map(\.started).min() && group.last == all.map(\.started).max())
            // On a simulated bench, runs with the same seed and the same ending are one trial.
            let failed = all.filter { $0.verdict == .failed }
            let failures = group.bench.isDeterministic ? Set(failed.map(\.seed)).count : failed.count
            #expect(group.failures == failures)
        }
    }

    @Test("compare uses the values that both firmwares' trials measured")
    func compared() throws {
        let scratch = try Scratch()
        let runs = try Self.runs(480)
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take(runs)
        let (old, new) = (runs[0].firmware, runs[3].firmware)
        let shifts = try #require(try store.compare(baseline: old, candidate: new, HistoryFilter()).value).shifts
        #expect(shifts.count == 6)
        for shift in shifts {
            let trials = runs.filter {
                $0.scenario == shift.scenario && $0.bench == shift.bench && [.passed, .failed].contains($0.verdict)
            }
            let values = { (firmware: TestedFirmware) in
                let own = trials.filter { $0.firmware == firmware }.sorted { $0.started < $1.started }
                // On a simulated bench, the first run of each seed with the same ending is the trial.
                var known: Set<[UInt64]> = []
                let each = own.filter { known.insert([$0.seed, $0.verdict == .passed ? 1 : 0]).inserted }
                return (shift.bench.isDeterministic ? each : own).flatMap(\.measurements).map(\.largest)
            }
            #expect(shift.baselineValues == values(old).count && shift.candidateValues == values(new).count)
            #expect(shift.baselineMedian == HistoryFigures.median(values(old)))
            #expect(shift.candidateMedian == HistoryFigures.median(values(new)))
        }
    }

    @Test("a table's lines are as wide as its widest cell, and none ends with a blank")
    func table() {
        var table = TextTable([("name", .left), ("number", .right), ("", .left)])
        table.add(["a", "1", "x"])
        table.add(["longer", "12345678", ""])
        table.add(["é e\u{301} \u{4E2D}", "7", " "])
        table.add(["", "", ""])
        #expect(
            table.lines == [
                "name      number", "a              1  x", "longer  12345678", "é e\u{301} \u{4E2D}          7", "",
            ])
    }
}
