import Foundation
import Ground
import Journal
import OpenSSL
import Recordings
import Reports
import TestSupport
import Testing

@testable import Evidence

/// The seal of a run's folder, which reveals the file that was changed afterwards, and the location.
@Suite struct SealTests {
    /// Writes a run that passed, with this many lines in its journal, and returns its folder.
    private static func run(
        _ scratch: Scratch, lines: Int = 40, gate: GateMembership? = nil, search: SearchMembership? = nil
    ) throws -> String {
        let folder = try EvidenceFolder(
            in: scratch("a"), options: TraceKeeping(reserve: ByteCount(bytes: 0)), of: "run", with: Samples.provenance)
        let run = try folder.begin(run: 1, of: "s", seed: 1, isLive: false, gate: gate, search: search)
        run.trace.begin(Samples.header)
        for number in 1...lines - 2 {
            run.trace.record(Samples.arrival(number))
            let frame = FrameRecord(
                number: number, instant: .start + .milliseconds(number), direction: .inbound, link: .console("door"),
                kind: "text", bytes: [])
            run.receive(JournalEntry(.frame(frame: frame), at: frame.instant))
        }
        let summary = Samples.summary(.passed)
        run.receive(JournalEntry(.runEnded(summary: summary), at: .start + .seconds(1)))
        #expect(run.settle(summary).trouble == nil)
        return scratch("a/001-s-seed1")
    }

    private static func problems(_ folder: String) throws -> [SealProblem] {
        let bytes = try #require(Scratch.bytes(of: "\(folder)/verdict.json"))
        return SealCheck.problems(in: folder, of: try RunRecord(json: bytes))
    }

    @Test("a pruned trace may be missing if the note has the hash from the manifest")
    func pruned() throws {
        let scratch = try Scratch()
        let folder = try Self.run(scratch)
        let trace = try #require(Scratch.bytes(of: "\(folder)/trace.pcapng"))
        func note(_ name: String, _ hash: ContentHash) throws {
            let files = [PrunedFiles.File(name: name, bytes: trace.count, sha256: hash)]
            try PrunedFiles(program: "p", date: "2027-06-01T00:00:00Z", files: files, brokenSeal: nil).write(in: folder)
        }
        Files.remove("\(folder)/trace.pcapng")
        #expect(try Self.problems(folder).map(\.file) == ["trace.pcapng"])
        try note("trace.pcapng", .of("another trace"))
        #expect(try Self.problems(folder).map(\.file) == ["trace.pcapng"])
        #expect(!RunFolder(folder).isTracePruned)
        try note("trace.pcapng", .of(trace))
        #expect(try Self.problems(folder) == [])
        let left = RunFolder(folder)
        #expect(left.sealProblems == [] && !left.hasTrace && left.isTracePruned)
        // A trace replaced by other contents was not pruned.
        try Scratch.write(trace + [0], to: "\(folder)/trace.pcapng")
        #expect(try Self.problems(folder).map(\.file) == ["trace.pcapng"])
        Files.remove("\(folder)/trace.pcapng")
        try Scratch.write("no note", to: "\(folder)/pruned.json")
        #expect(try Self.problems(folder).map(\.file) == ["trace.pcapng"])
    }

    @Test("a search's firmware is in a file that the manifest covers: a verdict that names another is detected")
    func searched() throws {
        let scratch = try Scratch()
        let mark = SearchMembership(firmware: .init(name: "v3 \"b\"/c", sha256: .of("f")), identity: "flashed")
        let folder = try Self.run(scratch, search: mark)
        let path = "\(folder)/verdict.json"
        let bytes = try #require(Scratch.bytes(of: path))
        let manifest = try Manifest(#require(Scratch.bytes(of: "\(folder)/manifest.sha256")))
        #expect(manifest.entries.map(\.path) == ["journal.jsonl", "search.json", "trace.pcapng"])
        #expect(try Self.problems(folder) == [])
        #expect(SealCheck.search(in: folder, of: try RunRecord(json: bytes)) == mark)
        let text = String(decoding: bytes, as: UTF8.self)
        let others = [
            text.replacing(ContentHash.of("f").hex, with: ContentHash.of("g").hex),
            text.replacing("flashed", with: "proved"), text.replacing("\"search\"", with: "\"other\""),
        ]
        for other in others {
            #expect(other != text)
            try Scratch.write(other, to: path)
            #expect(try Self.problems(folder).map(\.file) == ["verdict.json"], "\(other)")
            #expect(SealCheck.search(in: folder, of: try RunRecord(json: Array(other.utf8))) == nil)
        }
        // If the file itself was changed as well, the manifest reveals it.
        try Scratch.write(bytes, to: path)
        try Scratch.write(Array(mark.line.dropLast()) + Array(" \n".utf8), to: "\(folder)/search.json")
        #expect(try Self.problems(folder).map(\.file) == ["search.json"])
        // A run outside a search cannot be given the firmware of one.
        let other = try Scratch()
        let plain = try Self.run(other)
        let reading = try RunRecord(json: bytes)
        #expect(reading.search == mark && SealCheck.search(in: plain, of: reading) == nil)
    }

    @Test("a run's gate is in a file that the manifest covers, so a plain run cannot be passed off as a gate's")
    func membership() throws {
        let mark = GateMembership(
            record: .of("r"), ordinal: 3, plan: .of("p"), firmware: .init(name: "f", sha256: .of("f")),
            identity: "flashed")
        let scratch = try Scratch()
        let folder = try Self.run(scratch, gate: mark)
        let path = "\(folder)/verdict.json"
        let bytes = try #require(Scratch.bytes(of: path))
        #expect(try SealCheck.gate(in: folder, of: RunRecord(json: bytes)) == mark)
        let text = String(decoding: bytes, as: UTF8.self)
        let others = [
            text.replacing(ContentHash.of("f").hex, with: ContentHash.of("g").hex),
            text.replacing("flashed", with: "proved"), text.replacing("\"gate\"", with: "\"other\""),
        ]
        for other in others {
            #expect(other != text)
            try Scratch.write(other, to: path)
            #expect(try Self.problems(folder).map(\.file) == ["verdict.json"], "\(other)")
        }
        let other = try Scratch()
        let plain = try Self.run(other)
        let own = try #require(Scratch.text(of: "\(plain)/verdict.json"))
        let gate = String(decoding: mark.line.dropLast(), as: UTF8.self)
        let forged = try RunRecord(json: Array(("{\"gate\":\(gate)," + own.drop { $0 != "{" }.dropFirst()).utf8))
        #expect(forged.gate == mark && SealCheck.gate(in: plain, of: forged) == nil)
    }

    @Test("sha256sum can make and check a run's manifest, and the verdict has its hash and the journal's chain")
    func sealed() throws {
        let scratch = try Scratch()
        let mark = GateMembership(
            record: .of("r"), ordinal: 3, plan: .of("p"), firmware: .init(name: "f", sha256: .of("f")),
            identity: "flashed")
        let folder = try Self.run(scratch, gate: mark)
        let text = try #require(Scratch.bytes(of: "\(folder)/manifest.sha256"))
        let manifest = try Manifest(text)
        #expect(manifest.entries.map(\.path) == ["journal.jsonl", "membership.json", "trace.pcapng"])
        for entry in manifest.entries {
            #expect(try ContentHash.of(#require(Scratch.bytes(of: "\(folder)/\(entry.path)"))) == entry.hash)
        }
        let reading = try RunRecord(json: #require(Scratch.bytes(of: "\(folder)/verdict.json")))
        let seal = try #require(reading.seal)
        #expect(seal.manifest == ContentHash.of(text) && reading.gate == mark)
        #expect(seal.scenario == ContentHash.of("") && seal.rig == ContentHash.of(""))
        var chain = HashChain()
        let journal = try #require(Scratch.bytes(of: "\(folder)/journal.jsonl"))
        for line in journal.split(separator: 0x0A) { chain.append(line) }
        #expect(seal.journal.chain == chain.value && seal.journal.lines == 40)
        #expect(try Self.problems(folder).isEmpty)
        #expect(try Samples.read(folder).doubts.allSatisfy { if case .remark = $0 { false } else { true } })
        #expect(RunFolder(folder).sealProblems.isEmpty && RunFolder(folder).record?.seal != nil)
    }

    @Test("a trace in parts has each part in the manifest, except the parts that were dropped", arguments: [nil, 2])
    func parts(keep: Int?) throws {
        let scratch = try Scratch()
        let keeping = TraceKeeping(
            limit: ByteCount(bytes: RunTrace.smallestLimit), keep: keep, reserve: ByteCount(bytes: 0))
        let folder = try EvidenceFolder(in: scratch("a"), options: keeping, of: "run", with: Samples.provenance)
        let run = try folder.begin(run: 1, of: "s", seed: 1, isLive: false)
        run.trace.begin(Samples.header)
        for number in 1...3_000 { run.trace.record(Samples.arrival(number)) }
        #expect(run.settle(Samples.summary(.passed)).trouble == nil)
        let path = scratch("a/001-s-seed1")
        let manifest = try Manifest(try #require(Scratch.bytes(of: "\(path)/manifest.sha256")))
        let names = try #require(Scratch.names(in: path)).filter { $0 != "manifest.sha256" && $0 != "verdict.json" }
        #expect(manifest.entries.map(\.path) == names && names.count > 2)
        #expect(try Self.problems(path).isEmpty)
        Files.remove("\(path)/\(names[1])")
        #expect(try Self.problems(path).map(\.file) == [names[1]])
    }

    @Test("a line that was removed from a journal, changed or inserted is located to within a few lines")
    func journal() throws {
        let scratch = try Scratch()
        let folder = try Self.run(scratch, lines: 100)
        let path = "\(folder)/journal.jsonl"
        let lines = try #require(Scratch.text(of: path)).split(separator: "\n").map { $0 + "\n" }
        #expect(lines.count == 100)
        for place in [0, 1, 50, 98, 99] {
            var (changed, cut, longer) = (lines, lines, lines)
            changed[place] = changed[place].replacing("event", with: "avent")
            cut.remove(at: place)
            longer.insert(lines[place], at: place)
            for now in [changed, cut, longer] {
                try Scratch.write(now.joined(), to: path)
                let problems = try Self.problems(folder)
                #expect(problems.map(\.file) == ["journal.jsonl"] && problems.first?.place != nil, "\(problems)")
            }
        }
        try Scratch.write(lines.joined() + "{", to: path)
        #expect(try Self.problems(folder).count == 1)
        try Scratch.write(lines.joined(), to: path)
        #expect(try Self.problems(folder).isEmpty)
        let cut = Array(lines.joined().utf8).dropLast()
        try Scratch.write(Array(cut), to: path)
        #expect(try Self.problems(folder).count == 1)
    }

    @Test("every byte of every sealed file counts")
    func bytes() throws {
        let scratch = try Scratch()
        let folder = try Self.run(scratch, lines: 6)
        for name in ["journal.jsonl", "trace.pcapng", "manifest.sha256"] {
            let content = try #require(Scratch.bytes(of: "\(folder)/\(name)"))
            for place in stride(from: 0, to: content.count, by: max(1, content.count / 60)) {
                var now = content
                now[place] ^= 1
                try Scratch.write(now, to: "\(folder)/\(name)")
                #expect(try Self.problems(folder).contains { $0.file == name }, "\(name) \(place)")
            }
            try Scratch.write(content, to: "\(folder)/\(name)")
        }
        #expect(try Self.problems(folder).isEmpty)
    }

    @Test("a file that is missing, a link, or was added later is named")
    func files() throws {
        let scratch = try Scratch()
        let folder = try Self.run(scratch)
        try Scratch.write("x", to: "\(folder)/trace-001.pcapng")
        #expect(try Self.problems(folder).map(\.file) == ["trace-001.pcapng"])
        Files.remove("\(folder)/trace-001.pcapng")
        // A page and notes are not evidence.
        try Scratch.write("x", to: "\(folder)/page.html")
        #expect(try Self.problems(folder).isEmpty)
        for name in ["trace.pcapng", "journal.jsonl", "manifest.sha256"] {
            let content = try #require(Scratch.bytes(of: "\(folder)/\(name)"))
            try Scratch.write(content, to: scratch("elsewhere"))
            Files.remove("\(folder)/\(name)")
            #expect(try Self.problems(folder).contains { $0.file == name })
            #expect(symlink(scratch("elsewhere"), "\(folder)/\(name)") == 0)
            #expect(try Self.problems(folder).contains { $0.file == name })
            Files.remove("\(folder)/\(name)")
            #expect(mkfifo("\(folder)/\(name)", 0o600) == 0)
            #expect(try Self.problems(folder).contains { $0.file == name })
            Files.remove("\(folder)/\(name)")
            try Scratch.write(content, to: "\(folder)/\(name)")
        }
        #expect(try Self.problems(folder).isEmpty)
    }

    @Test("a journal that is too large to read is refused immediately, with its size")
    func hugeJournal() throws {
        let scratch = try Scratch()
        let folder = try Self.run(scratch)
        #expect(truncate("\(folder)/journal.jsonl", 5 << 30) == 0)
        let clock = ContinuousClock()
        let began = clock.now
        let problems = try Self.problems(folder)
        #expect(problems.contains { $0.file == "journal.jsonl" && $0.what.contains("5368709120") }, "\(problems)")
        #expect(clock.now - began < .seconds(5))
    }

    @Test("a pass without its seal is none")
    func unsealed() throws {
        let scratch = try Scratch()
        let folder = try Self.run(scratch)
        let path = "\(folder)/verdict.json"
        let bytes = try #require(Scratch.bytes(of: path))
        var fields = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        fields["seal"] = nil
        try Scratch.write(Array(try JSONSerialization.data(withJSONObject: fields)), to: path)
        #expect(try Self.problems(folder).map(\.file) == ["verdict.json"])
        #expect(throws: CommandError.self) { try RunRecordList(in: [folder]) }
    }

    @Test("readers of a folder whose files were changed say so", arguments: ["journal.jsonl", "trace.pcapng"])
    func readers(name: String) throws {
        let scratch = try Scratch()
        let folder = try Self.run(scratch)
        var content = try #require(Scratch.bytes(of: "\(folder)/\(name)"))
        // After the first line, which no trace has, and in the text of a packet.
        let place = try #require(content.firstRange(of: Array((name == "journal.jsonl" ? "console" : "line 7").utf8)))
        content[place.lowerBound] ^= 0x20
        try Scratch.write(content, to: "\(folder)/\(name)")
        let doubts = try Samples.read(folder).doubts
        #expect(doubts.contains { if case .contradiction(let what, _) = $0 { what.contains(name) } else { false } })
        #expect(RunFolder(folder).sealProblems.map(\.file) == [name])
        #expect(throws: CommandError.self) { try RunRecordList(in: [folder]) }
    }

    @Test("a manifest that cannot be written leaves no pass, and the file in its way is not touched")
    func obstacle() throws {
        let scratch = try Scratch()
        let folder = try EvidenceFolder(
            in: scratch("a"), options: TraceKeeping(reserve: ByteCount(bytes: 0)), of: "run", with: Samples.provenance)
        let run = try folder.begin(run: 1, of: "s", seed: 1, isLive: false)
        run.trace.begin(Samples.header)
        let path = scratch("a/001-s-seed1")
        try Scratch.write("mine", to: "\(path)/manifest.sha256")
        let (left, trouble) = run.settle(Samples.summary(.passed))
        #expect(left.verdict == .error && trouble != nil)
        #expect(Scratch.text(of: "\(path)/manifest.sha256") == "mine")
        #expect(Scratch.text(of: "\(path)/verdict.json")?.contains("\"passed\"") == false)
        let (events, _) = try Samples.read(path)
        #expect(!events.contains { if case .ended = $0 { true } else { false } })
    }

    @Test("if the verdict cannot be written, the manifest is removed again")
    func verdictWithoutName() throws {
        let scratch = try Scratch()
        let folder = try EvidenceFolder(
            in: scratch("a"), options: TraceKeeping(reserve: ByteCount(bytes: 0)), of: "run", with: Samples.provenance)
        let run = try folder.begin(run: 1, of: "s", seed: 1, isLive: false)
        run.trace.begin(Samples.header)
        let path = scratch("a/001-s-seed1")
        try Files.makeNewFolder("\(path)/verdict.json")
        let (left, trouble) = run.settle(Samples.summary(.passed))
        #expect(left.verdict == .error && trouble != nil)
        #expect(Scratch.names(in: path) == ["journal.jsonl", "trace.pcapng", "verdict.json"])
    }

    @Test("one seed gives one journal, sealed or not, except for its first line")
    func sameJournal() throws {
        let (one, other) = (try Scratch(), try Scratch())
        let folders = [try Self.run(one), try Self.run(other)]
        let journals = folders.map { Scratch.journal(of: $0) }
        #expect(journals[0] == journals[1] && journals[0]?.count == 39)
    }
}
