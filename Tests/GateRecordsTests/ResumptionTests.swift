import Ground
import Journal
import OpenSSL
import TestSupport
import Testing

@testable import Evidence

/// A gate that is resumed after a kill, and benches that two gates claim.
@Suite struct ResumptionTests {
    @Test("a killed gate resumes with its own runs; the one in progress is lost and keeps its ordinal")
    func goesOn() throws {
        let gate = try SampleGate()
        do {
            let record = try gate.begin(gate.lease())
            try gate.play([.passed, .failed], in: record)
            try gate.play(nil, in: record)
        }
        let resumption = try gate.resume(gate.lease())
        #expect(resumption.ended.map(\.run.ordinal) == [1, 2])
        #expect(resumption.ended.map(\.verdict) == [.passed, .failed])
        #expect(resumption.lost.map(\.run.ordinal) == [3])
        #expect(resumption.record.nextOrdinal == 4)
        try gate.play([.passed], in: resumption.record)
        try gate.end(resumption.record, "failed")
        let verification = try gate.verify()
        #expect(verification.problems == [] && verification.result == "failed" && verification.runs == 4)
    }

    @Test("a gate killed anywhere in its record is resumed with every run that was started, and none is dropped")
    func everyCut() throws {
        let gate = try SampleGate()
        do {
            let record = try gate.begin(gate.lease())
            try gate.play([.passed, .failed, .passed], in: record)
        }
        let path = "\(gate.folder)/record.jsonl"
        let bytes = try #require(Scratch.bytes(of: path))
        let first = try #require(bytes.firstIndex(of: 0x0A))
        for count in stride(from: first + 1, through: bytes.count, by: 7) {
            try Scratch.write(Array(bytes[..<count]), to: path)
            // A kill between a line and the bench's memory of it leaves the memory one line behind.
            try gate.remember(behind: count % 2)
            let started = try gate.reading().runs.count
            // After a kill there would be no folders of runs that the truncated record does not contain yet.
            for ordinal in 1...3 where ordinal > started {
                #expect(rename(gate, ordinal, to: "away") == true)
            }
            let resumption = try gate.resume(gate.lease())
            #expect(resumption.ended.count == started && resumption.lost.isEmpty, "\(count): every verdict is there")
            #expect(resumption.ended.contains { $0.verdict == .failed } == (started > 1))
            #expect(try gate.reading().problems == [] && gate.reading().runs.allSatisfy { $0.end != nil })
            for ordinal in 1...3 where ordinal > started {
                #expect(rename(gate, ordinal, to: "back") == true)
            }
        }
    }

    /// Hides the folder of a run, or puts it back.
    private func rename(_ gate: SampleGate, _ ordinal: Int, to place: String) -> Bool {
        let name = EvidenceFolder.name(of: ordinal, of: "s", seed: UInt64(ordinal))
        let (here, away) = ("\(gate.folder)/\(name)", gate.scratch("hidden-\(ordinal)"))
        let isAway = place == "away"
        return (try? Files.rename(isAway ? here : away, to: isAway ? away : here, mustBeNew: false)) != nil
    }

    @Test("a run that reached its verdict just before the kill counts")
    func verdictBeforeTheLine() throws {
        for verdict in [Verdict.passed, .failed] {
            let gate = try SampleGate()
            do { try gate.play(verdict, in: try gate.begin(gate.lease())) }
            let resumption = try gate.resume(gate.lease())
            #expect(resumption.ended.map(\.verdict) == [verdict.kind] && resumption.lost.isEmpty)
        }
    }

    @Test("a plain run put in place of a lost one passes nothing, whatever its verdict says")
    func forgedBeforeTheLine() throws {
        for own in [true, false] {
            let gate = try SampleGate()
            do { try gate.play(.passed, in: try gate.begin(gate.lease()), own: own) }
            let resumption = try gate.resume(gate.lease())
            #expect(resumption.ended.count == (own ? 1 : 0) && resumption.lost.count == (own ? 0 : 1))
        }
    }

    @Test("a pass with incomplete evidence is lost, and a failure stays a failure")
    func brokenBeforeTheLine() throws {
        for verdict in [Verdict.passed, .failed] {
            let gate = try SampleGate()
            do { try gate.play(verdict, in: try gate.begin(gate.lease())) }
            Files.remove("\(gate.folder)/001-s-seed1/trace.pcapng")
            let resumption = try gate.resume(gate.lease())
            #expect(resumption.lost.count == (verdict == .passed ? 1 : 0))
            #expect(resumption.ended.map(\.verdict) == (verdict == .passed ? [] : [.failed]))
        }
    }

    @Test("another plan, firmware, baseline or bench needs a separate gate")
    func others() throws {
        let gate = try SampleGate()
        do { try gate.play([.passed], in: try gate.begin(gate.lease())) }
        let before = Scratch.bytes(of: "\(gate.folder)/record.jsonl")
        #expect(throws: CommandError.self) { try gate.resume(gate.lease(), plan: [1]) }
        #expect(throws: CommandError.self) { try gate.resume(gate.lease(), firmware: .of("other")) }
        #expect(throws: CommandError.self) { try gate.resume(gate.lease(), baseline: .of("other")) }
        #expect(throws: CommandError.self) { try gate.resume(gate.lease("bench-2")) }
        #expect(Scratch.bytes(of: "\(gate.folder)/record.jsonl") == before, "nothing is written then")
        #expect(try gate.resume(gate.lease()).ended.count == 1)
    }

    @Test("a gate of another version of the program does not resume, because the rules may differ")
    func otherProgram() throws {
        for program in [Program.name, "trammel 0.0.1"] {
            let gate = try SampleGate()
            let start = GateStart(
                program: program, plan: .of(SampleGate.plan), firmware: SampleGate.firmware,
                bench: .init(name: "desk", fingerprint: "bench-1"), predecessor: nil, terms: SampleGate.terms)
            var chain = EntryChain()
            let line = GateRecordReading.line(.began(start), at: gate.clock.now, &chain)
            try Files.makeFolder(gate.folder)
            try Scratch.write(SampleGate.plan, to: "\(gate.folder)/plan.json")
            try Scratch.write(line, to: "\(gate.folder)/record.jsonl")
            let lease = try gate.lease()
            _ = try lease.memories.begin(chain.value)
            if program == Program.name {
                #expect(throws: Never.self) { try gate.resume(lease) }
            } else {
                let trouble = try #require(throws: CommandError.self) { try gate.resume(lease) }
                #expect(trouble.what.contains("0.0.1"), "\(trouble.what)")
            }
        }
    }

    @Test("a gate that ended, and a folder without one, are not resumed")
    func ended() throws {
        let gate = try SampleGate.passed()
        #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
        let none = try SampleGate()
        #expect(throws: CommandError.self) { try none.resume(none.lease()) }
    }

    @Test("a run folder that was deleted, changed or copied in keeps a gate from resuming")
    func foreignFolders() throws {
        let yesterday = try SampleGate.passed(daysAgo: 1)
        let gate = try SampleGate()
        do { try gate.play([.passed, .passed], in: try gate.begin(gate.lease())) }
        func copy(as name: String) throws {
            try Files.makeFolder("\(gate.folder)/\(name)")
            for file in try #require(Scratch.names(in: "\(yesterday.folder)/001-s-seed1")) {
                let content = try #require(Scratch.bytes(of: "\(yesterday.folder)/001-s-seed1/\(file)"))
                try Scratch.write(content, to: "\(gate.folder)/\(name)/\(file)")
            }
        }
        try copy(as: "003-s-seed3")
        #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
        try Files.rename("\(gate.folder)/003-s-seed3", to: "\(gate.folder)/elsewhere", mustBeNew: false)
        #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
        try Files.rename("\(gate.folder)/elsewhere", to: gate.scratch("elsewhere"), mustBeNew: false)
        try Files.rename("\(gate.folder)/001-s-seed1", to: gate.scratch("one"), mustBeNew: false)
        #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
        try copy(as: "001-s-seed1")
        #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
    }

    @Test("a clock that was set back between two commands keeps a gate from resuming")
    func clock() throws {
        let gate = try SampleGate()
        do { try gate.play([.passed], in: try gate.begin(gate.lease())) }
        gate.clock.wall -= 3_600_000_000_000
        #expect(throws: CommandError.self) { try gate.resume(gate.lease()) }
        gate.clock.wall += 3_600_000_000_000
        #expect(throws: Never.self) { try gate.resume(gate.lease()) }
    }

    @Test("a bench belongs to one gate until that gate ends, however it ends")
    func leases() throws {
        let gate = try SampleGate()
        do {
            let lease = try gate.lease()
            let trouble = try #require(throws: CommandError.self) { try gate.lease() }
            #expect(trouble.what.contains("has this bench"))
            #expect(throws: Never.self) { try gate.lease("another") }
            #expect(lease.predecessor == nil)
        }
        #expect(throws: Never.self) { try gate.lease() }
        #expect(throws: CommandError.self) { try BenchLease(of: "x", in: nil) }
        #expect(throws: CommandError.self) { try BenchLease(of: "x", in: "/proc/none") }
    }

    @Test("a gate names the previous one on its bench, whether that ended or not")
    func predecessors() throws {
        let scratch = try Scratch()
        let one = try SampleGate("one", in: scratch)
        let chain: ContentHash
        do {
            let first = try one.begin(one.lease())
            #expect(first.start.predecessor == nil)
            try one.play([.passed], in: first)
            try one.end(first)
            chain = first.chain
        }
        let two = try SampleGate("two", in: scratch)
        do {
            let second = try two.begin(two.lease())
            #expect(second.start.predecessor == .init(record: chain, isEnded: true))
            let other = try SampleGate("other", in: scratch)
            #expect(try other.begin(other.lease("bench-2")).start.predecessor == nil)
        }
        let third = try SampleGate("three", in: scratch)
        let unended = try third.begin(third.lease()).start.predecessor
        let id = try two.reading().id
        #expect(unended == .init(record: id, isEnded: false))
    }

    @Test("a bench memory that cannot be read is an error that names the file")
    func damagedMemory() throws {
        let gate = try SampleGate()
        do { _ = try gate.begin(gate.lease()) }
        let name = try #require(Scratch.names(in: gate.state)?.first { $0.hasSuffix(".json") })
        for text in ["", "{", "{}", #"{"record":"x","isEnded":true}"#] {
            try Scratch.write(text, to: "\(gate.state)/\(name)")
            let trouble = try #require(throws: CommandError.self) { try gate.lease() }
            #expect(trouble.what.contains(name))
        }
    }
}
