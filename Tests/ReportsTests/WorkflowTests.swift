import Ground
import Journal
import Reports
import Testing

@Suite struct WorkflowTests {
    /// gate.md, section 4.2.
    @Test(arguments: [
        ("50% off", "50%25 off", "50%25 off"), ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"), ("x:y,z", "x:y,z", "x%3Ay%2Cz"),
        ("100%0A", "100%250A", "100%250A"), ("::error::x", "::error::x", "%3A%3Aerror%3A%3Ax"),
    ]) func escapesOfTheSheet(text: String, message: String, property: String) {
        #expect(WorkflowCommand.escaped(message: text) == message)
        #expect(WorkflowCommand.escaped(property: text) == property)
    }

    @Test func aCommandIsOneLine() {
        let command = WorkflowCommand(
            "error",
            [("file", "Scenarios/FullFlow.swift"), ("line", "12"), ("col", ""), ("title", "failed in 2 of 100")],
            "expected door\nseen 2.10 m")
        #expect(
            command.line == "::error file=Scenarios/FullFlow.swift,line=12,title=failed in 2 of 100::"
                + "expected door%0Aseen 2.10 m")
    }

    @Test(arguments: [
        ("::add-mask::x\n", ":\u{200B}:add-mask::x\n"), ("  ::error::x", "  :\u{200B}:error::x"),
        ("a\r::x", "a\r:\u{200B}:x"), ("a ::x", "a ::x"), ("x ##[error]y", "x ##\u{200B}[error]y"),
        ("###[x]", "###\u{200B}[x]"), ("\n\n::x\n", "\n\n:\u{200B}:x\n"), (": :x", ": :x"), ("", ""),
        ("\u{A0}::x", "\u{A0}:\u{200B}:x"),
    ]) func nothingBecomesACommandHoweverItIsCut(text: String, expected: String) {
        let scalars = Array(text.unicodeScalars)
        for cut in 0...scalars.count {
            var workflow = WorkflowGuard()
            let parts = [scalars[..<cut], scalars[cut...]].map { part in
                workflow.guarded(String(String.UnicodeScalarView(part)))
            }
            #expect(Array(parts.joined().unicodeScalars) == Array(expected.unicodeScalars), "cut at \(cut)")
        }
    }

    private static func content(ways: Int, _ name: String = "scenario") -> ReportContent {
        let runs = (0..<ways).flatMap { way in
            (0...way % 3).map { _ in
                let failure = Sample.failure(meaning: "meaning \(String(repeating: "x", count: way))")
                return Sample.summary(.failed, scenario: "\(name)\(way)", failures: [failure])
            }
        }
        return ReportContent(RunTally(runs), of: Sample.provenance, evidence: "results")
    }

    @Test func atMostTenAnnotationsAndTheTenthSaysHowManyMore() {
        #expect(WorkflowAnnotations(Self.content(ways: 10)).commands.count == 10)
        let commands = WorkflowAnnotations(Self.content(ways: 25)).commands
        #expect(commands.count == 10)
        #expect(commands[0].line.contains("in 3 of 3 runs"), "the worst comes first")
        #expect(commands[9].line.contains("16 more ways to fail") && commands[9].line.contains("results"))
    }

    @Test func errorsOfTheRigAreWarningsAndOnePerMeaning() {
        let gone = Sample.summary(.error, reason: "the kit is gone")
        let failed = Sample.summary(.failed, scenario: "a", failures: [Sample.failure(meaning: "it is late")])
        let other = Sample.summary(.failed, scenario: "b", failures: [Sample.failure(meaning: "it is late")])
        let commands = WorkflowAnnotations(ReportContent(RunTally([gone, failed, gone, other]), of: Sample.provenance))
            .commands
        #expect(commands.map(\.name) == ["error", "warning"])
        #expect(commands[0].line.contains("file=Scenarios/Zones.swift,line=10,"))
        #expect(commands[0].line.contains("a failed%2C and 1 other scenario alike"))
        #expect(commands[0].line.contains("also in b"))
    }

    @Test func theSummaryIsCutWithASentence() {
        let summary = JobSummary(Self.content(ways: 200))
        let whole = summary.markdown()
        #expect(whole.utf8.count < JobSummary.limit && !whole.contains("no room"))
        for limit in [0, 10, 60, 300, 5_000, whole.utf8.count - 1] {
            let cut = summary.markdown(upTo: limit)
            #expect(cut.utf8.count <= limit)
            #expect(limit < 60 || cut.contains("The rest has no room here"), "\(limit)")
        }
        let long = String(repeating: "y", count: 5_000)
        #expect(JobSummary(Self.content(ways: 300, long)).markdown().utf8.count <= JobSummary.limit)
    }

    @Test(arguments: ReportFormTests.hostile) func nothingIsMarkup(name: String) {
        let content = ReportContent(ReportFormTests.tally(name), of: Sample.provenance)
        let text = JobSummary(content).markdown()
        let own = JobSummary(ReportContent(ReportFormTests.tally("zoneWalk"), of: Sample.provenance)).markdown()
        func shape(_ text: String) -> [String] {
            text.split(separator: "\n").filter { $0.hasPrefix("|") || $0.hasPrefix("#") }
                .map { "\($0.count { $0 == "|" })\($0.prefix(1))" }
        }
        #expect(shape(text) == shape(own), "a table keeps its columns, and no heading is added")
        #expect(!text.replacing("<br>", with: "").contains("<") && !text.contains("`"))
        for command in WorkflowAnnotations(content).commands {
            #expect(!command.line.contains("\n") && command.line.utf8.count < 60_000)
        }
    }
}
