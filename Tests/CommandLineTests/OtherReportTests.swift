import Foundation
import TestSupport
import Testing

/// The reports of `trammel run` for other programs.
@Suite struct OtherReportTests {
    private static let defect = "door=simulated:defect=shortConfiguration,name=::add-mask::x"

    @Test func everyOptionLeavesItsFile() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "configurationExchange", "--port", Self.defect, "--output", scratch("out"), "--junit", scratch("j"),
            "--ctrf", scratch("c"), "--tap", scratch("t"), "--otel", scratch("o"), "--code-quality", scratch("q"))
        #expect(ended.status == 1, "\(ended.error)")
        try OtherProgram.xmllint(scratch("j"), schema: "junit-emitted.xsd")
        try OtherProgram.validate(scratch("c"), schema: "ctrf-emitted.schema.json")
        try OtherProgram.validate(scratch("o"), schema: "otlp-emitted.schema.json")
        try OtherProgram.validate(scratch("q"), schema: "code-quality-emitted.schema.json")
        #expect(try OtherProgram.prove(scratch("t")) == false)
        let spans = try #require(Scratch.text(of: scratch("o")))
        #expect(spans.ranges(of: "\"parentSpanId\"").count > 2, "steps come from the journal")
        #expect(!ended.output.contains("::stop-commands::"))
    }

    @Test func aRunnerGetsAnnotationsAndASummaryAndNoCommandOfADevice() throws {
        let scratch = try Scratch()
        try Scratch.write("before\n", to: scratch("summary"))
        let ended = try Program.run(
            "run", "configurationExchange", "--port", Self.defect, "--verbose",
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": scratch("summary")])
        #expect(ended.status == 1)
        let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        let first = try #require(lines.first)
        #expect(first.hasPrefix("::stop-commands::trammel-"))
        let token = try #require(first.split(separator: ":").last)
        let end = try #require(lines.firstIndex(of: "::\(token)::"))
        #expect(lines[(end + 1)...].contains { $0.hasPrefix("::error file=Scenarios/") })
        #expect(lines[(end + 1)...].allSatisfy { $0.hasPrefix("::error ") || $0.hasPrefix("::warning ") })
        #expect(lines[1..<end].allSatisfy { !$0.drop { $0.isWhitespace }.hasPrefix("::") })
        let summary = try #require(Scratch.text(of: scratch("summary")))
        #expect(summary.hasPrefix("before\n## ") && summary.contains("### Failures"))
        #expect(!summary.contains("::add-mask::"))
    }

    @Test func aRefusedCommandLeavesNoOlderReport() throws {
        let scratch = try Scratch()
        let older = try Program.run("run", "answersAtOnce", "--ctrf", scratch("c"), "--tap", scratch("t"))
        #expect(older.status == 0)
        let ended = try Program.run("run", "noSuchScenario", "--ctrf", scratch("c"), "--tap", scratch("t"))
        #expect(ended.status == 64)
        try OtherProgram.validate(scratch("c"), schema: "ctrf-emitted.schema.json")
        #expect(try OtherProgram.prove(scratch("t")) == false)
        let same = try Program.run("run", "fullFlow", "--ctrf", scratch("c"), "--tap", scratch("c"))
        #expect(same.status == 64)
    }

    @Test func aSummaryThatCannotBeWrittenIsAnError() throws {
        let summary = try Scratch()("none/summary")
        let ended = try Program.run(
            "run", "fullFlow", environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
        #expect(ended.status == 3)
    }
}
