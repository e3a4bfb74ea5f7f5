import Ground
import Journal
import Reports
import Testing

/// The report in the form that its readers accept: the elements and attributes of junit-10.xsd, the schema of Jenkins'
/// xunit plugin, in its strictest version, and the rules of GitLab's parser.
@Suite struct JUnitFormTests {
    /// The allowed children of each element.
    private static let children: [String: Set<String>] = [
        "testsuites": ["testsuite"], "testsuite": ["properties", "testcase", "system-out", "system-err"],
        "properties": ["property"], "testcase": ["skipped", "error", "failure", "system-out", "system-err"],
    ]
    private static let attributes: [String: Set<String>] = [
        "testsuites": ["name", "time", "tests", "failures", "disabled", "errors"],
        "testsuite": [
            "name", "tests", "failures", "errors", "time", "skipped", "timestamp", "hostname", "id", "package",
        ],
        "testcase": ["name", "classname", "time"], "property": ["name", "value"], "failure": ["type", "message"],
        "error": ["type", "message"], "skipped": ["type", "message"],
    ]
    private static let required: [String: Set<String>] = [
        "testsuite": ["name", "tests", "failures", "errors", "timestamp", "hostname"],
        "testcase": ["name", "classname", "time"], "property": ["name", "value"],
        "failure": ["message"], "error": ["message"], "skipped": ["message"],
    ]

    /// Every verdict on two rigs, some of them several times, with files, figures and left-out scenarios.
    private static var tally: RunTally {
        var tally = RunTally()
        let measured = [Measured("connect", .span(.milliseconds(3)), limit: .span(.seconds(5)), times: 2)]
        for (place, rig) in ["simulated", "desk bench.2", "simulated"].enumerated() {
            for verdict in RunTallyTests.verdicts {
                let failures = verdict == .failed ? [Sample.failure(meaning: "it is late <&>")] : []
                let reason = verdict == .passed ? nil : "expected this; seen that"
                tally.count(
                    Sample.summary(verdict, rig: rig, reason: reason, failures: failures, measured: measured),
                    evidence: ["results/00\(place)-zoneWalk-seed7/trace.pcapng", "results/[odd]/verdict.json"])
            }
        }
        tally.coverage = RunCoverage(
            asked: "the suite conformance", scenarios: 81,
            leftOut: [.init("walk", because: "the rig has no motion"), .init("tap", because: "the rig has no motion")],
            requirement: .all)
        return tally
    }

    private static func elements() throws -> [Element] {
        try parse(JUnitReport(tally, of: Sample.provenance).text)
    }

    @Test func everyElementAndAttributeIsOneThatTheStrictestSchemaHas() throws {
        for element in try Self.elements() {
            if let parent = element.parent {
                #expect(Self.children[parent]?.contains(element.name) == true, "\(element.name) in \(parent)")
            }
            let names = Set(element.attributes.keys)
            #expect(names.isSubset(of: Self.attributes[element.name] ?? []), "\(element.name): \(names)")
            #expect(names.isSuperset(of: Self.required[element.name] ?? []), "\(element.name): \(names)")
            if let time = element.attributes["time"] {
                #expect(time.wholeMatch(of: #/[0-9]+\.[0-9]{3}/#) != nil, "\(time)")
            }
            if let stamp = element.attributes["timestamp"] {
                #expect(stamp.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}/#) != nil, "\(stamp)")
            }
        }
    }

    @Test func theCountsOfASuiteAreThoseOfItsCases() throws {
        let elements = try Self.elements()
        func sum(_ name: String) -> Int {
            elements.filter { $0.name == "testsuite" }.reduce(0) { $0 + (Int($1.attributes[name] ?? "") ?? 0) }
        }
        for (name, element) in [
            ("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
        ] {
            #expect(sum(name) == elements.count { $0.name == element }, "\(name)")
            if name != "skipped" { #expect(elements[0].attributes[name] == "\(sum(name))") }
        }
        #expect(elements.count { $0.name == "properties" } == elements.count { $0.name == "testsuite" })
    }

    @Test func noTwoCasesHaveOneClassAndOneName() throws {
        let cases = try Self.elements().filter { $0.name == "testcase" }
        let keys = cases.map { [$0.attributes["classname"], $0.attributes["name"]] }
        #expect(Set(keys).count == keys.count, "\(keys)")
        #expect(keys.contains(["simulated.Scenarios.Zones", "zoneWalk, seed 7, round 2"]))
    }

    @Test func aClassIsThePackageOfItsRigAndFoldersAndTheFile() throws {
        let classes = try Self.elements().compactMap { $0.attributes["classname"] }
        for name in classes where !name.hasSuffix("coverage") {
            #expect(name.split(separator: ".").last == "Zones", "\(name)")
        }
        #expect(classes.contains("desk_bench_2.Scenarios.Zones"))
    }

    @Test func aFailureBeginsWithItsLineAndItsMeaningAndHasItsFiles() throws {
        let elements = try Self.elements()
        let failure = try #require(elements.first { $0.name == "failure" })
        #expect(failure.attributes["message"] == "it is late <&>")
        #expect(failure.content.hasPrefix("\nScenarios/Zones.swift:10: it is late <&>\n"))
        let place = try #require(elements.firstIndex { $0.name == "failure" })
        let output = elements[place + 1]
        #expect(output.name == "system-out")
        #expect(output.content.contains("\n[[ATTACHMENT|results/000-zoneWalk-seed7/trace.pcapng]]\n"))
        #expect(!output.content.contains("odd") && output.content.contains("connect 3.0 ms of 5.00 s (2 samples)"))
        let passed = try #require(elements.first { $0.name == "system-out" })
        #expect(!passed.content.contains("ATTACHMENT"))
    }

    @Test func whatIsMissingIsAnErrorOfItsOwnAndWhatWasLeftOutAProperty() throws {
        let elements = try Self.elements()
        #expect(elements.filter { $0.attributes["classname"]?.hasSuffix(".coverage") == true }.count == 1)
        let message = try #require(elements.last { $0.name == "error" }?.attributes["message"])
        #expect(message.hasPrefix("all 81 scenarios must be judged"))
        let left = elements.filter { $0.attributes["name"] == "left out: the rig has no motion" }
        #expect(left.map { $0.attributes["value"] } == ["2", "2"])
        var none = RunTally()
        none.coverage = RunCoverage(scenarios: 3, requirement: .atLeast(scenarios: 1))
        #expect(try parse(JUnitReport(none, of: Sample.provenance).text).count { $0.name == "error" } == 1)
    }

    @Test("reports of a run in which nothing was played have an error, as the exit status says", arguments: [0, 1, 3])
    func nothingPlayed(count: Int) throws {
        let tally = RunTally(Array(repeating: Sample.summary(.skipped(reason: "no kit")), count: count))
        #expect(tally.exitStatus == .nothingShown)
        let elements = try parse(JUnitReport(tally, of: Sample.provenance).text)
        #expect(elements.count { $0.name == "error" } == 1 && elements[0].attributes["errors"] == "1")
        #expect(elements[0].attributes["tests"] == "\(count + 1)")
        let content = ReportContent(tally, of: Sample.provenance)
        #expect(content.cases.map(\.status) == Array(repeating: .skipped, count: min(count, 1)) + [.error])
        #expect(String(decoding: CTRFReport(content).json, as: UTF8.self).contains("\"other\" : 1"))
        // A single pass suffices.
        let passed = RunTally([Sample.summary(.skipped(reason: "no kit")), Sample.summary(.passed)])
        #expect(try !parse(JUnitReport(passed, of: Sample.provenance).text).contains { $0.name == "error" })
    }
}
