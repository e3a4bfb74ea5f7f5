import Foundation
import Testing

@Suite struct ListTests {
    @Test("the message about an unknown scenario counts what the list shows")
    func count() throws {
        let count = try Program.run("list").output.prefix { $0.isNumber }
        let error = try Program.run("run", "xyzzy").error
        #expect(!count.isEmpty && error.contains("'trammel list' shows all \(count)\n"), "\(count): \(error)")
    }

    @Test func listShowsScenariosAndRigsWithWhatTheyNeedAndHave() throws {
        let ended = try Program.run("list", "--all")
        #expect(ended.status == 0 && ended.error.isEmpty)
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
        for name in [
            "fullFlow", "configurationExchange", "timeoutAndRetry", "zoneWalk", "tagOpensApp", "tagOpensBrowser",
        ] {
            let index = try #require(lines.firstIndex { $0.hasPrefix("  \(name) ") }, "\(name) is listed")
            #expect(lines[index...].prefix(4).contains { $0.contains(" needs ") })
        }
        for (name, kind) in [("simulated", "simulated"), ("virtual", "virtual"), ("deskBench", "hardware")] {
            let index = try #require(lines.firstIndex { $0.hasPrefix("  \(name) ") }, "\(name) is listed")
            #expect(lines[index].contains(" \(kind): "))
            #expect(lines[index...].prefix(4).contains { $0.contains(" has ") })
        }
    }

    @Test func aRigThatHasNothingButAScreenIsListedWithIt() throws {
        let words = try Program.run("list", "--all").words
        #expect(words.contains("and a person before it has the screen tv") && !words.contains("has nothing"))
    }

    @Test func listIsOneDocumentForPrograms() throws {
        let ended = try Program.run("list", "--json")
        let content = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        let scenarios = try #require(content?["scenarios"] as? [[String: Any]])
        let tag = try #require(scenarios.first { $0["name"] as? String == "tagOpensApp" })
        #expect(tag["needs"] as? [String] == ["nfc", "tag:doorTag"])
        #expect(tag["file"] as? String == "Scenarios/Tags.swift")
        let rigs = try #require(content?["rigs"] as? [[String: Any]])
        let screens = try rigs.reduce(into: [String: [String]]()) { screens, rig in
            let has = try #require(rig["has"] as? [String])
            screens[try #require(rig["name"] as? String)] = has.filter {
                $0.lowercased().contains("screen") || ["troubledNetwork", "game"].contains($0)
            }
        }
        let simulated = [
            "screen:tv", "screenConsole:tv", "screen:secondTV", "screenConsole:secondTV", "simulatedScreens",
            "troubledNetwork", "game",
        ]
        #expect(screens["simulated"] == simulated && screens["virtual"] == simulated)
        #expect(screens["screenBench"] == ["screen:tv"] && screens["deskBench"] == [])
        #expect(
            rigs.map { $0["kind"] as? String } == [
                "simulated", "simulated", "simulated", "virtual", "hardware", "hardware",
            ])
    }

    @Test func suiteTagsAndWhatIsCoveredAreShown() throws {
        let ended = try Program.run("list", "--suite", "robustness", "--tag", "robustness")
        #expect(ended.status == 0 && !ended.output.contains("\nrigs\n") && !ended.output.contains("fullFlow"))
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { $0.count <= 80 })
        let index = try #require(lines.firstIndex { $0.hasPrefix("  longWrite ") })
        #expect(lines[index...].prefix(8).contains { $0.contains("robustness: robustness; covers") })

        let json = try Program.run("list", "longWrite", "fullFlow", "--json")
        let content = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let scenarios = try #require(content?["scenarios"] as? [[String: Any]])
        #expect(scenarios.map { $0["suite"] as? String } == ["robustness", nil])
        #expect(scenarios.map { $0["tags"] as? [String] } == [["robustness"], []])
        #expect(scenarios.map { $0["covers"] as? [String] } == [["F8"], []])
    }

    @Test func withoutACommandItSaysWhereToBegin() throws {
        let ended = try Program.run()
        #expect(ended.status == 0 && ended.output.contains("trammel run fullFlow") && ended.output.contains("--help"))
    }
}
