import Foundation
import TestSupport
import Testing

@Suite struct DiagnoseTests {
    private static let defective = "door=simulated:defect=alreadyRanging,name=Door"

    private static func content(_ path: String) throws -> [String: Any] {
        let bytes = try #require(Scratch.bytes(of: path))
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    @Test func aSuiteOfADefectiveAccessoryLeadsToItsDefect() throws {
        let scratch = try Scratch()
        let suite = try Program.run(
            "run", "--suite", "conformance", "--port", Self.defective, "--output", scratch("runs"), "--quiet")
        #expect(suite.status == 1)
        #expect(suite.words.contains(" (alreadyRanging); it explains 7 of 7 failed scenarios; "), "\(suite.output)")
        #expect(suite.output.contains("\nmore: trammel diagnose \(scratch("runs"))\n"), "\(suite.output)")
        let ended = try Program.run("diagnose", scratch("runs"), "--json", scratch("d.json"))
        #expect(ended.status == 0 && ended.output.contains("\n1  alreadyRanging (F16): "), "\(ended.output)")
        // The command can be pasted as it is.
        let command = try #require(suite.output.firstRange(of: "\n    trammel run "), "\(suite.output)")
        let line = suite.output[command.upperBound...].prefix { $0 != "\n" }
        #expect(line.hasSuffix(" --rig simulated \\"), "\(suite.output)")
        #expect(suite.output.contains("\n      --port \(Self.defective)\n"), "\(suite.output)")
        let lines = ended.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("      --port ") })
        let content = try Self.content(scratch("d.json"))
        #expect(content["conclusion"] as? String == "ranked" && content["failed"] as? Int == 7)
        let first = try #require((content["candidates"] as? [[String: Any]])?.first)
        #expect(first["defect"] as? String == "alreadyRanging" && first["place"] as? Int == 1)
        #expect((first["explained"] as? [[String: Any]])?.count == 7)
        let apart = try #require(content["tellingApart"] as? [String])
        #expect(apart.count == 2)
        // The scenarios suggested to distinguish the first two do so.
        let more = try Program(
            ["run", "--port", Self.defective, "--output", scratch("more"), "--quiet"] + apart
        ).end()
        #expect(more.status != 64)
        let both = try Program.run("diagnose", scratch("runs"), scratch("more"), "--json", scratch("e.json"))
        #expect(both.status == 0)
        let candidates = try #require(try Self.content(scratch("e.json"))["candidates"] as? [[String: Any]])
        #expect(candidates.first?["defect"] as? String == "alreadyRanging")
        let rival = candidates.first { $0["defect"] as? String == "duplicateConfigureKillsSession" }
        #expect((rival?["missed"] as? [String])?.isEmpty != true)
    }

    @Test(
        "failures of tags have no diagnosis, and their common cause comes first everywhere",
        arguments: [
            ("example.com/x", "the tag's link has no scheme, such as https, so no phone opens it [tag.noScheme]"),
            (
                "http://example.com/door/open?door=1",
                "the link is http, and the scenario expects the same with https [route.notHTTPS]"
            ),
        ])
    func tags(link: String, cause: String) throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "linkOpensItsApp", "linkWithoutTag", "answersAtOnce", "--port",
            "doorTag=simulated:ntag215:\(link)", "--output", scratch("a"), "--junit", scratch("j"), "--quiet")
        let first = "all 2 failures mean the same: \(cause)"
        #expect(ended.status == 1 && ended.words.hasPrefix("3 runs: 1 passed, 2 failed;"), "\(ended.output)")
        let lines = ended.output.split(separator: "\n").prefix(3).joined(separator: " ")
        #expect(lines.replacing(/\s+/, with: " ").contains(first), "\(ended.output)")
        #expect(!ended.words.contains("no verdict should rest on it"), "\(ended.output)")
        let report = try #require(Scratch.text(of: scratch("j")))
        #expect(report.split(separator: "\n").prefix(3).joined().contains(first), "\(report.prefix(500))")
        let page = Markup(try #require(Scratch.text(of: scratch("a/index.html"))))
        #expect(page.text.contains(first) && !page.text.contains("nothing failed"))
        #expect(page.elements.contains { $0.attributes["id"] == "cause" })
        let diagnosis = try Program.run("diagnose", scratch("a"), "--json", scratch("d.json"))
        #expect(diagnosis.status == 0)
        #expect(diagnosis.words.contains("the zoo has no defects of tags, and 2 failures are of tags"))
        #expect(!diagnosis.output.contains("nothing failed"), "\(diagnosis.output)")
        let content = try Self.content(scratch("d.json"))
        #expect(content["conclusion"] as? String == "nothingKnown" && content["tagFailures"] as? Int == 2)
    }

    @Test("console, report and page show the failure that has the cause's own code")
    func shownFailure() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "answersAtOnce", "configurationExchange", "timeoutAndRetry", "welcomeHome", "connectionStorm",
            "--port", "door=simulated:defect=dropsWhenTooLong,name=Door", "--output", scratch("a"), "--quiet")
        #expect(ended.words.contains(" (dropsWhenTooLong); it explains 5 of 5 failed scenarios"), "\(ended.output)")
        let expected = try #require(ended.output.firstRange(of: "    expected  "))
        let code = ended.output[expected.upperBound...].prefix { $0 != "]" }
        #expect(code.hasSuffix("[exchange.smallMTU"), "\(ended.output)")
        let page = try #require(Scratch.text(of: scratch("a/index.html")))
        let explained = try #require(page.firstRange(of: "id=\"explained\""))
        let first = page[explained.upperBound...].firstRange(of: "<dt>Code</dt><dd><b>")
        let card = try #require(first).upperBound
        #expect(page[card...].hasPrefix("exchange.smallMTU</b>"), "\(page[card...].prefix(200))")
    }

    @Test func aHealthyAccessoryHasNoKnownDefect() throws {
        let scratch = try Scratch()
        let suite = try Program.run("run", "answersInTime", "hundredRounds", "--output", scratch("runs"), "--quiet")
        #expect(suite.status == 0 && !suite.output.contains("likely cause"))
        let page = Markup(try #require(Scratch.text(of: scratch("runs/index.html"))))
        #expect(page.text.contains("exit status 0: every run passed"))
        let ended = try Program.run("diagnose", scratch("runs"), "--json", scratch("d.json"))
        #expect(ended.status == 0)
        #expect(try Self.content(scratch("d.json"))["conclusion"] as? String == "nothingFailed")
    }

    @Test func aSingleScenarioIsNotDiagnosedByItself() throws {
        let ended = try Program.run("run", "leftRanging", "--port", Self.defective)
        #expect(ended.status == 1 && !ended.output.contains("likely cause"), "\(ended.output)")
    }

    @Test func runsOfAWrongRigSayNothing() throws {
        let scratch = try Scratch()
        let suite = try Program.run(
            "run", "answersInTime", "hundredRounds", "--port", "door=simulated:variant=qorvo,name=Door", "--port",
            "uwb=usb:1915:520f@nowhere", "--output", scratch("runs"), "--quiet")
        #expect(suite.status != 0 && !suite.output.contains("likely cause"), "\(suite.output)\(suite.error)")
    }

    @Test func whatHoldsNoRunsIsNoDiagnosis() throws {
        let scratch = try Scratch()
        let empty = try Program.run("diagnose", scratch(""))
        #expect(empty.status == 4 && empty.output.contains("no diagnosis"))
        let missing = try Program.run("diagnose", scratch("nowhere"))
        #expect(missing.status == 3 && missing.error.contains("nowhere"))
        #expect(try Program.run("diagnose").status == 64)
        #expect(try Program.run("diagnose", scratch(""), "--json", scratch("")).status == 64)
    }

    @Test func aNewerVerdictIsRefused() throws {
        let scratch = try Scratch()
        _ = try Program.run("run", "answersInTime", "hundredRounds", "--output", scratch("runs"), "--quiet")
        let folder = try #require(Scratch.names(in: scratch("runs"))?.first { $0.hasPrefix("001-") })
        let path = scratch("runs/\(folder)/verdict.json")
        try #"{"format": 99}"#.write(toFile: path, atomically: true, encoding: .utf8)
        let ended = try Program.run("diagnose", scratch("runs"))
        #expect(ended.status == 3 && ended.error.contains("format 99") && ended.output.isEmpty, "\(ended.error)")
    }
}
