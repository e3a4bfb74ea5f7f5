import Ground
import Journal
import Links
import Recordings
import Reports
import TestSupport
import Testing

@testable import Evidence

/// The folder of one command's runs, and the files that each run leaves there.
@Suite struct RunFolderTests {
    private static func folder(
        in path: String, keeping: TraceKeeping = TraceKeeping(reserve: ByteCount(bytes: 0))
    ) throws -> EvidenceFolder {
        try EvidenceFolder(in: path, options: keeping, of: "run", with: Samples.provenance)
    }

    /// Writes the files of a run with this many frames, up to its verdict, without playing it.
    private static func run(_ frames: Int, in folder: EvidenceFolder, number: Int = 1) throws -> RunEvidence {
        let run = try folder.begin(run: number, of: "s", seed: 1, isLive: false)
        run.trace.begin(Samples.header)
        for number in 1...frames { run.trace.record(Samples.arrival(number)) }
        return run
    }

    @Test("a folder takes the results of one command")
    func claimed() throws {
        let scratch = try Scratch()
        #expect(!EvidenceFolder.isLeft(in: scratch("a")))
        let folder = try Self.folder(in: scratch("a"))
        #expect(EvidenceFolder.isLeft(in: scratch("a")))
        #expect(throws: CommandError.self) { try Self.folder(in: scratch("a")) }
        let beginning = try #require(Scratch.bytes(of: scratch("a/report.xml")))
        #expect(folder.isUnended(beginning))
        try folder.end(RunTally([Samples.summary(.passed)]))
        #expect(!folder.isUnended(try #require(Scratch.bytes(of: scratch("a/report.xml")))))
    }

    @Test("a run's files read back unchanged, with the verdict written last")
    func kept() throws {
        let scratch = try Scratch()
        let run = try Self.run(100, in: try Self.folder(in: scratch("a")))
        let path = scratch("a/001-s-seed1")
        #expect(Scratch.names(in: path) == ["journal.jsonl", "trace.pcapng"])
        let (before, doubts) = try Samples.read(path)
        #expect(before.count == 101 && doubts.count == 1, "a folder without a verdict is of an aborted run: \(doubts)")
        let summary = Samples.summary(.passed).measuring(Measured("frames", .count(100)))
        run.receive(JournalEntry(.runEnded(summary: summary), at: .start))
        let (left, trouble) = run.settle(summary)
        #expect(left == summary && trouble == nil)
        #expect(Scratch.names(in: path) == ["journal.jsonl", "manifest.sha256", "trace.pcapng", "verdict.json"])
        let (after, none) = try Samples.read(path)
        #expect(after.first == .began(Samples.header) && after.last == .ended(verdict: "passed", reason: nil))
        #expect(after.filter { if case .received = $0 { true } else { false } }.count == 100)
        #expect(none.allSatisfy { if case .contradiction = $0 { true } else { false } })
        #expect(throws: CommandError.self, "a run's folder is made once") {
            try Self.run(
                1,
                in: EvidenceFolder(
                    in: scratch("b/../a"), options: TraceKeeping(), of: "run", with: Samples.provenance))
        }
    }

    @Test("evidence that cannot be kept lets nothing pass, and a failure stays one")
    func unkept() throws {
        for (verdict, left) in [(Verdict.passed, Verdict.error), (.failed, .failed), (.aborted, .aborted)] {
            let scratch = try Scratch()
            let folder = try Self.folder(in: scratch("a"), keeping: TraceKeeping(reserve: ByteCount(bytes: .max)))
            let run = try Self.run(3, in: folder)
            let (summary, trouble) = run.settle(Samples.summary(verdict, reason: "it was so"))
            #expect(trouble != nil && summary.verdict == left)
            let document = try #require(Scratch.text(of: scratch("a/001-s-seed1/verdict.json")))
            #expect(!document.contains("passed") && document.contains(left.description))
        }
    }

    @Test("a trace with a limit continues in other files, and reads back as one")
    func parts() throws {
        let scratch = try Scratch()
        let keeping = TraceKeeping(limit: ByteCount(bytes: RunTrace.smallestLimit), reserve: ByteCount(bytes: 0))
        let run = try Self.run(3_000, in: try Self.folder(in: scratch("a"), keeping: keeping))
        _ = run.settle(Samples.summary(.passed))
        let path = scratch("a/001-s-seed1")
        let parts = try #require(Scratch.names(in: path)).filter { $0.hasPrefix("trace-") }
        #expect(parts.count > 2 && parts == parts.indices.map { TraceFiles.name(ofPart: $0 + 1) })
        let numbers = try Samples.read(path).events.compactMap { event -> Int? in
            if case .received(_, _, let number) = event { number } else { nil }
        }
        #expect(numbers == Array(1...3_000))
        Files.remove("\(path)/\(parts[1])")
        let doubts = try Samples.read(path).doubts
        #expect(doubts.contains { if case .remark(_, of: path) = $0 { true } else { false } })
    }

    @Test("only the newest parts stay where only some are kept")
    func newestParts() throws {
        let scratch = try Scratch()
        let keeping = TraceKeeping(
            limit: ByteCount(bytes: RunTrace.smallestLimit), keep: 2, reserve: ByteCount(bytes: 0))
        let run = try Self.run(3_000, in: try Self.folder(in: scratch("a"), keeping: keeping))
        _ = run.settle(Samples.summary(.passed))
        let names = try #require(Scratch.names(in: scratch("a/001-s-seed1"))).filter { $0.hasPrefix("trace-") }
        #expect(names.count == 2 && !names.contains(TraceFiles.name(ofPart: 1)))
    }

    @Test("a verdict that tells something else than the trace contradicts it")
    func contradiction() throws {
        let scratch = try Scratch()
        let run = try Self.run(5, in: try Self.folder(in: scratch("a")))
        _ = run.settle(Samples.summary(.failed))
        let path = scratch("a/001-s-seed1/verdict.json")
        let document = try #require(Scratch.text(of: path))
        try Scratch.write(document.replacing("\"failed\"", with: "\"passed\""), to: path)
        let doubts = try Samples.read(scratch("a/001-s-seed1")).doubts
        #expect(doubts.contains { if case .contradiction = $0 { true } else { false } }, "\(doubts)")
    }

    @Test("a verdict or a journal of another format is refused, and not taken for a forgery", arguments: [true, false])
    func newer(isVerdict: Bool) throws {
        let scratch = try Scratch()
        let run = try Self.run(5, in: try Self.folder(in: scratch("a")))
        run.receive(JournalEntry(.runStarted(header: RunHeader(scenario: "s", rig: "r", seed: 1)), at: .start))
        _ = run.settle(Samples.summary(.failed))
        let path = scratch("a/001-s-seed1/\(isVerdict ? "verdict.json" : "journal.jsonl")")
        let text = try #require(Scratch.text(of: path))
        let newer =
            isVerdict
            ? text.replacing("\"format\" : 4", with: "\"format\" : 9")
            : text.replacing("\"format\":3", with: "\"format\":9")
        try #require(newer != text)
        try Scratch.write(newer, to: path)
        let trouble = try #require(throws: CommandError.self) { try Samples.read(scratch("a/001-s-seed1")) }
        #expect(
            trouble.what.contains("format 9") && trouble.what.contains("format \(isVerdict ? 4 : 3)"), "\(trouble)")
    }

    @Test("what did not pass is remembered until it passes with the same seed and ports")
    func failures() throws {
        let scratch = try Scratch()
        let file = FailuresFile(path: scratch("state/failed"))
        let plain = RigOverrides()
        let names = { file.failed?.map(\.scenario) }
        #expect(names() == nil)
        let first = [Samples.summary(.failed, "a"), Samples.summary(.passed, "b"), Samples.summary(.error, "c")]
        file.remember(first, with: plain)
        #expect(names() == ["a", "c"])
        file.remember([Samples.summary(.passed, "c"), Samples.summary(.skipped(reason: "no kit"), "a")], with: plain)
        #expect(names() == ["a"])
        // Another bench's pass says nothing about the one that failed.
        let other = RigOverrides(ports: ["door=le:name=My Door", "uwb=none"], names: ["trunk=rear"])
        file.remember([Samples.summary(.passed, "a"), Samples.summary(.failed, "d")], with: other)
        #expect(names() == ["a", "d"] && file.failed?.last?.overrides == other)
        file.remember([Samples.summary(.passed, "d")], with: other)
        #expect(names() == ["a"] && file.failed?.first?.overrides == plain)
        file.remember([Samples.summary(.failed, "e")], with: RigOverrides(ports: ["door=a\tb"]))
        #expect(names() == ["a"])
        // Nor does another seed's; of several seeds, the first is kept.
        let seed = { (seed: UInt64, verdict: Verdict) in Samples.summary(verdict, "f", seed: seed) }
        file.remember([seed(30, .passed), seed(31, .failed), seed(32, .failed)], with: plain)
        #expect(file.failed?.last?.scenario == "f" && file.failed?.last?.seed == 31)
        file.remember([seed(1, .passed)], with: plain)
        #expect(names() == ["a", "f"])
        file.remember([seed(31, .passed)], with: plain)
        #expect(names() == ["a"])
    }
}
