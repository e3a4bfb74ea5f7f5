import Ground
import Journal
import Links
import Recordings
import Reports
import TestSupport
import Testing
import Traces
import Vocabulary

@testable import Evidence
@testable import History

/// Run folders as a run leaves them, with the parameters that tests vary.
struct RunFolderSample {
    var scenario = "fullFlow"
    var seed: UInt64 = 1
    var verdict = Verdict.passed
    var firmware: UInt8?
    var host = "bench-1"
    var kind = "hardware"
    var seconds = 0
    var turnAround: Int64? = 4_000_000
    var seen = "it entered at 2.10 m"
    var findings: [LinkFinding] = []

    /// Writes the runs into a folder, as one command would have played them.
    static func write(_ runs: [RunFolderSample], in path: String) throws {
        for (index, run) in runs.enumerated() { try run.write(in: path, number: index + 1) }
    }

    /// Writes the run's folder, and returns its path.
    @discardableResult
    func write(in path: String, number: Int = 1) throws -> String {
        let name = EvidenceFolder.name(of: number, of: scenario, seed: seed)
        let folder = "\(path)/part\(number)/\(name)"
        try Files.makeFolder("\(path)/part\(number)")
        let run = try RunEvidence(
            in: folder, options: TraceKeeping(reserve: ByteCount(bytes: 0)), isLive: false, of: provenance,
            gate: gate(number))
        run.trace.begin(
            TraceHeader(
                scenario: scenario, rig: "desk", seed: seed, program: "test", wallClock: WallInstant(nanoseconds: 0),
                start: .start, accessories: ["door"], hasKit: false, hasReader: false,
                scenarioText: "content of \(scenario)", rigText: "desk"))
        run.receive(JournalEntry(.runEnded(summary: summary), at: .start))
        let (_, trouble) = run.settle(summary)
        try #require(trouble == nil, "\(String(describing: trouble))")
        return folder
    }

    private var provenance: Provenance {
        Provenance(
            program: "trammel 1.0", host: host, system: "Linux", date: Self.date(seconds), rig: "desk", kind: kind,
            parts: [Provenance.Part(role: "uwb", port: "usb:1")], overrides: [])
    }

    private func gate(_ number: Int) -> GateMembership? {
        firmware.map { byte in
            let hash = Self.hash(byte)
            return GateMembership(
                record: Self.hash(0xAA), ordinal: number, plan: Self.hash(0xBB),
                firmware: GateMembership.Firmware(name: "door-\(byte).bin", sha256: hash), identity: "proved",
                powerCycle: 1, unit: "unit 1")
        }
    }

    private var summary: RunSummary {
        let spot = SourceSpot(file: "Scenarios/Full.swift", line: 12)
        let failure = Failure(
            code: "zone.notEntered", expected: "door enters near at 1.50 m", seen: seen, spot: spot, instant: .start)
        return RunSummary(
            scenario: scenario, spot: spot, rig: "desk", seed: seed, verdict: verdict,
            failures: verdict == .failed ? [failure] : [], findings: findings,
            measured: turnAround.map { [Measured("turn-around", .span(Lapse(nanoseconds: $0)))] } ?? [],
            stepsPassed: 1, stepsInAll: 1, elapsed: .seconds(1))
    }

    static func hash(_ byte: UInt8) -> ContentHash {
        // A hash has 32 bytes.
        ContentHash([UInt8](repeating: byte, count: 32)) ?? { preconditionFailure("no hash") }()
    }

    /// Returns a date, given the seconds since the beginning of November 2026.
    static func date(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2026-11-\(two(1 + seconds / 86_400))T\(two(seconds / 3600 % 24)):\(two(seconds / 60 % 60)):"
            + "\(two(seconds % 60))Z"
    }
}

extension HistoryStore {
    /// Returns all answers of a store as one text; stores with the same text are equivalent.
    func told() throws -> String {
        let groups = try groups()
        let bar = PassThreshold.usual
        var bytes = HistoryDocument(groups.value?.groups ?? [], bar, refused: groups.refused).json()
        if let flaky = try flaky(HistoryFilter()).value { bytes += FlakyDocument(flaky, bar).json() }
        if let trends = try trends(of: "turn-around", HistoryFilter()).value {
            bytes += TrendDocument(trends, .largest).json()
        }
        let firmwares = groups.value?.firmwares ?? []
        if firmwares.count > 1, let first = firmwares.first, let last = firmwares.last,
            let both = try compare(baseline: first.firmware, candidate: last.firmware, HistoryFilter()).value
        {
            bytes += ComparisonDocument(both).json()
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
