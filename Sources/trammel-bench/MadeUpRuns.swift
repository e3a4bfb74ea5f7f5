import Ground
import History
import Journal

/// Synthetic runs for a history to import: the same for the same numbers.
enum MadeUpRuns {
    private static let scenarios = 60
    private static let benches = 3
    private static let firmwares = 40
    private static let quantities = [
        "turn-around", "configuration exchange", "first fix", "detection to route", "frames", "rounds lost",
        "connection", "discovery", "ranging stop", "tag read", "bytes", "wake-up",
    ]
    /// 2026-01-01, in nanoseconds since 1970; a run begins every 20 s.
    private static let start: Int64 = 1_767_225_600_000_000_000
    private static let step: Int64 = 20_000_000_000

    static func all(_ numbers: Range<Int>) -> [HistoryRun] {
        var generator = SeededGenerator(seed: UInt64(numbers.lowerBound))
        return numbers.map { run($0, &generator) }
    }

    private static func run(_ number: Int, _ generator: inout SeededGenerator) -> HistoryRun {
        let (scenario, bench) = (number % scenarios, number / scenarios % benches)
        let firmware = number / 25_000 % firmwares
        let isFailed = generator.chance(0.02)
        let kind = Int.random(in: 0..<5, using: &generator)
        let failure = SeenFailure(
            key: hex(UInt64(scenario * 5 + kind), 3), code: "zone.notEntered",
            expected: "door enters near at 1.50 m, give or take 0.30 m", seen: "it entered at # m")
        let quantities: [RunMeasurement] = Self.quantities.enumerated().map { place, name in
            let value =
                Int64(4_000_000 + 500_000 * place + firmware * 1_000)
                + Int64.random(in: 0..<200_000, using: &generator)
            return RunMeasurement(
                quantity: name, unit: place == 4 || place == 5 ? .count : .nanoseconds, largest: value,
                middle: value, high: value, times: 1, limit: place == 0 ? 10_000_000 : nil)
        }
        return HistoryRun(
            manifest: hash(UInt64(number), 1), document: hash(UInt64(number), 2),
            folder: "/var/lib/benches/bench-\(bench)/series-\(number / 5_000)/\(number % 5_000)-scenario-seed\(number)",
            scenario: TestedScenario(
                name: "scenario \(scenario)", hash: hex(UInt64(scenario), 4), file: "Scenarios/Made.swift"),
            firmware: TestedFirmware(sha256: hex(UInt64(firmware), 5), name: "door-1.\(firmware).bin"),
            identity: "proved",
            bench: UsedBench(
                name: "desk\(bench)", kind: "hardware", host: "bench-\(bench)", fingerprint: hex(UInt64(bench), 6),
                version: "trammel 1.0"),
            unit: "unit \(number % 7)", seed: UInt64(number), ordinal: Int64(number % 5_000),
            started: start + Int64(number) * step, elapsed: 15_000_000_000, verdict: isFailed ? .failed : .passed,
            reason: isFailed ? "expected door enters near; seen: it entered at 2.10 m" : "",
            failure: isFailed ? failure : nil, gate: hex(UInt64(number / 5_000), 7), powerCycle: 1,
            measurements: quantities)
    }

    private static func hash(_ number: UInt64, _ kind: UInt64) -> ContentHash {
        var generator = SeededGenerator(seed: number << 3 | kind)
        // A hash has 32 bytes.
        guard let hash = ContentHash(generator.bytes(32)) else { preconditionFailure("no hash") }
        return hash
    }

    private static func hex(_ number: UInt64, _ kind: UInt64) -> String { hash(number, kind).hex }
}
