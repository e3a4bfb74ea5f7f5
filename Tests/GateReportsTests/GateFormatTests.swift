import Gate
import GateKit
import Ground
import Reports
import TestSupport
import Testing
import Views

@Suite struct GateFormatTests {
    private static let all = [GateSample.passed, GateSample.failed] + Hostile.names.map { Hostile.report($0) }

    @Test(arguments: all.indices) func theXMLIsWhatTheSchemaSays(of place: Int) throws {
        let report = Self.all[place]
        let scratch = try Scratch()
        try Scratch.write(GateXML(report).text, to: scratch("gate.xml"))
        try OtherProgram.xmllint(scratch("gate.xml"), schema: "junit-emitted.xsd")
    }

    /// The schema rejects invalid documents.
    @Test func aReportWithAnUnknownAttributeIsRefused() throws {
        let scratch = try Scratch()
        let text = GateXML(GateSample.passed).text.replacing("<testcase ", with: "<testcase line=\"3\" ")
        try Scratch.write(text, to: scratch("gate.xml"))
        #expect(throws: OtherProgram.Failure.self) {
            try OtherProgram.xmllint(scratch("gate.xml"), schema: "junit-emitted.xsd")
        }
    }

    @Test func theColourOfACaseIsThePlansDecision() {
        let passed = GateXML(GateSample.passed).text
        #expect(passed.contains("failures=\"0\" errors=\"0\""))
        #expect(passed.count(of: "<flakyFailure ") == 2 && !passed.contains("<failure"))
        let failed = GateXML(GateSample.failed).text
        #expect(failed.contains("tests=\"6\" failures=\"2\" errors=\"3\""))
        #expect(failed.count(of: "<failure ") == 2 && failed.count(of: "<error ") == 3)
        #expect(failed.contains("[[ATTACHMENT|runs/10-fullFlow/page.html]]"))
        #expect(failed.contains("name=\"firmware.identity\" value=\"proved\""))
    }

    /// An upper limit rounded down would promise more than was shown (0 of 8 with 80 % confidence).
    @Test func aLimitIsRoundedUpWhereverItIsTold() throws {
        let base = GateSample.scenario("fullFlow", trials: 8, decision: .passed)
        let scenario = GateDocument.Scenario(
            name: base.name, hash: base.hash, file: base.file, line: base.line, class: base.class, trials: 8,
            failures: 0, leftOut: [], notTrials: [], powerCycles: 1, units: 1, benches: 1, confidence: .percent(80),
            upperLimit: 0.182224606, upperLimitWorstCase: 0.300000001, upperLimitIsExact: true, decision: .passed,
            proofs: base.proofs, runs: base.runs, failureKeys: [])
        let report = GateReport(GateSample.document(.inconclusive, scenarios: [scenario]))
        let ctrf = String(decoding: ReportForm.ctrf.bytes(of: report.content), as: UTF8.self)
        for text in [GateXML(report).text, GatePage(report).html, ctrf] {
            #expect(text.contains("18.23 %") && !text.contains("18.2 %") && !text.contains("18.22 %"))
            #expect(text.contains("30.01 %"))
        }
        for (value, told) in [
            (0.049508, "4.96 %"), (0.05, "5 %"), (1, "100 %"), (0, "0 %"), (0.0000001, "0.01 %"), (7, "100 %"),
            (.nan, "unknown"), (.infinity, "unknown"),
        ] as [(Double, String)] { #expect(GateFigures.percent(up: value) == told) }
    }

    /// A document next to the runs refers to them by relative paths, and one stored elsewhere through the gate's
    /// folder.
    @Test func attachmentsAreFoundFromWhereTheDocumentLies() {
        func attached(_ xml: GateXML) -> [String] {
            xml.text.split(separator: "\n").filter { $0.hasPrefix("[[ATTACHMENT|") }.map(String.init)
        }
        let own = attached(GateXML(GateSample.failed))
        #expect(!own.isEmpty)
        let elsewhere = own.map { $0.replacing("[[ATTACHMENT|", with: "[[ATTACHMENT|out/gate/") }
        #expect(attached(GateXML(GateSample.failed, folder: "out/gate")) == elsewhere)
        #expect(attached(GateXML(GateSample.failed, folder: "out/gate/")) == elsewhere)
    }

    /// A result that follows from no scenario is a separate case, so that no reader takes such a gate for passed.
    @Test(arguments: [GateResult.failed, .error, .inconclusive]) func noResultLooksBetter(result: GateResult) {
        let good = GateSample.scenario("fullFlow", trials: 59, decision: .passed)
        let report = GateReport(GateSample.document(result, reasons: ["the bench was another one"], scenarios: [good]))
        let xml = GateXML(report).text
        #expect(xml.contains(result == .failed ? "<failure " : "<error "))
        let tap = String(decoding: ReportForm.tap.bytes(of: report.content), as: UTF8.self)
        #expect(tap.contains("\nnot ok 2 - result\n"))
        let ctrf = String(decoding: ReportForm.ctrf.bytes(of: report.content), as: UTF8.self)
        #expect(ctrf.contains(result == .failed ? "\"failed\" : 1" : "\"other\" : 1"))
        #expect(report.content.status.rawValue == result.exitStatus)
        #expect(!WorkflowAnnotations(report.content).commands.isEmpty)
    }

    /// The reasons for an identity level accompany the level everywhere.
    @Test func whyAFirmwareIsKnownIsTold() {
        let xml = GateXML(GateSample.failed).text
        #expect(xml.contains("name=\"firmware.identity.reasons\" value=\"\(GateSample.reason)\""))
        let summary = JobSummary(GateSample.failed.content, sections: GateSample.failed.sections).markdown()
        #expect(summary.contains("### Which firmware ran") && summary.contains("proved&#58; \(GateSample.reason)"))
    }

    @Test func annotationsNameTheWorstFirstAndTheSummaryProves() {
        let commands = WorkflowAnnotations(GateSample.failed.content).commands
        #expect(commands.first?.name == "error")
        #expect(commands.first?.line.contains("file=Scenarios/Flows/Door.swift,line=14") == true)
        #expect(commands.first?.line.contains("title=fullFlow failed in 12 of 120 runs") == true)
        let summary = JobSummary(GateSample.failed.content, sections: GateSample.failed.sections).markdown()
        #expect(summary.contains("### What this proves") && summary.contains("### What this does not prove"))
    }

    @Test(arguments: all.indices) func otherFormatsAreValid(of place: Int) throws {
        let report = Self.all[place]
        let scratch = try Scratch()
        try Scratch.write(ReportForm.ctrf.bytes(of: report.content), to: scratch("ctrf.json"))
        try OtherProgram.validate(scratch("ctrf.json"), schema: "ctrf-emitted.schema.json")
        try Scratch.write(ReportForm.tap.bytes(of: report.content), to: scratch("gate.tap"))
        let isGreen = report.document.result == .passed
        #expect(try OtherProgram.prove(scratch("gate.tap")) == isGreen)
    }
}

extension String {
    func count(of part: String) -> Int { ranges(of: part).count }
}
