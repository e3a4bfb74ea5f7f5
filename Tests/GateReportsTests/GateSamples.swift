import Gate
import GateKit
import Ground
import Journal
import Views
import Vocabulary

/// Handmade gates with everything that a report can show.
enum GateSample {
    static let hash = String(repeating: "a6d24722", count: 8)

    /// Numbers that look like measurements and are always the same.
    struct Numbers {
        private var state: UInt64

        init(_ seed: UInt64) { state = seed }

        mutating func next(_ range: Range<Int64>) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound + Int64((state >> 33) % UInt64(range.upperBound - range.lowerBound))
        }
    }

    static let reason = "the image list has the hash of the image"

    static func firmware(_ file: String = "build/door-1.2.3.bin", _ level: IdentityLevel = .proved)
        -> GateDocument.Firmware
    {
        GateDocument.Firmware(
            file: file, sha256: hash, mcubootHash: hash,
            identity: GateDocument.Identity(
                level: level,
                readings: [
                    .init(
                        when: "2026-11-22T10:00:00Z", afterOrdinal: 0, level: level, source: "image list", bytes: hash),
                    .init(
                        when: "2026-11-22T11:58:00Z", afterOrdinal: 180, level: level, source: "image list",
                        bytes: hash),
                ], reasons: [reason]))
    }

    /// Returns a scenario with this many trials, of which every `every`th fails.
    static func scenario(
        _ name: String, trials: Int, failEvery every: Int? = nil, leftOut: Int = 0, decision: GateDecision,
        first ordinal: Int = 1, notTrials: Int = 0
    ) -> GateDocument.Scenario {
        func fails(_ place: Int) -> Bool { every.map { (place + 1).isMultiple(of: $0) } ?? false }
        let failures = (0..<trials).count { fails($0) }
        let runs = (0..<trials + leftOut).map { place in
            GateDocument.Run(
                ordinal: ordinal + place, folder: "runs/\(ordinal + place)-\(name)", manifest: hash,
                verdict: place >= trials ? .error : fails(place) ? .failed : .passed, seed: UInt64(place + 1))
        }
        let failed = runs.filter { $0.verdict == .failed }
        return GateDocument.Scenario(
            name: name, hash: hash, file: "Scenarios/Flows/Door.swift", line: 12,
            class: trials < 10 ? .unproved : failures == 0 ? .passed : failures == trials ? .failed : .flaky,
            trials: trials, failures: failures,
            leftOut: runs.filter { $0.verdict == .error }.map {
                .init(ordinal: $0.ordinal, folder: $0.folder, verdict: .error, witness: "kernel: usb 1-1 disconnected")
            },
            notTrials: (0..<notTrials).map {
                .init(ordinal: 900 + $0, folder: "runs/\(900 + $0)-\(name)", reason: .identity)
            },
            powerCycles: 6, units: 1, benches: 1, confidence: .percent(95),
            upperLimit: failures == 0 ? 3.0 / Double(max(3, trials)) : 0.16, upperLimitWorstCase: 0.2,
            upperLimitIsExact: failures == 0, llr: failures == 0 ? nil : -1.25, decision: decision,
            proofs: [
                .init(
                    kind: failures == 0 ? .clean : .sequential, decision: decision, runsWanted: 59,
                    statement: "fails in fewer than 5 % of runs like these, confidence 95 %",
                    limit: GateDocument.RateLimit(
                        confidence: .percent(95), below: failures == 0 ? 3.0 / Double(max(3, trials)) : 0.16,
                        belowInWorstCase: 0.2, isExact: failures == 0))
            ], runs: runs,
            failureKeys: failed.isEmpty
                ? [] : [.init(key: hash, count: failures, firstOrdinal: failed[0].ordinal)])
    }

    static func failure(_ text: String = "it was entered at 2.10 m") -> Failure {
        Failure(
            code: "walk.otherZoneChange", expected: "near entered at 1.50 m, give or take 0.30 m", seen: text,
            measured: Measured("distance", .distance(.metres(2.1)), limit: .distance(.metres(1.8))),
            meaning: "the accessory reports distances that are 0.6 m too long",
            spot: SourceSpot(file: "Scenarios/Flows/Door.swift", line: 14), instant: .start + .milliseconds(3_200))
    }

    static func summary(_ name: String, _ verdict: Verdict, _ failures: [Failure] = []) -> RunSummary {
        RunSummary(
            scenario: name, spot: SourceSpot(file: "Scenarios/Flows/Door.swift", line: 12), rig: "deskBench", seed: 1,
            verdict: verdict, reason: verdict == .error ? "the UWB kit went away" : nil, failures: failures,
            stepsPassed: 3, stepsInAll: 5, elapsed: .milliseconds(4_250))
    }

    /// Returns values around 380 ms, which rise by 60 ms after the 70th run; every `never`th is missing.
    static func attempts(
        _ side: GateSide, of scenario: String, count: Int, first: Int, seed: UInt64, shift: Int64 = 60_000_000,
        never: Int? = nil
    ) -> [GateAttempt] {
        var numbers = Numbers(seed)
        return (0..<count).map { place in
            let base = numbers.next(340_000_000..<420_000_000) + (place >= 70 ? shift : 0)
            let isNever = never.map { (place + 1).isMultiple(of: $0) } ?? false
            return GateAttempt(
                GateTask(
                    ordinal: first + place, side: side, scenario: scenario, scenarioHash: hash, seed: UInt64(place),
                    beginsPowerCycle: false),
                in: GateContext(
                    powerCycle: 1, unit: "SN-1", bench: place < 90 ? "bench-2" : "bench-3", stage: .hardware,
                    identity: .proved),
                verdict: .passed, measured: [GateMeasurement("turn-around", isNever ? nil : base, .nanoseconds)],
                folder: "runs/\(first + place)", manifest: hash)
        }
    }

    static let walk: [RunDistances] = {
        var numbers = Numbers(7)
        let samples = (0..<60).map { place in
            let ideal = 4_000 - place * 55
            return RunDistances.Sample(
                .start + .milliseconds(80) * place,
                Distance(millimetres: Int32(ideal + Int(numbers.next(-60..<60)) + (place > 30 ? 500 : 0))))
        }
        return [
            RunDistances(
                accessory: "door", samples: samples,
                zones: [.init("near", .metres(1.5)), .init("far", .metres(3))])
        ]
    }()

    static func document(
        _ result: GateResult, reasons: [String] = [], scenarios: [GateDocument.Scenario],
        quantities: [GateDocument.Quantity] = [], baseline: GateDocument.Baseline? = nil,
        excused: [GateDocument.Excuse] = [], rehearsal: Bool = false,
        firmware: GateDocument.Firmware = firmware(), proves: [String] = proves, bench: String = "bench-2"
    ) -> GateDocument {
        GateDocument(
            result: result, reasons: reasons,
            plan: .init(hash: hash, name: "release", kind: .swift, text: "{\n  \"name\" : \"release\"\n}"),
            firmware: firmware, bench: .init(name: bench, fingerprint: hash), rig: "trammel 1.4",
            rehearsal: rehearsal, scenarios: scenarios, quantities: quantities, baseline: baseline, excused: excused,
            proves: proves,
            doesNotProve: [
                "other units and other revisions of the hardware", "faults rarer than 5 %", "the air itself",
            ],
            started: "2026-11-22T10:00:00Z", ended: "2026-11-22T12:00:00Z")
    }

    static let proves = [
        "door-1.2.3.bin ran on unit SN-1, bench bench-2, and each of 4 scenarios failed in fewer than 5 % of runs like "
            + "these, confidence 95 %",
        "95 % of runs have a turn-around below 500 ms, confidence 95 %",
    ]

    static func quantity(
        _ decision: GateDecision, of scenario: String = "fullFlow", n: Int = 120, never: Int = 0,
        value: Int64? = 455_000_000
    ) -> GateDocument.Quantity {
        GateDocument.Quantity(
            scenario: scenario, name: "turn-around", unit: .nanoseconds, n: n, never: never,
            statement: "95 % of runs stay below 500 ms, confidence 95 %", limit: 500_000_000, value: value,
            decision: decision)
    }

    /// Everything is good.
    static let passed = GateReport(
        document(
            .passed,
            scenarios: [
                scenario("fullFlow", trials: 120, decision: .passed),
                scenario("tagOpensApp", trials: 59, decision: .passed, first: 200),
                scenario("pairsAndComesBack", trials: 153, failEvery: 75, decision: .passed, first: 300),
                scenario("timeoutAndRetry", trials: 59, leftOut: 1, decision: .passed, first: 500),
            ], quantities: [quantity(.passed)]),
        attempts: attempts(.candidate, of: "fullFlow", count: 120, first: 1, seed: 1),
        summaries: [
            374: summary("pairsAndComesBack", .failed, [failure()]),
            449: summary("pairsAndComesBack", .failed, [failure()]),
            559: summary("timeoutAndRetry", .error),
        ],
        pages: [374: "runs/374-pairsAndComesBack/page.html", 559: "runs/559-timeoutAndRetry/page.html"],
        distances: [374: walk],
        history: [
            GateColumn(
                firmware: "door-1.2.2.bin", bench: "bench-2",
                cells: [
                    .init(
                        scenario: "fullFlow", class: .passed, trials: 59, failures: 0, upperLimit: 0.0495,
                        confidence: .percent(95)),
                    .init(
                        scenario: "tagOpensApp", class: .unproved, trials: 3, failures: 0, upperLimit: 0.632,
                        confidence: .percent(95)),
                ])
        ], host: "bench7")

    /// Two scenarios fail, one is excused, one unproved, one quantity is too slow.
    static let failed = GateReport(
        document(
            .failed,
            reasons: [
                "fullFlow failed in 12 of 120 trials, and the plan takes none",
                "turn-around of fullFlow: 95 % of runs are not shown to stay below 500 ms",
            ],
            scenarios: [
                scenario("tagOpensApp", trials: 59, decision: .passed, first: 200),
                scenario("fullFlow", trials: 120, failEvery: 10, leftOut: 3, decision: .failed),
                scenario("pairsAndComesBack", trials: 153, failEvery: 75, decision: .excused, first: 300),
                scenario("timeoutAndRetry", trials: 4, decision: .unproved, first: 500, notTrials: 2),
            ],
            quantities: [
                quantity(.failed, never: 3, value: nil), quantity(.unproved, of: "tagOpensApp", n: 7, value: nil),
            ],
            baseline: .init(
                firmware: firmware("build/door-1.2.2.bin"),
                scenarios: [scenario("fullFlow", trials: 59, decision: .passed, first: 700)]),
            excused: [
                .init(
                    scenario: "pairsAndComesBack", failure: hash, owner: "mara", reason: "DOOR-412",
                    until: CalendarDay(number: 20_788), failures: 2)
            ], proves: ["tagOpensApp failed in fewer than 5 % of runs like these, confidence 95 %"]),
        attempts: attempts(.candidate, of: "fullFlow", count: 120, first: 1, seed: 3, never: 40)
            + attempts(.baseline, of: "fullFlow", count: 59, first: 700, seed: 2, shift: 0),
        summaries: [
            10: summary("fullFlow", .failed, [failure()]), 374: summary("pairsAndComesBack", .failed, [failure()]),
            121: summary("fullFlow", .error),
        ],
        pages: [10: "runs/10-fullFlow/page.html", 121: "runs/121-fullFlow/page.html"], distances: [10: walk],
        host: "bench7")
}
