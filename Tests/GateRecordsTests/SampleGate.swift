import Ground
import JSON
import Journal
import Links
import OpenSSL
import Recordings
import Reports
import TestSupport
import Testing
import Traces

@testable import Evidence

/// Two clocks that advance by a second with each reading.
final class SampleClock {
    var wall: Int64 = 1_795_000_000_000_000_000
    var steady: Int64 = 1_000_000_000
    var boot = "boot-1"

    var now: GateMoment {
        wall += 1_000_000_000
        steady += 1_000_000_000
        return GateMoment(wall: wall, steady: steady, boot: boot)
    }
}

/// A gate without a plan's statistics: it plays the runs it is given, and leaves all files of a gate.
struct SampleGate {
    static let plan = Array(#"{"entries":[],"name":"release"}"#.utf8)
    static let firmware = GateMembership.Firmware(name: "door-1.2.3.bin", sha256: .of("firmware"))
    static let seed = [UInt8](repeating: 9, count: 32)

    let scratch: Scratch
    let folder: String
    let clock = SampleClock()

    init(_ name: String = "gate", in scratch: Scratch? = nil) throws {
        self.scratch = try scratch ?? Scratch()
        folder = self.scratch(name)
    }

    var state: String { scratch("state") }

    func lease(_ fingerprint: String = "bench-1") throws(CommandError) -> BenchLease {
        try BenchLease(of: fingerprint, in: state)
    }

    static let terms = GateTerms(
        acceptsClaimed: false, allowsQuarantine: false, today: "2026-11-22", isWritten: true, isMade: false,
        scenarios: [.init(name: "s", hash: "0a", suite: nil, tags: [], spot: nil)], candidate: .fields([:]),
        baseline: nil)

    func begin(_ lease: BenchLease) throws(CommandError) -> GateRecord {
        let clock = clock
        return try GateRecord(
            of: Self.plan, firmware: Self.firmware, bench: "desk", terms: Self.terms, in: folder, lease: lease,
            clock: { clock.now })
    }

    func resume(
        _ lease: BenchLease, plan: [UInt8] = plan, firmware: ContentHash = firmware.sha256,
        baseline: ContentHash? = nil
    ) throws(CommandError) -> GateResumption {
        let clock = clock
        return try GateResumption(
            in: folder, plan: .of(plan), firmware: firmware, baseline: baseline, terms: Self.terms, lease: lease,
            clock: { clock.now })
    }

    private static let provenance = Provenance(
        program: "test", host: "here", system: "none", date: "2026-11-22T00:00:00Z", rig: "r", kind: "simulated",
        parts: [], overrides: [])

    static func summary(_ verdict: Verdict, seed: UInt64) -> RunSummary {
        RunSummary(
            scenario: "s", spot: SourceSpot(file: "s.swift", line: 1), rig: "r", seed: seed, verdict: verdict,
            reason: verdict == .passed ? nil : "so it was",
            measured: [Measured(Measured.frames, .count(1))])
    }

    /// Plays a run up to its verdict; without one it never ends. The record does not mention its end yet. With `own`
    /// false it is a plain run, whose verdict alone says that it belongs to the gate.
    @discardableResult func play(_ verdict: Verdict?, in record: GateRecord, own: Bool = true) throws -> GateRun {
        let (seed, mark) = (UInt64(record.nextOrdinal), record.mark(Self.firmware, identity: "flashed"))
        let name = EvidenceFolder.name(of: record.nextOrdinal, of: "s", seed: seed)
        let started = try record.start("s", seed: seed, in: name)
        let evidence = EvidenceFolder(
            takingUp: folder, options: TraceKeeping(reserve: ByteCount(bytes: 0)), with: Self.provenance)
        let run = try evidence.begin(run: started.ordinal, of: "s", seed: seed, isLive: false, gate: own ? mark : nil)
        run.trace.begin(
            TraceHeader(
                scenario: "s", rig: "r", seed: seed, program: "test", wallClock: WallInstant(nanoseconds: 0),
                start: .start, accessories: ["door"], hasKit: false, hasReader: false, scenarioText: "", rigText: ""))
        let arrival = Arrival(.console("door", "hello"), at: .start + .milliseconds(1))
        run.trace.record(.received(arrival, now: arrival.instant, number: 1))
        let frame = FrameRecord(
            number: 1, instant: arrival.instant, direction: .inbound, link: .console("door"), kind: "text", bytes: [])
        run.receive(JournalEntry(.frame(frame: frame), at: arrival.instant))
        guard let verdict else { return started }
        let summary = Self.summary(verdict, seed: seed)
        run.receive(JournalEntry(.runEnded(summary: summary), at: .start + .seconds(1)))
        #expect(run.settle(summary).trouble == nil)
        if !own {
            let path = "\(folder)/\(name)/verdict.json"
            let text = try #require(Scratch.text(of: path)).drop { $0 != "{" }.dropFirst()
            let gate = String(decoding: mark.line.dropLast(), as: UTF8.self)
            try Scratch.write("{\"gate\":\(gate),\(text)", to: path)
        }
        return started
    }

    /// Plays runs to their ends.
    func play(_ verdicts: [Verdict], in record: GateRecord) throws {
        for verdict in verdicts { try record.end(play(verdict, in: record), verdict.kind) }
    }

    /// Returns the document for a record, as the gate writes it.
    func document(_ reading: GateRecordReading, result: String) -> [UInt8] {
        var (runs, leftOut, trials, failures) = ([JSONValue](), [JSONValue](), 0, 0)
        for run in reading.runs {
            var (verdict, manifest) = (VerdictKind.error, "")
            if case .ended(let kind, let hash, _)? = run.end { (verdict, manifest) = (kind, hash?.hex ?? "") }
            let fields: [String: JSONValue] = [
                "folder": .text(run.run.folder), "ordinal": .number(run.run.ordinal),
                "verdict": .text(verdict.rawValue),
            ]
            switch verdict {
            case .passed, .failed:
                trials += 1
                failures += verdict == .failed ? 1 : 0
            case .error, .timedOut, .skipped, .aborted: leftOut.append(.object(fields))
            }
            runs.append(.object(fields.merging(["manifest": .text(manifest)]) { $1 }))
        }
        let scenario = JSONValue.fields([
            "failures": .number(failures), "leftOut": .list(leftOut), "name": .text("s"), "runs": .list(runs),
            "trials": .number(trials),
        ])
        return JSONValue.fields([
            "bench": .fields(["fingerprint": .text(reading.start.bench.fingerprint), "name": .text("desk")]),
            "firmware": .fields(["sha256": .text(Self.firmware.sha256.hex)]),
            "plan": .fields([
                "hash": .text(reading.start.plan.hex), "text": .text(String(decoding: Self.plan, as: UTF8.self)),
            ]),
            "previousRecord": reading.start.predecessor.map { .text($0.record.hex) }, "result": .text(result),
            "scenarios": .list([scenario]),
        ]).bytes + [0x0A]
    }

    /// Ends a gate as its command does: document, statements, last line.
    func end(_ record: GateRecord, _ result: String = "passed", key: SigningKey? = nil) throws {
        let document = document(try reading(), result: result)
        try UnfinishedFile.write(document, to: "\(folder)/gate.json", .replacing)
        var files = ["gate.json"]
        if result == "passed" {
            let statements = try GateStatements(of: document, in: record, passed: ["s"], configuration: [])
            files += try statements.write(in: folder, with: key)
        }
        try record.end(result, files: files)
    }

    /// Returns the record as it is on disk.
    func reading() throws -> GateRecordReading {
        try GateRecordReading(try #require(Scratch.bytes(of: "\(folder)/record.jsonl")))
    }

    /// Plays a gate with these runs from beginning to end.
    static func passed(
        _ verdicts: [Verdict] = [.passed, .passed, .passed], result: String = "passed", key: SigningKey? = nil,
        daysAgo: Int64 = 0
    ) throws -> SampleGate {
        let gate = try SampleGate()
        gate.clock.wall -= 86_400_000_000_000 * daysAgo
        let record = try gate.begin(gate.lease())
        try gate.play(verdicts, in: record)
        try gate.end(record, result, key: key)
        return gate
    }

    /// Verifies the gate on the bench that played it, but for its figures: there is no plan with which to recount them.
    func verify(_ keys: [VerifyingKey] = [], memory: String? = nil) throws -> GateVerification {
        try GateVerification(folder, keys: keys, memory: memory ?? state) { _, _ in ([], [], false) }
    }

    /// Makes the bench remember the record as it is now, or up to `behind` lines earlier, as after a kill.
    func remember(behind: Int = 0) throws {
        let reading = try reading()
        let lines = max(1, reading.lines - behind)
        let memory = RecordMemory(lines: lines, chain: try #require(reading.chain(afterLine: lines)))
        try RecordMemories(of: "bench-1", in: state).resume(reading.id).write(memory)
    }

    /// Replaces a text in a file of the gate.
    func edit(_ name: String, _ then: String, _ now: String) throws {
        let text = try #require(Scratch.text(of: "\(folder)/\(name)"))
        try #require(text.contains(then), "\(then) in \(text)")
        try Scratch.write(text.replacing(then, with: now, maxReplacements: 1), to: "\(folder)/\(name)")
    }
}
