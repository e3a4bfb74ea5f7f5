import Foundation
import Ground
import Journal
import Reports
import Testing

@Suite struct JUnitReportTests {
    @Test func everyVerdictHasItsPlace() throws {
        let document = JUnitReport(
            [
                Sample.summary(.passed, measured: [Sample.turnAround(850)]),
                Sample.summary(.failed, failures: [Sample.failure]),
                Sample.summary(.error, reason: "the kit was unplugged"),
                Sample.summary(.timedOut, reason: "it took longer than 60 s"),
                Sample.summary(.aborted, reason: "interrupted"),
                Sample.summary(.skipped(reason: "no UWB kit"), rig: "deskBench"),
            ], of: Sample.provenance
        ).text
        let elements = try parse(document)
        let suites = elements.filter { $0.name == "testsuite" }
        #expect(suites.map { $0.attributes["name"] } == ["simulated", "deskBench"])
        #expect(suites[0].attributes["tests"] == "5" && suites[0].attributes["failures"] == "1")
        #expect(suites[0].attributes["errors"] == "3" && suites[0].attributes["skipped"] == "0")
        #expect(suites[0].attributes["time"] == "21.000")
        #expect(suites[1].attributes["skipped"] == "1")
        #expect(elements[0].attributes["tests"] == "6")
        #expect(elements.filter { $0.name == "failure" }.count == 1)
        #expect(
            elements.filter { $0.name == "error" }.map { $0.attributes["type"] } == ["error", "timed out", "aborted"])
        #expect(elements.first { $0.name == "skipped" }?.attributes["message"] == "no UWB kit")
    }

    @Test func aRunThatPassedIsWrittenExactlySo() {
        let text = JUnitReport([Sample.summary(.passed, measured: [Sample.turnAround(850)])], of: Sample.provenance)
            .text
        #expect(
            text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="trammel" tests="1" failures="0" errors="0" time="4.200">
                  <testsuite name="simulated" tests="1" failures="0" errors="0" time="4.200" skipped="0" \
                timestamp="2026-11-22T18:33:55" hostname="bench7">
                    <properties>
                      <property name="program" value="trammel 1.2"/>
                      <property name="system" value="Linux 6.1.0 x86_64"/>
                      <property name="date" value="2026-11-22T18:33:55Z"/>
                      <property name="kind" value="simulated"/>
                      <property name="rig" value="simulated"/>
                      <property name="override" value="--port uwb=none"/>
                      <property name="port.uwb" value="none"/>
                    </properties>
                    <testcase classname="simulated.Scenarios.Zones" name="zoneWalk, seed 7" time="4.200">
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func aFailureTellsExpectedSeenLineAndFrames() throws {
        let failed = Sample.summary(.failed, failures: [Sample.failure])
        let elements = try parse(JUnitReport([failed], of: Sample.provenance).text)
        let failure = try #require(elements.first { $0.name == "failure" })
        let message = try #require(failure.attributes["message"])
        #expect(message.hasPrefix("expected far entered at 3.00 m") && message.hasSuffix("entered at 3.41 m"))
        #expect(failure.content.contains("at        Scenarios/Zones.swift:10, 2.100 s into the run"))
        #expect(failure.content.contains("#12 1.500 s <- att 1b 0e"))
    }

    /// Every control character, XML's own markup characters, and those that XML 1.0 forbids.
    @Test func anyTextGivesAWellFormedDocument() throws {
        var hostile = "]]> <a b='c'>\"&amp;&#0; \u{FFFE}\u{FFFF}\u{7F}\u{85}\u{2028}\u{1F512}\u{10FFFF}"
        for value in UInt8.min..<0x20 { hostile.unicodeScalars.append(Unicode.Scalar(value)) }
        let failure = Failure(
            code: "walk.otherZoneChange", expected: hostile, seen: hostile, spot: SourceSpot(file: hostile, line: 1),
            instant: .start, link: .bluetooth(AccessoryName(hostile)),
            lastFrames: [
                FrameRecord(
                    number: 1, instant: .start, direction: .inbound, link: .console(AccessoryName(hostile)),
                    kind: hostile, meaning: hostile)
            ])
        for verdict in [Verdict.failed, .error, .skipped(reason: hostile)] {
            let summary = RunSummary(
                scenario: hostile, spot: failure.spot, rig: hostile, seed: 1, verdict: verdict, reason: hostile,
                failures: [failure], measured: [Measured(hostile, .count(1))])
            let elements = try parse(JUnitReport([summary], of: Sample.provenance).text)
            let testcase = try #require(elements.first { $0.name == "testcase" })
            #expect(testcase.attributes["name"]?.hasPrefix(hostile.escapedForDisplay) == true)
        }
    }

    @Test func noRunsGiveAnError() throws {
        let elements = try parse(JUnitReport([], of: Sample.provenance).text)
        #expect(elements.first?.attributes["errors"] == "1" && elements.last?.name == "error")
    }
}
