import Evidence
import Ground
import Journal
import Reports
import TestSupport
import Testing
import Views

/// The page of all runs: its order, its links, and that it never reports a pass without evidence.
@Suite struct SuitePageTests {
    /// Returns the class of the line with the result.
    private static func result(_ page: Markup) -> String? {
        page.elements.first { $0.attributes["id"] == "result" }?.attributes["class"]
    }

    /// Returns the number of items in a state: `bad`, `good`, `open`.
    private static func items(_ state: String, _ page: Markup) -> Int {
        page.values(of: "data-item").count { $0 == state }
    }

    @Test func theOverviewAndTheDiagnosisComeFirstThenFailuresTheRigAndWhatPassed() throws {
        let scratch = try Scratch()
        let runs = [
            LeftFolder.run(.passed, "a"), LeftFolder.failure("b"), LeftFolder.run(.skipped(reason: "no kit"), "c"),
            LeftFolder.run(.error, "d", error: RunError("rig.notOpened", "the kit does not open")),
            LeftFolder.failure("e"), LeftFolder.run(.aborted, "f", reason: "a person ended it"),
        ]
        let page = try LeftFolder(scratch("a"), runs).page()
        let sections = page.elements.filter { $0.name == "section" && $0.attributes["class"] == nil }
        #expect(
            sections.compactMap { $0.attributes["id"] } == [
                "scenarios", "diagnosis", "failures", "rig", "ended", "skipped", "passed",
            ])
        #expect(Self.result(page) == "verdict bad")
        #expect(Self.items("bad", page) == 4 && Self.items("good", page) == 1)
        // Two failures with the same meaning form one group.
        #expect(page.values(of: "id").filter { $0.hasPrefix("failure-") } == ["failure-1"])
        #expect(page.text.contains("6 runs: 1 passed, 2 failed, 1 error, 1 skipped, 1 aborted"))
    }

    @Test func aFailureLeadsToItsStepAndItsFrameInTheRunsPage() throws {
        let scratch = try Scratch()
        let page = try LeftFolder(scratch("a b#"), [LeftFolder.failure("b")]).page()
        let links = page.values(of: "href").filter { !$0.hasPrefix("#") }
        #expect(
            links == ["", "#step-1", "#frame-2"].map { "001-b-seed1/page.html\($0)" }, "where they lead is looked at")
        let run = try LeftFolder.markup(scratch("a b#/001-b-seed1/page.html"))
        #expect(run.values(of: "href").contains("../index.html#run-1"))
        #expect(run.values(of: "href").contains("#step-1") && run.values(of: "href").contains("#frame-2"))
        #expect(page.text.contains("exchange 2.00 s of 1.00 s") && run.text.contains("exchange 2.00 s of 1.00 s"))
        #expect(run.elements.contains { $0.attributes["id"] == "step-1" && $0.attributes["data-item"] == "bad" })
    }

    @Test func aBugReportHasAllThatItTakes() throws {
        let scratch = try Scratch()
        let page = try LeftFolder(scratch("a"), [LeftFolder.failure("b")]).page()
        #expect(page.elements.contains { $0.name == "pre" && $0.attributes["class"] == "copied" })
        for part in [
            "session.neverStarted: it never starts\n", "step       1, connect to door\n", "at         s.swift:7, ",
            "accessory  door: door=le:AA\n", "measured   exchange 2.00 s of 1.00 s\n",
            "again      trammel run b --rig r --seed 1 --port uwb=none\n", "evidence   \(scratch("a"))/001-b-seed1\n",
            "last frames on console door\n  #",
        ] {
            #expect(page.text.contains(part), "\(part) is missing")
        }
    }

    @Test func whatPeersAndFilesSayStaysText() throws {
        let scratch = try Scratch()
        let hostile = LeftFolder.hostile
        let runs = [
            LeftFolder.failure("b\(hostile)", meaning: hostile), LeftFolder.run(.skipped(reason: hostile), hostile),
            LeftFolder.run(.error, "d", error: RunError("rig.notOpened", hostile)), LeftFolder.run(.passed, hostile),
        ]
        let coverage = RunCoverage(
            asked: hostile, scenarios: 9, leftOut: [.init(hostile, because: hostile)],
            requirement: .atLeast(scenarios: 9))
        let page = try LeftFolder(scratch("<b>"), runs, coverage: coverage).page()
        var pages = [page]
        for folder in Scratch.names(in: scratch("<b>")) ?? [] where folder.first?.isNumber == true {
            let path = scratch("<b>/\(folder)/page.html")
            if Scratch.bytes(of: path) != nil { pages.append(try LeftFolder.markup(path)) }
        }
        #expect(pages.count == 3)
        for page in pages {
            #expect(page.elements.count { $0.name == "script" } == 1 && !page.elements.contains { $0.name == "img" })
            #expect(page.elements.allSatisfy { $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
            #expect(page.text.contains("<script>alert(1)</script>") && !page.text.contains("\u{202E}"))
        }
    }

    @Test func nothingIsTakenFromElsewhere() throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(scratch("a"), [LeftFolder.failure("b"), LeftFolder.run(.passed)])
        _ = try folder.page()
        for name in ["index.html", "001-b-seed1/page.html"] {
            let text = try #require(Scratch.text(of: scratch("a/\(name)")))
            for foreign in ["src=\"", "@import", "url(", "<link", "<iframe", "javascript:", "http:", "https:"] {
                #expect(!text.contains(foreign), "\(foreign) is in \(name)")
            }
        }
    }

    @Test(
        "the page agrees with the exit status, and with the marks on its runs",
        arguments: [
            ([.passed, .passed], .passed, "verdict good"), ([.passed, .failed, .error], .failed, "verdict bad"),
            ([.passed, .error], .rigWrong, "verdict rig"), ([.passed, .timedOut], .rigWrong, "verdict rig"),
            ([.passed, .aborted], .nothingShown, "verdict open"),
            ([.skipped(reason: "no kit")], .nothingShown, "verdict open"),
            ([.passed, .skipped(reason: "no kit")], .passed, "verdict good"),
        ] as [([Verdict], CommandStatus, String)])
    func status(verdicts: [Verdict], status: CommandStatus, style: String) throws {
        let scratch = try Scratch()
        let folder = try LeftFolder(
            scratch("a"), verdicts.map { $0 == .failed ? LeftFolder.failure("f") : LeftFolder.run($0) })
        #expect(folder.status == status)
        let page = try folder.page()
        #expect(Self.result(page) == style)
        #expect(page.text.contains("exit status \(status.rawValue): "))
        #expect(Self.items("good", page) == verdicts.count { $0 == .passed })
        #expect(!page.elements.contains { $0.attributes["class"] == "complaint" })
    }

    @Test func fewerRunsThanRequiredAreNoPass() throws {
        let scratch = try Scratch()
        let coverage = RunCoverage(scenarios: 3, requirement: .all)
        let folder = try LeftFolder(scratch("a"), [LeftFolder.run(.passed)], coverage: coverage)
        #expect(folder.status == .rigWrong)
        #expect(Self.result(try folder.page()) == "verdict rig")
    }

    @Test func runsThatNeverBeganAreOnThePage() throws {
        let scratch = try Scratch()
        _ = try LeftFolder(scratch("a"), [LeftFolder.run(.passed)])
        var tally = RunTally([LeftFolder.run(.passed)])
        for _ in 0..<1_500 { tally.count(LeftFolder.run(.aborted, "late", reason: "not begun")) }
        try SuiteRecord(tally, of: LeftFolder.provenance, in: scratch("a")).write(in: scratch("a"))
        #expect(try SuitePages(of: [scratch("a")]).write() == .passed)
        let page = try LeftFolder.markup(scratch("a/index.html"))
        #expect(Self.result(page) == "verdict open" && page.text.contains("1501 runs: 1 passed, 1500 aborted"))
    }

    @Test func everyRunHasATileWithItsSignThatLeadsToItsPage() throws {
        let scratch = try Scratch()
        let runs = [LeftFolder.run(.passed, "p"), LeftFolder.failure("b"), LeftFolder.run(.passed, "b")]
        let page = try LeftFolder(scratch("a"), runs).page()
        let tiles = page.elements.filter { $0.attributes["class"]?.hasPrefix("tile ") == true }
        #expect(tiles.map { $0.attributes["class"] } == ["tile good", "tile bad", "tile good"])
        #expect(
            tiles.map { $0.attributes["href"] }
                == ["001-p-seed1", "002-b-seed1", "003-b-seed1"].map { "\($0)/page.html" })
        #expect(tiles[1].attributes["aria-label"] == "failed, seed 1")
        #expect(page.values(of: "data-kinds") == ["passed", "passed|failed"])
    }

    /// The failures fit a known defect, except in the run in which the rig had a fault.
    @Test func failuresAreGroupedByTheirCauseUnlessTheRigHadAFault() throws {
        let scratch = try Scratch()
        let names = ["uses.sessionID", "keepsRanging", "reconnectsAtOnce", "phoneMTU"]
        let runs = names.map { LeftFolder.failure($0, meaning: $0, code: "session.rangesNot") }
        let folder = try LeftFolder(scratch("a"), runs + [LeftFolder.run(.passed, "advertisesItsService")])
        let path = scratch("a/001-uses.sessionID-seed1/verdict.json")
        let record = try RunRecord(json: try #require(Scratch.bytes(of: path)))
        var faults = RigFaults()
        faults.receive(JournalEntry(.fault(link: .kit, what: "the kit hung", remedy: ""), at: .start))
        let faulty = RunRecord(record.summary, of: record.provenance, faults: faults, seal: record.seal)
        try Scratch.write(faulty.json, to: path)
        _ = try folder.page()
        let html = try #require(Scratch.text(of: scratch("a/index.html")))
        let start = try #require(html.firstRange(of: "id=\"explained\"")).upperBound
        let end = try #require(html.firstRange(of: "id=\"unexplained\"")).lowerBound
        let (explained, others) = (Markup(String(html[start..<end])).text, Markup(String(html[end...])).text)
        #expect(explained.ranges(of: "likely cause, not proved: ").count == names.count, "the heading, and each card")
        #expect(explained.contains("keepsRanging") && !explained.contains("uses.sessionID, seed 1"))
        #expect(others.contains("uses.sessionID, seed 1") && !others.contains("likely cause"))
    }
}
