import TestSupport
import Testing

@Suite struct ReportTests {
    private static let defective = "door=simulated:defect=alreadyRanging,name=Door"

    private static func page(_ path: String) throws -> Markup { Markup(try #require(Scratch.text(of: path))) }

    private static func result(_ page: Markup) -> String? {
        page.elements.first { $0.attributes["id"] == "result" }?.attributes["class"]
    }

    @Test func runsLeaveTheirPagesAndReportMakesTheSameAgain() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "leftRanging", "answersInTime", "zoneWalk", "--port", Self.defective, "--port", "motion=none",
            "--output", scratch("a"), "--quiet")
        #expect(ended.status == 1, "\(ended.error)")
        let paths = [scratch("a/index.html"), scratch("a/001-leftRanging-seed1/page.html")]
        let before = paths.map { Scratch.bytes(of: $0) }
        let page = try Self.page(paths[0])
        #expect(Self.result(page) == "verdict bad" && page.text.contains("exit status 1: "))
        #expect(page.text.contains("3 runs: 1 passed, 1 failed, 1 skipped"))
        #expect(page.mistakes == [] && page.strayAddresses == [])
        // The page contains the diagnosis, line by line.
        let diagnosis = try Program.run("diagnose", scratch("a"))
        #expect(diagnosis.status == 0 && page.text.contains(diagnosis.output), "\(diagnosis.output)")
        let again = try Program.run("report", scratch("a"))
        #expect(again.status == 0 && again.output.isEmpty && again.error.isEmpty, "\(again.error)")
        #expect(paths.map { Scratch.bytes(of: $0) } == before)
        let run = try Self.page(paths[1])
        for address in page.values(of: "href").compactMap({ $0.split(separator: "#").last.map(String.init) })
        where address.hasPrefix("step-") || address.hasPrefix("frame-") {
            #expect(run.values(of: "id").contains(address))
        }
    }

    @Test func aPassIsOnePage() throws {
        let scratch = try Scratch()
        #expect(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        let page = try Self.page(scratch("a/index.html"))
        #expect(Self.result(page) == "verdict good" && page.values(of: "data-item") == ["good"])
    }

    @Test func aRigThatIsNotReadyIsNoPass() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "fullFlow", "--rig", "deskBench", "--port", "uwb=serial:/dev/trammel-kit", "--port",
            "nfc=pn532_uart:/dev/trammel-reader", "--output", scratch("a"))
        #expect(ended.status == 3)
        let page = try Self.page(scratch("a/index.html"))
        #expect(Self.result(page) == "verdict rig" && page.text.contains("/dev/trammel-kit"))
    }

    @Test func whatCannotBeUsedIsNamed() throws {
        let scratch = try Scratch()
        #expect(try Program.run("run", "tagOpensApp", "--output", scratch("a")).status == 0)
        #expect(try Program.run("report", scratch("a"), scratch("a")).status == 64)
        #expect(try Program.run("report").status == 64)
        #expect(try Program.run("report", scratch("a"), "--html", scratch("a")).status == 64)
        let missing = try Program.run("report", scratch("nowhere"))
        #expect(missing.status == 3 && missing.error.contains("nowhere"))
        let one = scratch("a/001-tagOpensApp-seed1")
        #expect(try Program.run("report", one, scratch("a"), "--html", scratch("all.html")).status == 0)
        #expect(try Self.page(scratch("all.html")).text.contains("2 runs: 2 passed"))
        try Scratch.write("{", to: "\(one)/verdict.json")
        #expect(try Program.run("report", scratch("a")).status == 3)
        let page = try Self.page(scratch("a/index.html"))
        #expect(Self.result(page) == "verdict rig" && page.text.contains("evidence.unreadable"))
    }
}
