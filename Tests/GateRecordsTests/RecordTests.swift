import Ground
import JSON
import Journal
import OpenSSL
import OperatingSystem
import Reports
import TestSupport
import Testing

@testable import Evidence

/// A gate's record: written line by line, and read with every mistake reported.
@Suite struct RecordTests {
    @Test("everything a gate does is in its record, and reads back")
    func roundTrip() throws {
        let gate = try SampleGate()
        let record = try gate.begin(gate.lease())
        try gate.play([.passed, .error], in: record)
        let open = try gate.play(nil, in: record)
        let reading = try gate.reading()
        #expect(reading.problems == [] && reading.start == record.start && reading.id == record.id)
        #expect(reading.chain == record.chain && reading.end == nil && reading.cutBytes == 0)
        #expect(reading.runs.map(\.run.ordinal) == [1, 2, 3] && reading.runs[2].run == open)
        guard case .ended(.passed, let manifest?, .some)? = reading.runs[0].end else {
            Issue.record("\(reading.runs[0])")
            return
        }
        let folder = "\(gate.folder)/\(reading.runs[0].run.folder)"
        #expect(ContentHash.of(try #require(Scratch.bytes(of: "\(folder)/manifest.sha256"))) == manifest)
        #expect(reading.runs[2].end == nil && record.nextOrdinal == 4)
        try gate.end(record, "inconclusive")
        let ended = try gate.reading()
        #expect(ended.problems == [] && ended.end?.result == "inconclusive" && ended.chain == record.chain)
        #expect(ended.runs[2].end == .lost(because: "the gate ended before it"))
        #expect(ended.end?.files.map(\.path) == ["gate.json", "plan.json"])
    }

    private static func terms(claimed: Bool = false, today: String = "2026-11-22") -> GateTerms {
        GateTerms(
            acceptsClaimed: claimed, allowsQuarantine: true, today: today, isWritten: true, isMade: false,
            scenarios: [
                .init(
                    name: "s", hash: "0a", suite: "door", tags: ["quick"], spot: SourceSpot(file: "s.swift", line: 3)),
                .init(name: "::x", hash: "", suite: nil, tags: [], spot: nil),
            ], candidate: .fields(["size": .number(3)]), baseline: nil)
    }

    private static func begin(_ gate: SampleGate, _ terms: GateTerms) throws -> GateRecord {
        let clock = gate.clock
        return try GateRecord(
            of: SampleGate.plan, firmware: SampleGate.firmware, bench: "desk", terms: terms, in: gate.folder,
            lease: gate.lease(), clock: { clock.now })
    }

    private static let notes: [GateNote] = [
        .identity(
            .init(
                isBaseline: true, afterOrdinal: 0, level: "claimed", when: "2026-11-22T00:00:00Z", visit: 2,
                told: [.init(source: "console", bytes: "00ff")], reasons: ["it \"said\" so"])),
        .identity(
            .init(isBaseline: false, afterOrdinal: 7, level: "unknown", when: "", visit: nil, told: [], reasons: [])),
        .fault("the disk was full\nand more"), .aborted,
    ]

    @Test("rules beside the plan, and notes, read back; each byte of them is bound to the rest")
    func termsAndNotes() throws {
        let gate = try SampleGate()
        let record = try Self.begin(gate, Self.terms())
        for note in Self.notes { try record.note(note) }
        let reading = try gate.reading()
        #expect(reading.problems == [] && reading.start.terms == Self.terms() && reading.notes == Self.notes)
        #expect(reading.began == record.began)
        let bytes = try #require(Scratch.bytes(of: "\(gate.folder)/record.jsonl"))
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            var changed = bytes
            let place = Int.random(in: changed.indices, using: &generator)
            changed[place] ^= UInt8.random(in: 1...255, using: &generator)
            // A line feed that cuts off the end makes it an incomplete line, which is reported as such.
            guard let other = try? GateRecordReading(changed) else { continue }
            #expect(!other.problems.isEmpty || other.cutBytes > 0, "byte \(place)")
        }
    }

    @Test("a gate resumes under the terms under which it began, on any day")
    func otherTerms() throws {
        let gate = try SampleGate()
        func begun() throws { _ = try Self.begin(gate, Self.terms()) }
        try begun()
        let clock = gate.clock
        func resume(_ terms: GateTerms) throws(CommandError) -> GateResumption {
            try GateResumption(
                in: gate.folder, plan: .of(SampleGate.plan), firmware: SampleGate.firmware.sha256, terms: terms,
                lease: gate.lease(), clock: { clock.now })
        }
        #expect(throws: CommandError.self) { try resume(Self.terms(claimed: true)) }
        let resumed = try resume(Self.terms(today: "2027-01-01"))
        #expect(resumed.record.start.terms == Self.terms() && resumed.notes == [])
    }

    @Test("the start is on the disk before anything is played, and a run's line before the run")
    func order() throws {
        let gate = try SampleGate()
        let record = try gate.begin(gate.lease())
        #expect(try gate.reading().runs.isEmpty)
        #expect(Scratch.bytes(of: "\(gate.folder)/plan.json") == SampleGate.plan)
        let run = try record.start("s", seed: 1, in: "001-s-seed1")
        #expect(try gate.reading().runs.map(\.run) == [run])
        #expect(Files.kind(of: "\(gate.folder)/001-s-seed1") == nil)
    }

    @Test("a folder holds one gate")
    func taken() throws {
        let gate = try SampleGate()
        _ = try gate.begin(gate.lease())
        #expect(throws: CommandError.self) { try gate.begin(gate.lease()) }
    }

    @Test("a record cut anywhere is read up to its last whole line, and only the rest is missing")
    func cuts() throws {
        let gate = try SampleGate.passed()
        let bytes = try #require(Scratch.bytes(of: "\(gate.folder)/record.jsonl"))
        let ends = bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
        for count in 0...bytes.count {
            let cut = Array(bytes[..<count])
            guard count >= ends[0] else {
                let error = try #require(throws: DocumentError.self) { try GateRecordReading(cut) }
                #expect(error.line == 1)
                continue
            }
            let reading = try GateRecordReading(cut)
            let whole = ends.last { $0 <= count } ?? 0
            #expect(reading.problems == [] && reading.wholeBytes == whole && reading.cutBytes == count - whole)
            #expect((reading.end != nil) == (count == bytes.count))
        }
    }

    @Test("a change of any byte of a record is found, and its line is named")
    func everyByte() throws {
        let gate = try SampleGate.passed([.passed])
        let bytes = try #require(Scratch.bytes(of: "\(gate.folder)/record.jsonl"))
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            let line = 1 + bytes[..<place].count { $0 == 0x0A }
            guard let reading = try? GateRecordReading(changed) else {
                #expect(line <= 2, "a mistake behind the first line is a problem of the reading")
                continue
            }
            let isCutEnd = place == bytes.count - 1
            let isTold = isCutEnd ? reading.end == nil : reading.problems.contains { abs($0.line - line) <= 1 }
            #expect(isTold, "byte \(place): \(reading.problems)")
        }
    }

    @Test("a line that is removed, inserted, moved or duplicated is reported with its place")
    func lines() throws {
        let gate = try SampleGate.passed()
        let lines = try #require(Scratch.text(of: "\(gate.folder)/record.jsonl")).split(separator: "\n").map {
            $0 + "\n"
        }
        for place in 1..<lines.count - 1 {
            var (cut, doubled, moved) = (lines, lines, lines)
            cut.remove(at: place)
            doubled.insert(lines[place], at: place)
            moved.swapAt(place, place + 1)
            for now in [cut, doubled, moved] {
                let reading = try GateRecordReading(Array(now.joined().utf8))
                let first = try #require(reading.problems.first, "\(place)")
                #expect(first.line == place + 1 || first.line == place + 2, "\(first)")
            }
        }
    }

    /// Returns a record with these entries, each chained to those before it.
    private static func record(_ entries: [GateRecordEntry], at moments: [GateMoment]? = nil) throws
        -> GateRecordReading
    {
        let start = GateStart(
            program: "test", plan: .of("p"), firmware: SampleGate.firmware, bench: .init(name: "b", fingerprint: "f"),
            predecessor: nil, terms: SampleGate.terms)
        let clock = SampleClock()
        var (chain, bytes) = (EntryChain(), [UInt8]())
        for (place, entry) in ([.began(start)] + entries).enumerated() {
            bytes += GateRecordReading.line(entry, at: moments?[place] ?? clock.now, &chain)
        }
        return try GateRecordReading(bytes)
    }

    private static func run(_ ordinal: Int, _ folder: String? = nil) -> GateRecordEntry {
        .runStarted(GateRun(ordinal: ordinal, folder: folder ?? "00\(ordinal)-s", scenario: "s", seed: 1))
    }

    private static func passed(_ ordinal: Int) -> GateRecordEntry {
        .runEnded(ordinal: ordinal, .ended(.passed, manifest: .of("m"), verdict: .of("v")))
    }

    @Test("a record of valid lines that describe an impossible gate is refused")
    func impossible() throws {
        let end = GateRecordEntry.ended(GateEnd(result: "passed", files: []))
        #expect(try Self.record([Self.run(1), Self.run(2), Self.passed(2), Self.passed(1), end]).problems == [])
        for entries in [
            [Self.run(2)], [Self.run(1), Self.run(3)], [Self.run(1), Self.run(1)],
            [Self.run(1, "a"), Self.run(2, "a")],
            [Self.passed(1)], [Self.run(1), Self.passed(1), Self.passed(1)], [Self.run(1), end],
            [end, Self.run(1)], [end, end], [Self.run(0)], [Self.run(-1)], [Self.run(.max)],
            [
                .began(
                    GateStart(
                        program: "test", plan: .of("p"), firmware: SampleGate.firmware,
                        bench: .init(name: "b", fingerprint: "f"), predecessor: nil, terms: SampleGate.terms))
            ],
        ] as [[GateRecordEntry]] { #expect(try !Self.record(entries).problems.isEmpty, "\(entries)") }
    }

    @Test("no folder name leads out of the gate's folder", arguments: ["..", "/tmp", "a/b", "", ".", "a\u{0}", "a\nb"])
    func hostileNames(name: String) throws {
        #expect(try Self.record([Self.run(1, name)]).problems.count == 1)
        let end = GateEnd(result: "passed", files: [Manifest.Entry(name, .of(""))])
        guard name != "a/b" else { return }
        #expect(try Self.record([.ended(end)]).problems.count == 1)
    }

    @Test("a wall clock that was set is reported, and a slow start on another day is not")
    func clocks() throws {
        let second: Int64 = 1_000_000_000
        let start = GateMoment(wall: 1_795_000_000 * second, steady: 50 * second, boot: "a")
        func problems(_ wall: Int64, _ steady: Int64, _ boot: String = "a") throws -> Int {
            let next = GateMoment(wall: start.wall + wall * second, steady: start.steady + steady * second, boot: boot)
            return try Self.record([Self.run(1)], at: [start, next]).problems.count
        }
        #expect(try problems(60, 60) == 0 && problems(0, 1) == 0 && problems(3_600, 3_602) == 0)
        #expect(try problems(-3_600, 60) == 1 && problems(7_200, 60) == 1 && problems(60, -1) == 1)
        #expect(try problems(-3_600, 60, "b") == 1 && problems(86_400, -40, "b") == 0)
        #expect(try problems(.max / second - 1_795_000_000, 1) == 1)
    }

    @Test("a record of a newer format is refused, and hostile ones never crash")
    func hostile() throws {
        let gate = try SampleGate.passed([.passed, .failed], result: "failed")
        let bytes = try #require(Scratch.bytes(of: "\(gate.folder)/record.jsonl"))
        let newer = String(decoding: bytes, as: UTF8.self).replacing("\"format\":2", with: "\"format\":3")
        #expect(throws: DocumentError.self) { try GateRecordReading(Array(newer.utf8)) }
        #expect(throws: DocumentError.self) { try GateRecordReading(Array("{}\n".utf8)) }
        var mutator = Mutator(seeds: [bytes])
        for _ in 0..<600 {
            let input = mutator.next(limit: 8_000)
            guard input != bytes, let reading = try? GateRecordReading(input) else { continue }
            let isPrefix = bytes.starts(with: input)
            #expect(isPrefix || !reading.problems.isEmpty || reading.cutBytes > 0 || reading.end == nil)
        }
    }
}
