import Ground
import Journal
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// Problems of apps and association files are known before a run, and are in its journal.
struct AssociationProblemTests {
    private static func scenario(_ association: AssociationSource, domains: [String] = ["applinks:example.com"])
        -> Scenario
    {
        let app = App(identifier: "com.example.door", associatedDomains: domains)
        return Scenario(
            "sites", "Has a site",
            phone: PhoneSetup(apps: [app], sites: [Site(host: "example.com", association: association)])
        ) {
            Tap(.doorTag) { Expect(.opened(.browser), count: 1) }
        }
    }

    @Test("An association file that was not read is a fault, and the scenario is not played")
    func unread() {
        let scenario = Self.scenario(.file("Associations/missing.json"))
        #expect(scenario.associationProblems.map(\.weight) == [.fault])
        let played = play(scenario)
        #expect(played.summary.verdict == .error && played.sent.isEmpty)
        #expect(played.summary.reason?.contains("missing.json of example.com was not read") == true)
    }

    @Test("An invalid file is a warning that names the place, and the link opens in the browser")
    func malformed() {
        let scenario = Self.scenario(.text("{\"applinks\": }"))
        let problems = scenario.associationProblems
        #expect(problems.map(\.weight) == [.warning])
        #expect(problems.first?.message.contains("line 1") == true, "\(problems)")
        let played = play(scenario)
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(
            played.summary.findings.contains {
                $0.link == .tag && $0.finding.meaning.hasPrefix("site example.com: ")
            })
    }

    @Test("A field of the wrong type, a misspelt key and an unreadable entitlement are warnings")
    func doubtful() {
        let text = "{\"applinks\": {\"details\": [{\"appIDs\": 5, \"componets\": []}]}}"
        let problems = Self.scenario(.text(text), domains: ["applinks:https://example.com"]).associationProblems
        #expect(problems.count >= 3 && problems.allSatisfy { $0.weight == .warning }, "\(problems)")
        #expect(problems.contains { $0.message.contains("applinks.details[0].appIDs") })
        #expect(problems.contains { $0.message.contains("components") })
    }

    @Test("A site without a file, and files in short form, are no problem")
    func none() {
        #expect(Self.scenario(.none("the server answers 404")).associationProblems == [])
        #expect(Scenario.named("tagOpensApp").associationProblems == [])
    }

    @Test("No scenario of the catalogue has a fault of this kind")
    func catalogue() {
        for scenario in Scenario.all { #expect(!scenario.associationProblems.contains { $0.weight == .fault }) }
    }
}
