import Evidence
import Glibc
import Ground
import Journal
import Reports
import TestSupport
import Testing
import Views

/// Folders with missing, truncated or foreign contents: a clear page, no crash, and never a pass.
@Suite struct DoubtfulFolderTests {
    private static func result(_ page: Markup) -> String? {
        page.elements.first { $0.attributes["id"] == "result" }?.attributes["class"]
    }

    @Test(
        "a verdict that is no verdict is an error of the evidence, which the page names",
        arguments: [
            ("", "evidence.unreadable"), ("{", "evidence.unreadable"), ("[]", "evidence.unreadable"),
            ("{\"format\": 2}", "evidence.newer"), ("{\"format\": 99}", "evidence.newer"),
            ("\u{0}\u{1}", "evidence.unreadable"),
        ])
    func foreignVerdict(text: String, code: String) throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed, "p")])
        try Scratch.write(text, to: scratch("a/001-p-seed1/verdict.json"))
        let page = try folder.page(.rigWrong)
        #expect(Self.result(page) == "verdict rig" && page.text.contains(code))
        #expect(!page.values(of: "data-item").contains("good"))
    }

    @Test func aVerdictCutAnywhereIsNeverAPass() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed, "p")])
        let path = scratch("a/001-p-seed1/verdict.json")
        let bytes = try #require(Scratch.bytes(of: path))
        for count in stride(from: 0, to: bytes.count - 2, by: 97) {
            try Scratch.write(Array(bytes[..<count]), to: path)
            let page = try folder.page(.rigWrong)
            #expect(!page.values(of: "data-item").contains("good"), "\(count) bytes")
        }
    }

    @Test(arguments: ["trace.pcapng", "journal.jsonl"]) func aPassWithoutThisFileIsNone(name: String) throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed, "p")])
        Files.remove(scratch("a/001-p-seed1/\(name)"))
        let page = try folder.page(.rigWrong)
        #expect(Self.result(page) == "verdict rig" && page.text.contains("evidence.contradicts"))
    }

    @Test func aFailureWithoutItsTraceStaysOne() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.failure("f")])
        Files.remove(scratch("a/001-f-seed1/trace.pcapng"))
        // Its manifest lists the trace, so the trace was removed.
        let page = try folder.page(.rigWrong)
        #expect(Self.result(page) == "verdict bad" && page.values(of: "href").allSatisfy { $0.hasPrefix("#") })
    }

    @Test func anotherRunsTraceIsAContradiction() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed, "p"), LeftFolder.failure("f")])
        let other = try #require(Scratch.bytes(of: scratch("a/002-f-seed1/trace.pcapng")))
        try Scratch.write(other, to: scratch("a/001-p-seed1/trace.pcapng"))
        let page = try folder.page(.rigWrong)
        #expect(page.text.contains("evidence.contradicts") && !page.values(of: "data-item").contains("good"))
    }

    @Test func aRunThatWasKilledHasNoVerdictAndIsNoPass() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed), nil], ends: false)
        let page = try folder.page()
        #expect(Self.result(page) == "verdict open" && page.text.contains("2 runs: 1 passed, 1 aborted"))
        // The command did not end either.
        #expect(page.elements.contains { $0.attributes["class"] == "complaint" })
    }

    @Test(arguments: ["", "{", "{\"format\": 99}", "[]"]) func aForeignRecordIsSaidToBeOne(text: String) throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed)])
        try Scratch.write(text, to: scratch("a/runs.json"))
        let page = try folder.page(.rigWrong)
        #expect(page.elements.contains { $0.attributes["class"] == "complaint" })
        #expect(Self.result(page) == "verdict open" && page.text.contains("exit status 4"))
    }

    @Test func withoutARecordNobodyKnowsWhetherAllRunsBegan() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed)], ends: false)
        let page = try folder.page()
        #expect(Self.result(page) == "verdict open" && page.text.contains("exit status 4"))
    }

    @Test func aRunThatWasRemovedAfterwardsIsMissed() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.failure("f"), LeftFolder.run(.passed)])
        for name in Scratch.names(in: scratch("a/001-f-seed1")) ?? [] { Files.remove(scratch("a/001-f-seed1/\(name)")) }
        let page = try folder.page()
        #expect(page.text.contains("exit status 1") && page.elements.contains { $0.attributes["class"] == "complaint" })
        #expect(Self.result(page) == "verdict open")
    }

    @Test func aFolderThatIsGoneIsCountedAsMissing() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed, "p"), LeftFolder.run(.passed, "q")])
        for name in Scratch.names(in: scratch("a/001-p-seed1")) ?? [] { Files.remove(scratch("a/001-p-seed1/\(name)")) }
        #expect(rmdir(scratch("a/001-p-seed1")) == 0)
        let page = try folder.page()
        #expect(page.elements.contains { $0.attributes["class"] == "complaint" })
        #expect(page.values(of: "data-item").count { $0 == "good" } == 1)
        #expect(Self.result(page) == "verdict open")
    }

    @Test func aPipeInAFolderHoldsNothingUp() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed, "p")])
        for name in ["verdict.json", "journal.jsonl", "trace.pcapng"] {
            Files.remove(scratch("a/001-p-seed1/\(name)"))
            #expect(mkfifo(scratch("a/001-p-seed1/\(name)"), 0o600) == 0)
            #expect(Self.result(try folder.page(.rigWrong)) == "verdict rig")
        }
    }

    @Test func whatHoldsNoRunsIsNoReport() throws {
        let scratch = try Scratch()
        try Files.makeFolder(scratch("a"))
        var told: [String] = []
        #expect(try SuitePages(of: [scratch("a")]).write { told.append($0) } == .nothingShown)
        #expect(told.count == 1)
        #expect(Self.result(try LeftFolder.markup(scratch("a/index.html"))) == "verdict open")
        #expect(throws: CommandError.self) { try SuitePages(of: [scratch("nowhere")]).write() }
    }

    @Test("a pruned trace is noted and changes no verdict; a missing one turns a pass into an error")
    func pruned() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed), LeftFolder.run(.passed, "other")])
        let run = "\(folder.path)/001-s-seed1"
        let (trace, hash) = ("\(run)/trace.pcapng", try Files.hash(of: "\(run)/trace.pcapng"))
        let size = try #require(Scratch.bytes(of: trace)?.count)
        Files.remove(trace)
        var told: [String] = []
        #expect(try SuitePages(of: [folder.path]).write { told.append($0) } == .rigWrong)
        #expect(told.count == 1)
        let file = PrunedFiles.File(name: "trace.pcapng", bytes: size, sha256: hash)
        try PrunedFiles(program: "p", date: "2027-01-01T00:00:00Z", files: [file], brokenSeal: nil).write(in: run)
        #expect(try SuitePages(of: [folder.path]).write() == .passed)
        let page = try #require(Scratch.text(of: "\(folder.path)/index.html"))
        #expect(!page.contains("evidence.contradicts"))
    }

    @Test("runs other than those that the command reported give a warning, even if there are as many")
    func replacedRuns() throws {
        let scratch = try Scratch()
        func complaints(_ told: [RunSummary], _ now: [RunSummary]) throws -> [String] {
            let name = "a\((Scratch.names(in: scratch("")) ?? []).count)"
            let folder = try LeftFolder(scratch(name), now)
            var tally = RunTally()
            for summary in told { tally.count(summary) }
            try SuiteRecord(tally, of: LeftFolder.provenance, in: scratch(name)).write(in: scratch(name))
            var said: [String] = []
            _ = try SuitePages(of: [folder.path]).write { said.append($0) }
            let page = Markup(try #require(Scratch.text(of: scratch("\(name)/index.html"))))
            #expect(said.isEmpty == !page.elements.contains { $0.attributes["class"] == "complaint" })
            return said
        }
        let (pass, failure) = (LeftFolder.run(.passed, "p"), LeftFolder.failure("f"))
        #expect(try complaints([pass, pass], [pass, pass]) == [])
        #expect(try complaints([failure, pass], [pass, pass]).first?.contains("exit status 1, but the runs") == true)
        let verdicts = try complaints([failure, pass, pass], [failure, failure, pass])
        #expect(verdicts.count == 1 && verdicts[0].contains("1 failed, but the runs here are 1 passed, 2 failed"))
        let removed = try complaints([pass, pass], [pass])
        #expect(removed.last?.contains("2 passed, but the runs here are 1 passed, 1 error") == true, "\(removed)")
    }

    @Test("a run that was played with other ports than the command is complained of")
    func otherPorts() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed, "p")])
        let own = LeftFolder.provenance
        let other = Provenance(
            program: own.program, host: own.host, system: own.system, date: own.date, rig: own.rig, kind: own.kind,
            parts: own.parts, overrides: [])
        let tally = RunTally([LeftFolder.run(.passed, "p")])
        try SuiteRecord(tally, of: other, in: folder.path).write(in: folder.path)
        var said: [String] = []
        _ = try SuitePages(of: [folder.path]).write { said.append($0) }
        #expect(said.count == 1 && said[0].contains("p on rig r --port uwb=none"), "\(said)")
    }

    @Test func severalFoldersAreOnePageWithLinksIntoAll() throws {
        let scratch = try Scratch()
        _ = try LeftFolder(scratch("a"), [LeftFolder.failure("f")])
        _ = try LeftFolder(scratch("b c"), [LeftFolder.run(.passed, "p")])
        try Files.makeFolder(scratch("pages"))
        let path = scratch("pages/all.html")
        #expect(try SuitePages(of: [scratch("a"), scratch("b c/001-p-seed1")], to: path).write() == .passed)
        let page = try LeftFolder.markup(path)
        #expect(page.values(of: "href").contains("../b%20c/001-p-seed1/page.html"))
        #expect(page.text.contains("2 runs: 1 passed, 1 failed"))
    }

    @Test func manyRunsAreCountedAndThePageStaysBounded() throws {
        let scratch = try Scratch()
        let count = 600
        let runs = (0..<count).map { $0 % 3 == 0 ? LeftFolder.failure("f\($0)") : LeftFolder.run(.passed) }
        let folder = try LeftFolder(scratch("a"), runs)
        #expect(try SuitePages(of: [folder.path]).write() == .passed)
        let page = Markup(try #require(Scratch.text(of: scratch("a/index.html"))))
        #expect(page.mistakes == [] && page.strayAddresses == [])
        #expect(page.text.contains("\(count) runs: 400 passed, 200 failed"))
        let size = Scratch.bytes(of: scratch("a/index.html"))?.count ?? 0
        #expect(size < 250_000, "\(size) bytes")
        let pages = (Scratch.names(in: scratch("a")) ?? []).count {
            Scratch.bytes(of: scratch("a/\($0)/page.html")) != nil
        }
        #expect(pages == SuitePages.mostPages)
    }
}
