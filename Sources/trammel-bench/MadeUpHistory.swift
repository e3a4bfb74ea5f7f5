import Ground
import History
import Journal
import OpenSSL

/// A small history with the findings that a page shows, to look at: `ci/screenshots` takes pictures of it.
enum MadeUpHistory {
    static let benchmark = Benchmark(name: "made-up-history", arguments: ["FILE", "KIND"]) { words in
        guard let kind = Kind(rawValue: words[1]) else {
            throw Malformed(at: 0, "KIND is \(Kind.allCases.map(\.rawValue).joined(separator: " or "))")
        }
        let report = try HistoryStore(words[0]).take(runs(kind))
        return ["\(report.added) runs in \(words[0])"]
    }

    private enum Kind: String, CaseIterable {
        /// The newest firmware fails more often in one scenario and shifts a quantity; others are flaky all along.
        case flaky
        case clean
    }

    private static let scenarios = [
        "fullFlow", "pairsAndComesBack", "timeoutAndRetry", "tagOpensApp", "walkUp", "leavesWhileRanging",
    ]
    private static let firmwares = ["door-1.4.0.bin", "door-1.4.1.bin", "door-1.4.2.bin", "door-1.5.0.bin"]
    /// The number of runs of each scenario with each firmware.
    private static let each = 40
    /// 2026-03-02 08:00, in nanoseconds since 1970; a run begins every 90 s.
    private static let start: Int64 = 1_772_438_400_000_000_000
    private static let step: Int64 = 90_000_000_000

    private static func runs(_ kind: Kind) -> [HistoryRun] {
        var generator = SeededGenerator(seed: 7)
        return (0..<firmwares.count * each * scenarios.count).map { run($0, kind, &generator) }
    }

    private static func run(_ number: Int, _ kind: Kind, _ generator: inout SeededGenerator) -> HistoryRun {
        let (scenario, firmware) = (number % scenarios.count, number / scenarios.count / each)
        let chances = [[0, 0, 0, 0.25], [0.03, 0.05, 0.04, 0.03], [0, 0, 0.05, 0.05]]
        let isFailed =
            generator.chance(scenario < chances.count ? chances[scenario][firmware] : 0) && kind == .flaky
        let isRigs = generator.chance(scenario == 1 ? 0.08 : 0.01) && kind == .flaky
        let verdict: VerdictKind = isRigs ? .error : isFailed ? .failed : .passed
        let failure = SeenFailure(
            key: hex("failure \(scenario) \(scenario == 1 ? firmware / 2 : 0)"), code: "zone.notEntered",
            expected: "door enters near at 1.50 m, give or take 0.30 m", seen: "it entered at # m")
        let drawn = (0..<5).map { _ in Int64.random(in: 0..<400_000, using: &generator) }
        let isSlow = firmware == 3 && scenario == 0 && kind == .flaky
        let isBiased = firmware >= 2 && scenario < 2 && kind == .flaky
        return HistoryRun(
            manifest: .of("run \(number)"), document: .of("document \(number)"),
            folder: "/var/lib/bench/2026-03/\(number)-\(scenarios[scenario])-seed\(number)",
            scenario: TestedScenario(
                name: scenarios[scenario], hash: hex(scenarios[scenario]), file: "Scenarios/Full.swift"),
            firmware: TestedFirmware(sha256: hex(firmwares[firmware]), name: firmwares[firmware]),
            identity: "proved",
            bench: UsedBench(
                name: "deskBench", kind: "hardware", host: "bench-1", fingerprint: hex("bench"),
                version: "trammel 1.0"),
            seed: UInt64(number), ordinal: Int64(number), started: start + Int64(number) * step,
            elapsed: 15_000_000_000, verdict: verdict, failure: verdict == .failed ? failure : nil,
            measurements: verdict == .error
                ? []
                : [
                    time(
                        "door: first distance", (isSlow ? 1_150_000_000 : 820_000_000) + drawn[0] * 500, 2_000_000_000),
                    time("door: exchange", 41_000_000 + drawn[1] * 20, 500_000_000),
                    RunMeasurement(
                        quantity: "door: bias", unit: .millimetres, largest: (isBiased ? 62 : 41) + drawn[2] / 20_000,
                        middle: 40, high: 60, times: 30),
                    time("turn-around", 2_100_000 + drawn[3], nil),
                    RunMeasurement(
                        quantity: "frames", unit: .count, largest: 420 + drawn[4] / 20_000, middle: 420, high: 440,
                        times: 1),
                ])
    }

    private static func time(_ name: String, _ value: Int64, _ limit: Int64?) -> RunMeasurement {
        RunMeasurement(
            quantity: name, unit: .nanoseconds, largest: value, middle: value, high: value, times: 1, limit: limit)
    }

    private static func hex(_ text: String) -> String { ContentHash.of(text).hex }
}
