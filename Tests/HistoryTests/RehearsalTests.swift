import Evidence
import Ground
import Journal
import OpenSSL
import TestSupport
import Testing
import Vocabulary

@testable import History

/// Runs that name a firmware, on benches where none ran: they are shown, and are no evidence about it.
@Suite struct RehearsalTests {
    /// Returns runs of a scenario with a firmware, of which `failed` failed.
    private static func runs(
        _ count: Int, failed: Int = 0, of firmware: UInt8, from first: Int, on kind: String,
        scenario: String = "fullFlow"
    ) -> [HistoryRun] {
        (0..<count).map { place in
            let hash = RunFolderSample.hash
            let number = first + place
            let own = ContentHash.of("\(number) \(firmware) \(kind) \(scenario)")
            return HistoryRun(
                manifest: own, document: own, folder: "/runs/\(kind)/\(number)-\(firmware)-\(scenario)",
                scenario: TestedScenario(name: scenario, hash: hash(9).hex, file: "Scenarios/Full.swift"),
                firmware: TestedFirmware(sha256: hash(firmware).hex, name: "door-\(firmware).bin"),
                identity: "flashed",
                bench: UsedBench(
                    name: kind, kind: kind, host: "", fingerprint: ContentHash.of(kind).hex, version: "trammel 1.0"),
                seed: UInt64(number), ordinal: Int64(number), started: Int64(1 + number) * 1_000_000_000_000,
                elapsed: 1_000, verdict: place < failed ? .failed : .passed,
                failure: place < failed
                    ? SeenFailure(key: hash(0xF0).hex, code: "zone.notEntered", expected: "near", seen: "far") : nil,
                measurements: [
                    RunMeasurement(
                        quantity: "turn-around", unit: .nanoseconds, largest: 4_000_000, middle: 2_000_000,
                        high: 4_000_000, times: 3)
                ])
        }
    }

    private static func store(_ scratch: Scratch, _ runs: [HistoryRun]) throws -> HistoryStore {
        let store = HistoryStore(scratch("history.sqlite"))
        #expect(try store.take(runs).added == runs.count)
        return store
    }

    @Test("a rehearsal is called one, and no firmware's identity is shown by it", arguments: ["simulated", "virtual"])
    func groups(kind: String) throws {
        let scratch = try Scratch()
        let store = try Self.store(
            scratch, Self.runs(59, of: 1, from: 0, on: kind) + Self.runs(59, of: 2, from: 100, on: "hardware"))
        let groups = try #require(try store.groups().value).groups
        #expect(groups.map(\.isRehearsal) == [true, false])
        #expect(groups.map(\.identity) == ["none", "flashed"])
        let lines = HistoryText(groups, .usual).lines
        #expect(lines.count { $0.contains("door-1.bin") && $0.contains("passed, a rehearsal") } == 1, "\(lines)")
        #expect(lines.count { $0.contains("door-2.bin") && !$0.contains("rehearsal") } == 1, "\(lines)")
        let json = String(decoding: HistoryDocument(groups, .usual, refused: 0).json(), as: UTF8.self)
        #expect(json.contains("\"rehearsal\" : true") && json.contains("\"rehearsal\" : false"))
        let trends = try #require(try store.trends(of: "turn-around", HistoryFilter()).value)
        #expect(trends.trends.map(\.isRehearsal) == trends.trends.map { $0.bench.kind == kind })
        #expect(TrendText(trends, .largest).lines.count { $0.hasPrefix("rehearsals: ") } == 1)
    }

    @Test("a gate that rehearsed shows no identity, whatever was written")
    func gates() {
        func identity(_ level: String, isRehearsal: Bool) -> String {
            let hash = RunFolderSample.hash
            return HistoryGate(
                record: hash(1), document: hash(2), folder: "/gate", result: "inconclusive", isRehearsal: isRehearsal,
                plan: "release", planHash: hash(3).hex,
                firmware: TestedFirmware(sha256: hash(4).hex, name: "door.bin"), identity: level, bench: "desk",
                fingerprint: hash(5).hex, scenarios: 1, passed: 1, trials: 59, failures: 0, leftOut: 0,
                confidence: 950_000, upperLimit: 49_508_000, started: 0, ended: 1
            ).identity
        }
        #expect(["flashed", "proved", "claimed"].map { identity($0, isRehearsal: true) } == ["none", "none", "none"])
        #expect(["unknown", "contradicted"].map { identity($0, isRehearsal: true) } == ["unknown", "contradicted"])
        #expect(identity("flashed", isRehearsal: false) == "flashed")
    }

    @Test("a failure first seen in a rehearsal dates no failure of a firmware")
    func failures() throws {
        let scratch = try Scratch()
        // Firmware 1 fails in a rehearsal before any hardware does; on hardware 2 is good, and 3 fails.
        let store = try Self.store(
            scratch,
            Self.runs(5, failed: 1, of: 1, from: 0, on: "simulated")
                + Self.runs(7, of: 2, from: 100, on: "hardware")
                + Self.runs(4, failed: 2, of: 3, from: 200, on: "hardware"))
        let flaky = try #require(try store.flaky(HistoryFilter()).value)
        let (real, made) = (flaky.failures.filter { !$0.isRehearsal }, flaky.failures.filter(\.isRehearsal))
        #expect(real.map(\.since.name) == ["door-3.bin"] && real.map(\.trialsBefore) == [7], "\(flaky.failures)")
        #expect(real.map(\.runs) == [2] && real.map { $0.sightings.count } == [1])
        #expect(made.map(\.since.name) == ["door-1.bin"] && made.map(\.trialsBefore) == [0])
        let lines = FlakyText(flaky, .usual).lines
        #expect(lines.count { $0.contains("zone.notEntered], in rehearsals") } == 1, "\(lines)")
        #expect(lines.count { $0.contains("flaky, a rehearsal") } == 1, "\(lines)")
        let alone = try #require(try store.flaky(HistoryFilter(bench: "hardware")).value)
        #expect(alone.failures.map(\.isRehearsal) == [false])
    }

    @Test("rows of rehearsals take nothing from those of a bench with a firmware")
    func comparison() throws {
        let scratch = try Scratch()
        var runs =
            Self.runs(20, of: 1, from: 0, on: "hardware") + Self.runs(20, failed: 6, of: 2, from: 100, on: "hardware")
        for place in 0..<12 {
            for firmware in [1, 2] as [UInt8] {
                runs += Self.runs(
                    5, of: firmware, from: 1_000 + 10 * place, on: "simulated", scenario: "rehearsed\(place)")
            }
        }
        let both = try #require(
            try Self.store(scratch, runs).compare(
                baseline: runs[0].firmware, candidate: runs[20].firmware, HistoryFilter()
            ).value)
        let real = try #require(both.rates.first { !$0.bench.isMade })
        // The only row of its kind, so nothing is corrected.
        #expect(both.rates.count == 13 && real.pWorseCorrected == real.pWorse && real.finding == .worse, "\(real)")
        let lines = ComparisonText(both, isWhole: true).lines
        #expect(lines.count { $0.contains("rehearsed3") && $0.contains(", in rehearsals") } == 2, "\(lines)")
        #expect(!lines.contains { $0.contains("fullFlow") && $0.contains("rehearsal") }, "\(lines)")
    }
}
