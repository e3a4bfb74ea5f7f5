import Foundation
import Ground
import Journal
import Reports
import TestSupport
import Testing

@testable import Evidence

/// The verdicts in left folders.
@Suite struct LeftVerdictsTests {
    /// Creates a folder with runs of numbered scenarios; a run without a verdict never ended.
    private static func folder(_ path: String, runs: [Verdict?]) throws {
        let folder = try EvidenceFolder(
            in: path, options: TraceKeeping(reserve: ByteCount(bytes: 0)), of: "run", with: Samples.provenance)
        for (index, verdict) in runs.enumerated() {
            let run = try folder.begin(run: index + 1, of: "s\(index + 1)", seed: 1, isLive: false)
            run.trace.begin(Samples.header)
            guard let verdict else { continue }
            let summary = Samples.summary(verdict, "s\(index + 1)")
            run.receive(JournalEntry(.runEnded(summary: summary), at: .start))
            _ = run.settle(summary)
        }
    }

    @Test("all runs of a folder are read in the order played, and unfinished ones are counted")
    func wholeFolder() throws {
        let scratch = try Scratch()
        let verdicts: [Verdict?] = (1...1001).map { $0 == 7 ? nil : $0 == 1000 ? .failed : .passed }
        try Self.folder(scratch("a"), runs: verdicts)
        let left = try RunRecordList(in: [scratch("a")])
        #expect(left.unended == 1 && left.records.count == 1000)
        #expect(left.records.map(\.summary.scenario) == (1...1001).filter { $0 != 7 }.map { "s\($0)" })
        #expect(left.records.first { $0.summary.verdict == .failed }?.summary.scenario == "s1000")
    }

    @Test("a verdict that contradicts its journal is an error that names its file")
    func contradiction() throws {
        let scratch = try Scratch()
        try Self.folder(scratch("a"), runs: [.failed])
        let path = scratch("a/001-s1-seed1/verdict.json")
        let text = try #require(Scratch.text(of: path))
        try Scratch.write(text.replacingOccurrences(of: "\"failed\"", with: "\"passed\""), to: path)
        let error = #expect(throws: CommandError.self) { try RunRecordList(in: [scratch("a")]) }
        #expect(error?.what.contains("001-s1-seed1/verdict.json") == true)
    }

    @Test("one run's folder is read by itself, and several folders in order")
    func others() throws {
        let scratch = try Scratch()
        try Self.folder(scratch("a"), runs: [.passed, .failed])
        let left = try RunRecordList(in: [scratch("a/002-s2-seed1"), scratch("a")])
        #expect(left.records.map(\.summary.scenario) == ["s2", "s1", "s2"])
        #expect(try RunRecordList(in: [scratch("")]).records.isEmpty)
    }

    @Test(
        "a verdict that cannot be read is an error that names the file",
        arguments: [#"{"format": 99}"#, "", "{", #"{"format": 2}"#, "[]"])
    func unreadable(text: String) throws {
        let scratch = try Scratch()
        try Self.folder(scratch("a"), runs: [.passed, .passed])
        try text.write(toFile: scratch("a/002-s2-seed1/verdict.json"), atomically: true, encoding: .utf8)
        let trouble = #expect(throws: CommandError.self) { try RunRecordList(in: [scratch("a")]) }
        #expect(trouble?.what.contains("002-s2-seed1/verdict.json") == true)
        #expect(throws: CommandError.self) { try RunRecordList(in: [scratch("nowhere")]) }
        #expect(throws: CommandError.self) { try RunRecordList(in: [scratch("a/report.xml")]) }
    }
}
