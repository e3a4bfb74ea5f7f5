import Evidence
import Ground
import Journal
import Statistics
import TestSupport
import Testing

@testable import Runs

@Suite struct BisectLedgerTests {
    private func ledger(_ versions: Int = 4) throws -> BisectLedger {
        BisectLedger(try BisectSearch(versions: versions, BisectSettings(badRate: 1)))
    }

    private func run(
        _ verdict: VerdictKind, _ code: String? = nil, fault: Bool = false, in folder: String = "001-full-seed1"
    ) -> BisectRun {
        BisectRun(
            scenario: "full", folder: folder, verdict: verdict, code: code, hadRigFault: fault, manifest: nil)
    }

    private func round(_ version: Int, _ runs: [BisectRun], counts: Bool = true) -> [BisectEntry] {
        [
            .started(version: version, seed: 1, folders: runs.map(\.folder)),
            .round(played: BisectRound(version: version, seed: 1, runs: runs, counts: counts)),
        ]
    }

    @Test(
        "a failure counts only where nothing was wrong with the rig, and no other verdict counts as one",
        arguments: [
            (VerdictKind.failed, false, BisectSearch.Round.failed([.init(scenario: "full", code: "a")])),
            (.failed, true, .noVerdict), (.error, false, .noVerdict), (.error, true, .noVerdict),
            (.timedOut, false, .noVerdict), (.skipped, false, .noVerdict), (.aborted, false, .noVerdict),
            (.passed, false, .passed),
        ])
    func outcomes(verdict: VerdictKind, fault: Bool, expected: BisectSearch.Round) {
        let one = run(verdict, "a", fault: fault)
        #expect(BisectRound(version: 0, seed: 1, runs: [one], counts: true).outcome == expected)
        // Another run that passed does not turn this round into a verdict.
        let passed = run(.passed)
        #expect(BisectRound(version: 0, seed: 1, runs: [passed, one], counts: true).outcome == expected)
    }

    @Test("a round without runs has not passed")
    func empty() {
        #expect(BisectRound(version: 0, seed: 1, runs: [], counts: true).outcome == .noVerdict)
    }

    @Test("the first run that shows the failure is the evidence, and a run that started and did not end is lost")
    func evidence() throws {
        var ledger = try ledger()
        let bad = round(3, [run(.failed, "session.rangesNot", in: "001-full-seed1")])
        for entry in bad { try ledger.take(entry) }
        #expect(ledger.evidence[3]?.run.folder == "001-full-seed1" && ledger.folders == ["001-full-seed1"])
        try ledger.take(.started(version: 0, seed: 1, folders: ["002-full-seed1"]))
        try ledger.take(.resumed(cutBytes: 0))
        #expect(ledger.lost == ["002-full-seed1"] && ledger.onBench == nil)
        #expect(ledger.nextSeed(of: 0) == 2, "no seed is given twice")
    }

    @Test("a version with the same bytes as a tested one shares its verdict, and a range with equal ends shows nothing")
    func equalBytes() throws {
        var ledger = try ledger()
        try ledger.take(.built(version: 3, sha256: "aa"))
        for entry in round(3, [run(.failed, "a")]) { try ledger.take(entry) }
        var ends = ledger
        try ends.take(.built(version: 0, sha256: "aa"))
        guard case .ended(.notConfirmed(0, _)) = ends.search.next() else {
            Issue.record("\(ends.search.next())")
            return
        }
        try ledger.take(.built(version: 0, sha256: "bb"))
        for entry in round(0, [run(.passed)]) { try ledger.take(entry) }
        guard case .play(let middle) = ledger.search.next() else {
            Issue.record("\(ledger.search.next())")
            return
        }
        try ledger.take(.built(version: middle, sha256: "bb"))
        #expect(ledger.search.bisection.same == [.init(revision: middle, tested: 0, isBad: false)])
    }

    @Test("a round without a verdict says why, and the answer does not rest on it")
    func reasons() throws {
        var ledger = try ledger()
        var one = run(.skipped)
        one.reason = "needs a second tag"
        for entry in round(3, [one]) + round(3, [run(.failed, "a", in: "002-full-seed2")]) { try ledger.take(entry) }
        #expect(ledger.faults.count == 1 && ledger.faults.allSatisfy { $0.contains("needs a second tag") })
        #expect(ledger.telling.map { $0.runs.map(\.folder) } == [["002-full-seed2"]])
        let atFault = run(.failed, "a", fault: true)
        #expect(BisectRound(version: 0, seed: 1, runs: [atFault], counts: true).trouble != nil)
        #expect(BisectRound(version: 0, seed: 1, runs: [run(.passed)], counts: true).trouble == nil)
    }

    @Test(
        "text from outside never becomes a workflow command for the CI that runs the build",
        arguments: ["::error::x", "  ::error::x", "a ##[error]x", "##vso[task.complete]x", "##teamcity[x]"])
    func plainLines(line: String) {
        let plain = line.asPlainLine
        #expect(!plain.drop(while: \.isWhitespace).hasPrefix("::"))
        for mark in ["##[", "##vso[", "##teamcity["] { #expect(!plain.contains(mark)) }
        #expect(plain.contains("x"))
    }

    @Test("a line without a workflow command is unchanged", arguments: ["", "a::b", "  a ::b ## c [d]", "# a"])
    func otherLines(line: String) { #expect(line.asPlainLine == line) }

    @Test("rounds that were played in parallel do not count once their version is decided")
    func surplus() throws {
        var ledger = try ledger()
        for entry in round(3, [run(.failed, "a")]) { try ledger.take(entry) }
        for entry in round(3, [run(.passed, in: "002-full-seed2")], counts: false) { try ledger.take(entry) }
        #expect(ledger.search.rounds == 1 && ledger.folders.count == 2)
    }

    @Test("a record of events that cannot have happened is refused")
    func misplaced() throws {
        let impossible: [[BisectEntry]] = [
            [.ended(result: "firstBad", document: "bisect.json")], [.skipped(version: 1, reason: "x")],
            [.rigFault(version: 0, what: "x")],
            [.round(played: BisectRound(version: 3, seed: 1, runs: [], counts: true))],
            round(0, [run(.passed)]), round(3, [run(.passed)]) + [round(3, [run(.passed)])[1]],
        ]
        for entries in impossible {
            var ledger = try ledger()
            #expect(throws: BisectLedger.Misplaced.self) {
                for entry in entries { try ledger.take(entry) }
            }
        }
    }

    private static let entries: [BisectEntry] = [
        .began(
            search: BisectStart(
                began: 7, program: "p", versions: ["a\u{7F}", "::add-mask::"], badRate: 0.5, goodRate: 0,
                confidence: 0.95, target: .codes(oneOf: ["link.lost"]), build: nil, flash: "x \"y\"", scenarios: [],
                bench: "b",
                fingerprint: "f")),
        .built(version: 1, sha256: "00"), .flashed(version: 1, sha256: "00", identity: "proved", ports: ["a=b"]),
        .rigFault(version: 1, what: "line\nend"), .started(version: 1, seed: .max, folders: ["001-a-seed1"]),
        .skipped(version: 0, reason: "</script>"), .resumed(cutBytes: 7),
        .round(played: BisectRound(version: 1, seed: 2, runs: [], counts: false)), .ended(result: "r", document: "d"),
    ]

    @Test("every entry reads back from its line, and each line's hash covers the lines before it")
    func lines() throws {
        var (writing, reading) = (BisectLines(), BisectLines())
        let lines = Self.entries.map { Array(writing.line($0).dropLast()) }
        for (line, entry) in zip(lines, Self.entries) {
            #expect(!line.contains(0x0A))
            #expect(try reading.entry(line[...]) == entry)
        }
        var without = BisectLines()
        _ = try without.entry(lines[0][...])
        #expect(throws: DocumentError.self) { try without.entry(lines[2][...]) }
    }

    @Test("a line that was cut or changed anywhere is refused")
    func mutations() throws {
        var writing = BisectLines()
        let line = Array(writing.line(Self.entries[0]).dropLast())
        for place in line.indices {
            var cut = BisectLines()
            #expect(throws: DocumentError.self) { try cut.entry(line[..<place]) }
            var changed = line
            changed[place] ^= 0x01
            var other = BisectLines()
            #expect(throws: DocumentError.self, "byte \(place)") { try other.entry(changed[...]) }
        }
    }
}
