import Evidence
import Gate
import Ground
import Journal
import TestSupport
import Testing
import Vocabulary

@testable import History

/// A history's answers, from runs given as values.
@Suite struct HistoryQuestionTests {
    /// Returns a run of a scenario with a firmware; the number distinguishes and orders runs.
    private static func run(
        _ number: Int, firmware: UInt8 = 1, verdict: VerdictKind = .passed, value: Int64? = 4_000_000,
        scenario: String = "fullFlow", content: UInt8 = 9, kind: String = "hardware", key: UInt8 = 0xF0,
        seed: Int? = nil
    ) -> HistoryRun {
        let hash = RunFolderSample.hash
        var bytes = [UInt8](repeating: 0, count: 32)
        (bytes[0], bytes[1], bytes[2]) = (UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF), firmware)
        // 32 bytes are always a hash.
        let own = ContentHash(bytes) ?? hash(0)
        return HistoryRun(
            manifest: own, document: own, folder: "/runs/\(number)-\(firmware)-\(scenario)",
            scenario: TestedScenario(name: scenario, hash: hash(content).hex, file: "Scenarios/Full.swift"),
            firmware: TestedFirmware(sha256: hash(firmware).hex, name: "door-\(firmware).bin"), identity: "proved",
            bench: UsedBench(
                name: "desk", kind: kind, host: "", fingerprint: hash(0xBE).hex, version: "trammel 1.0"),
            seed: UInt64(seed ?? number), ordinal: Int64(number), started: Int64(1 + number) * 1_000_000_000_000,
            elapsed: 1_000, verdict: verdict,
            failure: verdict == .failed
                ? SeenFailure(key: hash(key).hex, code: "zone.notEntered", expected: "near", seen: "far") : nil,
            measurements: value.map {
                [
                    RunMeasurement(
                        quantity: "turn-around", unit: .nanoseconds, largest: $0, middle: $0 / 2, high: $0, times: 3,
                        limit: 10_000_000)
                ]
            } ?? [])
    }

    private static func store(_ scratch: Scratch, _ runs: [HistoryRun]) throws -> HistoryStore {
        let store = HistoryStore(scratch("history.sqlite"))
        #expect(try store.take(runs).added == runs.count)
        return store
    }

    @Test(
        "a class says what the runs show, and no more",
        arguments: [
            (59, 0, GateClass.passed), (58, 0, .unproved), (0, 0, .unproved), (1, 1, .failed), (60, 60, .failed),
            (60, 1, .flaky), (1_000, 1, .flaky), (2, 1, .flaky),
        ]) func classes(trials: Int, failures: Int, outcome: GateClass) throws
    {
        let scratch = try Scratch()
        var runs = (0..<trials).map { Self.run($0, verdict: $0 < failures ? .failed : .passed) }
        runs.append(Self.run(trials, verdict: .error))
        let group = try #require(try Self.store(scratch, runs).groups().value?.groups.first)
        #expect(group.trials == trials && group.failures == failures && group.leftOut == 1)
        #expect(group.outcome(.usual) == outcome)
        if (trials, failures) == (59, 0) { #expect(abs(group.upperLimit(.usual) - 0.049508) < 1e-6) }
    }

    @Test("two firmwares are compared where everything else is the same, by the sheet's figures")
    func comparison() throws {
        let scratch = try Scratch()
        var runs: [HistoryRun] = []
        for number in 0..<20 {
            runs.append(Self.run(number, firmware: 1))
            runs.append(Self.run(100 + number, firmware: 2, verdict: number < 5 ? .failed : .passed, value: 6_000_000))
        }
        runs.append(Self.run(300, firmware: 1, scenario: "other", content: 1))
        runs.append(Self.run(301, firmware: 2, scenario: "other", content: 2))
        let store = try Self.store(scratch, runs)
        let groups = try #require(try store.groups().value)
        guard case .one(let old) = groups.firmware(named: "door-1.bin"),
            case .one(let new) = groups.firmware(named: String(RunFolderSample.hash(2).hex.prefix(8)))
        else { return #expect(Bool(false), "a firmware is not found") }
        #expect(groups.firmware(named: "nothing") == .none)
        let both = try #require(try store.compare(baseline: old, candidate: new, HistoryFilter()).value)
        let rate = try #require(both.rates.first)
        #expect(both.rates.count == 1 && rate.finding == .worse && rate.failuresToShow == 5)
        #expect(abs(rate.pWorse - 0.023562) < 1e-6)
        #expect(abs(rate.differenceLow - 0.0378) < 1e-4 && abs(rate.differenceHigh - 0.4687) < 1e-4)
        let shift = try #require(both.shifts.first)
        #expect(shift.isShown && shift.shift == 2_000_000 && shift.baselineValues == 20)
        #expect(both.uncompared.map(\.scenario) == ["other", "other"])
    }

    @Test("too few runs are called too few, and a time that never came about is a long one")
    func notEnough() throws {
        let scratch = try Scratch()
        var runs = [Self.run(0, firmware: 1), Self.run(1, firmware: 2, verdict: .failed, value: nil)]
        let small = try #require(
            try Self.store(scratch, runs).compare(
                baseline: runs[0].firmware, candidate: runs[1].firmware, HistoryFilter()
            ).value)
        #expect(small.rates.first?.finding == .notEnough && small.shifts.first?.isEnough == false)
        runs = (0..<20).map { Self.run(10 + $0, firmware: 1) }
        runs += (0..<20).map { Self.run(50 + $0, firmware: 2, verdict: .failed, value: $0 < 8 ? 3_900_000 : nil) }
        let store = HistoryStore(scratch("more.sqlite"))
        _ = try store.take(runs)
        let more = try #require(
            try store.compare(baseline: runs[0].firmware, candidate: runs[39].firmware, HistoryFilter()).value)
        let shift = try #require(more.shifts.first)
        #expect(shift.candidateValues == 8 && shift.candidateTrials == 20)
        #expect(!shift.isShown || (shift.shift ?? 0) > 0, "runs without a value make nothing faster")
    }

    @Test("on a bench where one seed gives one run, it is one value of a quantity too, however often it is played")
    func eachSeedOnce() throws {
        let scratch = try Scratch()
        func runs(of gates: Int, _ firmware: UInt8, seeds: Int, from first: Int) -> [HistoryRun] {
            (0..<(gates * seeds)).map { place in
                let seed = place % seeds + 1
                return Self.run(
                    first + place, firmware: firmware, value: 4_000_000 + Int64(seed * 37 % 149) * 1_000,
                    kind: "simulated", seed: seed)
            }
        }
        let (few, many) = (runs(of: 12, 1, seeds: 4, from: 0), runs(of: 2, 2, seeds: 149, from: 100))
        let store = try Self.store(scratch, few + many)
        let both = try #require(
            try store.compare(baseline: few[0].firmware, candidate: many[0].firmware, HistoryFilter()).value)
        let (rate, shift) = (try #require(both.rates.first), try #require(both.shifts.first))
        #expect([rate.baseline.trials, rate.candidate.trials] == [4, 149])
        #expect([shift.baselineValues, shift.candidateValues] == [4, 149])
        #expect(!shift.isShown && shift.p > 0.2, "p \(shift.p)")
        let trend = try #require(try store.trends(of: "turn-around", HistoryFilter()).value?.trends.first)
        #expect(trend.runs == 153 && trend.points.map(\.number) == Array(1...153) && trend.changes.isEmpty)
        let last = try #require(
            try store.trends(of: "turn-around", HistoryFilter(), .largest, last: 2).value?.trends.first)
        #expect(
            last.points.map(\.number) == [152, 153] && last.points.map(\.value) == trend.points.suffix(2).map(\.value))
    }

    @Test("trials beyond the newest that are compared are no trials without a value")
    func manyTrials() throws {
        let scratch = try Scratch()
        func runs(_ count: Int, _ firmware: UInt8, from first: Int) -> [HistoryRun] {
            (0..<count).map { Self.run(first + $0, firmware: firmware, value: 4_000_000 + Int64($0 * 37 % 400)) }
        }
        let (old, new) = (runs(1_200, 1, from: 0), runs(400, 2, from: 2_000))
        let store = try Self.store(scratch, old + new)
        let both = try #require(
            try store.compare(baseline: old[0].firmware, candidate: new[0].firmware, HistoryFilter()).value)
        let shift = try #require(both.shifts.first)
        #expect([shift.baselineValues, shift.candidateValues] == [400, 400])
        #expect(!shift.isShown && shift.shift == 0, "p \(shift.p), shift \(shift.shift ?? .nan)")
    }

    @Test("a failure is dated by its first run, and says what earlier firmware did not show")
    func flaky() throws {
        let scratch = try Scratch()
        var runs = (0..<30).map { Self.run($0, firmware: 1) }
        runs += (0..<30).map { Self.run(100 + $0, firmware: 2, verdict: $0 == 4 || $0 == 9 ? .failed : .passed) }
        runs += (0..<120).map { Self.run(200 + $0, firmware: 2, verdict: $0 < 10 ? .error : .passed, scenario: "tap") }
        let flaky = try #require(try Self.store(scratch, runs.reversed()).flaky(HistoryFilter()).value)
        #expect(flaky.groups.map(\.failures) == [2])
        let failure = try #require(flaky.failures.first)
        #expect(failure.runs == 2 && failure.since.name == "door-2.bin" && failure.trialsBefore == 30)
        #expect(failure.folder.hasSuffix("/104-2-fullFlow") && failure.first == runs[34].started)
        #expect(flaky.rig.map { [$0.leftOut, $0.attempts] } == [[10, 120]])
    }

    @Test("a change of a quantity is dated, and another bench or content is another series")
    func trend() throws {
        let scratch = try Scratch()
        var runs = (0..<40).map {
            Self.run(
                $0, firmware: $0 < 20 ? 1 : 2, value: Int64($0 < 20 ? 4_000_000 : 5_000_000) + Int64($0 % 3) * 1_000)
        }
        runs.append(Self.run(50, value: 1, content: 1))
        let store = try Self.store(scratch, runs.reversed())
        let trends = try #require(try store.trends(of: "turn-around", HistoryFilter()).value).trends
        let trend = try #require(trends.first { $0.runs == 40 })
        #expect(trends.count == 2 && trend.points.map(\.number) == Array(1...40))
        #expect(trend.changes.map(\.index) == [20] && trend.changes.first?.isAlarm == true)
        #expect(trend.changes.first?.point.firmware.name == "door-2.bin")
        let last = try #require(try store.trends(of: "turn-around", HistoryFilter(), .median, last: 5).value).trends
        #expect(last.first { $0.runs == 40 }?.points.map(\.number) == [36, 37, 38, 39, 40])
        #expect(last.first { $0.runs == 40 }?.points.last?.value == 2_500_000)
        let lines = RunChart(trend).lines
        #expect(lines.count == RunChart.rows + 1 && lines.last?.contains("^") == true)
        let none = try #require(try store.trends(of: "nothing", HistoryFilter()).value)
        #expect(none.trends.isEmpty && none.known == ["turn-around"])
    }

    @Test(
        "a filter means what people type",
        arguments: [
            ("full*", true), ("*Flow", true), ("*", true), ("fullFlow", true), ("full", false), ("*x*", false),
            ("", false),
            ("f*l*w", true),
        ]) func patterns(pattern: String, fits: Bool)
    {
        let scenario = TestedScenario(name: "fullFlow", hash: "", file: "")
        #expect(HistoryFilter(scenario: pattern).fits(scenario: scenario) == fits)
    }

    @Test(
        "a chart holds any numbers",
        arguments: [
            [Int64.min, Int64.max], [0], [5, 5, 5], [-1, 1], Array(0..<500),
        ]) func charts(values: [Int64])
    {
        let points = values.enumerated().map {
            QuantityTrend.Point(
                number: $0 + 1, started: 0, value: $1, limit: nil, firmware: .unnamed, folder: "")
        }
        let trend = QuantityTrend(
            scenario: TestedScenario(name: "s", hash: "", file: ""), quantity: "q", unit: .count,
            bench: UsedBench(name: "r", kind: "simulated", host: "", fingerprint: "f", version: ""), runs: values.count,
            points: points, changes: [])
        let lines = RunChart(trend).lines
        #expect(lines.count == (Set(values).count == 1 ? 1 : RunChart.rows))
        #expect(lines.allSatisfy { $0.count <= RunChart.columns + 24 })
    }

    @Test(
        "dates are those of the calendar",
        arguments: [
            ("1970-01-01T00:00:00Z", Int64(0)), ("2026-11-22T18:33:55Z", 1_795_372_435),
            ("2024-02-29T23:59:59Z", 1_709_251_199),
            ("2000-03-01T00:00:00Z", 951_868_800),
        ]) func dates(text: String, seconds: Int64)
    {
        #expect(UTCDate(text)?.nanoseconds == seconds * 1_000_000_000)
        if seconds > 0 {
            let shown = UTCDate(nanoseconds: seconds * 1_000_000_000).shown
            #expect(shown == String(text.prefix(16)).replacing("T", with: " "))
        }
    }

    @Test(
        "a malformed date is refused",
        arguments: [
            "2023-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-11-22 18:33:55Z", "",
            "2026-11-22T24:00:00Z", "0000-01-01T00:00:00Z", "2026-11-22T18:33:55", "9999-11-22T18:33:55Z",
        ]) func noDates(text: String)
    { #expect(UTCDate(text) == nil) }
}
