import Gate
import GateKit
import Ground
import Journal
import Views

/// Possible names of a device or a file that could break some format.
enum Hostile {
    static let names: [String] = [
        "::add-mask::x", "]]>", "<script>alert(1)</script>", "\" onload=\"x", "a\u{0}b", "|<`\n## x", "\u{202E}abc",
        "ok 1 # TO" + "DO", "\u{FFFE}\u{FFFF}", "##[error]x", "%0A::error::x", "",
        String(decoding: [0xED, 0xA0, 0x80, 0x41] as [UInt8], as: UTF8.self),
    ]

    /// Returns a gate in which every text is this one.
    static func report(_ name: String) -> GateReport {
        let failure = Failure(
            code: FailureCode(rawValue: name), expected: name, seen: name, meaning: name,
            spot: SourceSpot(file: name, line: 3), instant: .start, link: .bluetooth(AccessoryName(name)))
        let base = GateSample.scenario("x", trials: 20, failEvery: 5, leftOut: 1, decision: .failed, notTrials: 1)
        let scenario = GateDocument.Scenario(
            name: name, hash: name, file: name, line: -4, class: .flaky, trials: 20, failures: 4,
            leftOut: [.init(ordinal: 21, folder: name, verdict: .error, witness: name)],
            notTrials: base.notTrials, powerCycles: 1, units: 1, benches: 1, confidence: .percent(95),
            upperLimit: .nan, upperLimitWorstCase: .infinity, upperLimitIsExact: false, decision: .failed,
            proofs: [
                .init(
                    kind: .clean, decision: .failed, runsWanted: 1, statement: name,
                    limit: .init(confidence: .percent(95), below: .nan, belowInWorstCase: .infinity, isExact: false))
            ], runs: base.runs,
            failureKeys: [.init(key: name, count: 4, firstOrdinal: 5)])
        let document = GateSample.document(
            .failed, reasons: [name], scenarios: [scenario, scenario],
            quantities: [
                .init(
                    scenario: name, name: name, unit: .nanoseconds, n: 2, never: 1, statement: name, limit: .max,
                    value: .min, decision: .failed)
            ],
            excused: [
                .init(
                    scenario: name, failure: name, owner: name, reason: name, until: .init(number: 20_000), failures: 1)
            ],
            firmware: .init(
                file: name, sha256: name, mcubootHash: name,
                identity: .init(
                    level: .contradicted,
                    readings: [.init(when: name, afterOrdinal: 0, level: .unknown, source: name, bytes: name)])),
            proves: [name], bench: name)
        let attempts = [Int64.min, 0, .max].enumerated().map { place, value in
            GateAttempt(
                GateTask(
                    ordinal: place + 1, side: .candidate, scenario: name, scenarioHash: name, seed: 1,
                    beginsPowerCycle: false),
                in: GateContext(
                    powerCycle: 1, unit: name, bench: "\(name)\(place)", stage: .hardware, identity: .proved),
                verdict: .passed, measured: [GateMeasurement(name, value, .nanoseconds)], folder: name, manifest: name)
        }
        return report(name, document, failure, attempts)
    }

    private static func report(
        _ name: String, _ document: GateDocument, _ failure: Failure, _ attempts: [GateAttempt]
    ) -> GateReport {
        let distances = RunDistances(
            accessory: name, samples: [.init(.start, .metres(1)), .init(.start + .seconds(1), .metres(2))],
            zones: [.init(name, .metres(1))])
        return GateReport(
            document, attempts: attempts,
            summaries: [
                5: RunSummary(
                    scenario: name, spot: failure.spot, rig: name, seed: 1, verdict: .failed, failures: [failure]),
                21: RunSummary(
                    scenario: name, spot: failure.spot, rig: name, seed: 1, verdict: .error, reason: name),
            ], pages: [5: name, 21: name], distances: [5: [distances]],
            history: [
                GateColumn(
                    firmware: name, bench: name,
                    cells: [
                        .init(
                            scenario: name, class: .failed, trials: 1, failures: 1, upperLimit: 1,
                            confidence: .percent(95))
                    ])
            ], host: name)
    }
}
