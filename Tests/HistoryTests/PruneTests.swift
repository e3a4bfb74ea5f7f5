import Evidence
import Glibc
import Ground
import Journal
import OpenSSL
import TestSupport
import Testing

@testable import History

/// The files that pruning may remove from run folders, and those that it never removes.
@Suite struct HistoryPruneTests {
    private static let later = "2027-06-01T00:00:00Z"

    private static func store(_ scratch: Scratch, _ runs: [RunFolderSample]) throws -> HistoryStore {
        try RunFolderSample.write(runs, in: scratch("runs"))
        let store = HistoryStore(scratch("history.sqlite"))
        _ = try store.take([scratch("runs")])
        return store
    }

    private static func hasTrace(_ folder: String) -> Bool { Scratch.bytes(of: "\(folder)/trace.pcapng") != nil }

    @Test("old traces of runs that passed go, and not those of the first and the newest ones")
    func rules() throws {
        let scratch = try Scratch()
        let store = try Self.store(scratch, (0..<8).map { RunFolderSample(seed: UInt64($0), seconds: 60 * $0) })
        let told = try store.told()
        let rules = HistoryPrune.Rules(days: 30, newest: 2)
        let prune = try #require(try store.prunable(rules, at: Self.later).value)
        #expect(prune.candidates.map(\.folder).allSatisfy { Self.hasTrace($0) }, "asking deletes nothing")
        #expect(prune.candidates.count == 5 && prune.bytes > 0)
        #expect(!prune.candidates.contains { $0.folder.contains("part1/") || $0.folder.contains("part8/") })
        #expect(try store.prunable(rules, at: "2026-11-02T00:00:00Z").value?.candidates.isEmpty == true)
        for one in prune.candidates { try store.prune(one, program: "trammel", date: Self.later) }
        #expect(prune.candidates.allSatisfy { !Self.hasTrace($0.folder) })
        // They are still evidence.
        let report = try store.rebuild()
        #expect(report.added == 8 && report.refused.isEmpty, "\(report.refused)")
        #expect(try store.told() == told)
        #expect(try store.prunable(rules, at: Self.later).value?.candidates.isEmpty == true)
    }

    @Test("traces of failed runs and of flaky scenarios stay until their folder is named")
    func failed() throws {
        let scratch = try Scratch()
        let store = try Self.store(
            scratch,
            (0..<6).map { RunFolderSample(seed: UInt64($0), verdict: $0 == 3 ? .failed : .passed, seconds: $0) })
        let rules = HistoryPrune.Rules(days: 0, newest: 0)
        #expect(try store.prunable(rules, at: Self.later).value?.candidates.isEmpty == true)
        let folder = scratch("runs/part4/004-fullFlow-seed3")
        let named = try #require(try store.prunable(rules, at: Self.later, named: [folder]).value)
        #expect(named.candidates.map { $0.folder.hasSuffix("004-fullFlow-seed3") } == [true])
        #expect(throws: CommandError.self) { try store.prunable(rules, at: Self.later, named: [scratch("runs")]) }
    }

    @Test("files named in a gate's record are deleted only if its seal may be broken, and the folder says so")
    func sealed() throws {
        let scratch = try Scratch()
        let store = try Self.store(
            scratch, (0..<4).map { RunFolderSample(seed: UInt64($0), firmware: 1, seconds: $0) })
        var rules = HistoryPrune.Rules(days: 0, newest: 0)
        let kept = try #require(try store.prunable(rules, at: Self.later).value)
        #expect(kept.candidates.isEmpty && kept.sealed == 3)
        rules.breaksSeals = true
        let prune = try #require(try store.prunable(rules, at: Self.later).value)
        #expect(prune.candidates.count == 3)
        let one = try #require(prune.candidates.first)
        try store.prune(one, program: "trammel", date: Self.later)
        #expect(PrunedFiles(in: one.folder).brokenSeal == RunFolderSample.hash(0xAA).hex)
    }

    @Test("a folder that now holds another run is left alone, and a note explains no other file")
    func otherRun() throws {
        let scratch = try Scratch()
        let store = try Self.store(scratch, (0..<4).map { RunFolderSample(seed: UInt64($0), seconds: $0) })
        let prune = try #require(
            try store.prunable(HistoryPrune.Rules(days: 0, newest: 0), at: Self.later).value)
        let one = try #require(prune.candidates.first)
        let text = try #require(Scratch.text(of: "\(one.folder)/verdict.json"))
        try Scratch.write(text + " ", to: "\(one.folder)/verdict.json")
        #expect(throws: CommandError.self) { try store.prune(one, program: "trammel", date: Self.later) }
        #expect(Self.hasTrace(one.folder))
        try Scratch.write(text, to: "\(one.folder)/verdict.json")
        let journal = try #require(Scratch.bytes(of: "\(one.folder)/journal.jsonl"))
        let note = PrunedFiles(
            program: "p", date: Self.later,
            files: [.init(name: "journal.jsonl", bytes: journal.count, sha256: .of(journal))], brokenSeal: nil)
        try note.write(in: one.folder)
        unlink("\(one.folder)/journal.jsonl")
        #expect(RunFolder(one.folder).sealProblems.map(\.file) == ["journal.jsonl"])
    }
}
