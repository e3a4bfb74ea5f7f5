import Foundation
import TestSupport
import Testing

@Suite struct SelectionTests {
    /// Returns the names of the scenarios that `trammel list` prints for these arguments.
    private func listed(_ arguments: String...) throws -> [String] {
        let ended = try Program(["list", "--json"] + arguments).end()
        #expect(ended.status == 0, "\(ended.error)")
        let content = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        let scenarios = try #require(content?["scenarios"] as? [[String: Any]])
        return scenarios.compactMap { $0["name"] as? String }
    }

    @Test func theConformanceSuitePassesOnTheSimulatedRig() throws {
        let suite = try listed("--suite", "conformance")
        #expect(suite.count >= 40 && !suite.contains("fullFlow"))
        let ended = try Program.run("run", "--suite", "conformance")
        #expect(ended.status == 0, "\(ended.output.suffix(4000))\(ended.error)")
        #expect(ended.output.contains("\n\(suite.count) runs: \(suite.count) passed; "))
    }

    @Test func severalTagsWidenTheChoiceAndSkippedTagsNarrowIt() throws {
        let pairing = Set(try listed("--tag", "pairing"))
        let background = Set(try listed("--tag", "background"))
        #expect(!pairing.isEmpty && !background.isEmpty && pairing != background)
        #expect(Set(try listed("--tag", "pairing", "--tag", "background")) == pairing.union(background))
        #expect(Set(try listed("--tag", "pairing", "--skip-tag", "background")) == pairing.subtracting(background))
    }

    @Test func severalSuitesWidenTheChoice() throws {
        let (tags, apps) = (try listed("--suite", "tags"), try listed("--suite", "robustness"))
        #expect(!tags.isEmpty && !apps.isEmpty)
        let both = try listed("--suite", "robustness", "--suite", "tags")
        #expect(Set(both) == Set(tags + apps) && both.count == tags.count + apps.count)
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "--suite", "tags", "--suite", "robustness", "--tag", "quick", "--output", scratch("a"))
        #expect(ended.status == 0, "\(ended.output)")
        let record = try #require(Scratch.text(of: scratch("a/runs.json")))
        #expect(record.contains("the suite tags or robustness with the tag quick"))
    }

    @Test func namesAreNarrowedBySuiteAndTags() throws {
        let named = ["hundredRounds", "fullFlow", "answersAtOnce"]
        #expect(try listed(named[0], named[1], named[2]) == named)
        #expect(
            try listed(named[0], named[1], named[2], "--suite", "conformance") == ["hundredRounds", "answersAtOnce"])
        #expect(try listed(named[0], named[1], named[2], "--tag", "quick") == ["answersAtOnce"])
        #expect(try listed("Scenarios/Conformance/Link.swift", "--tag", "long").contains("connectionStorm"))
    }

    @Test func runPlaysWhatListShows() throws {
        let chosen = try listed("--suite", "conformance", "--tag", "background", "--skip-tag", "robustness")
        #expect(chosen.count > 1)
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "--suite", "conformance", "--tag", "background", "--skip-tag", "robustness", "--output",
            scratch("a"))
        #expect(ended.status == 0, "\(ended.output)")
        let folders = chosen.enumerated().map { "00\($0.offset + 1)-\($0.element)-seed1" }
        #expect(Scratch.names(in: scratch("a")) == folders + ["index.html", "report.xml", "runs.json"])
    }

    @Test func aScenarioWithAnArgumentIsARunOfItsOwn() throws {
        #expect(try listed("uses").count == 8)
        let scratch = try Scratch()
        let ended = try Program.run("run", "usesInterval", "uses.address", "--output", scratch("a"))
        #expect(ended.status == 0 && ended.output.contains("\n2 runs: 2 passed; "), "\(ended.output)")
        let folders = ["001-uses.interval-seed1", "002-uses.address-seed1", "index.html", "report.xml", "runs.json"]
        #expect(Scratch.names(in: scratch("a")) == folders)
        #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("name=\"uses.interval") == true)
        let unknown = try Program.run("run", "uses.intervall")
        #expect(unknown.status == 64 && unknown.error.contains("did you mean uses.interval"), "\(unknown.error)")
    }

    @Test func whatWasAskedForByTagAndCannotBePlayedIsToldAndWhatWasNotIsLeftOut() throws {
        let moving = try listed("--tag", "needsMotion")
        #expect(!moving.isEmpty)
        let asked = try Program.run("run", "--tag", "needsMotion", "--port", "motion=none")
        #expect(asked.status == 4 && asked.output.contains("\(moving.count) skipped"), "\(asked.output)")
        let left = try Program.run("run", "zoneWalk", "--skip-tag", "quick", "--port", "motion=none")
        #expect(left.status == 4 && left.output.contains("skipped   zoneWalk"))
        let other = try Program.run(
            "run", "--skip-tag", "quick", "--skip-tag", "long", "--port", "motion=none", "--port", "uwb=none")
        #expect(other.status == 0 && !other.output.contains("skipped"), "\(other.output)")
    }

    @Test func anEmptyChoiceIsNoPass() throws {
        let nothing = ["fullFlow", "--tag", "quick"]
        let played = try Program(["run"] + nothing).end()
        #expect(played.status == 4 && played.output.contains("nothing was played"))
        let virtual = try Program(["run"] + nothing + ["--rig", "virtual"]).end()
        #expect(virtual.status == 4 && virtual.output.contains("nothing was played"))
        let checked = try Program(["check"] + nothing).end()
        #expect(checked.status == 4 && checked.output.contains("nothing was checked"))
        #expect(try Program(["list"] + nothing).end().output.hasPrefix("no scenario is like that\n"))
    }

    @Test func everySeedIsPlayedAndThenEveryRoundAgain() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "tagOpensApp", "zoneWalk", "--seed", "7", "--seeds", "2", "--repeat", "2", "--output", scratch("a"))
        #expect(ended.status == 0 && ended.output.contains("\n8 runs: 8 passed; "))
        let names = ["tagOpensApp-seed7", "zoneWalk-seed7", "tagOpensApp-seed8", "zoneWalk-seed8"]
        let folders = (names + names).enumerated().map { "00\($0.offset + 1)-\($0.element)" }
        #expect(Scratch.names(in: scratch("a")) == folders + ["index.html", "report.xml", "runs.json"])
        func journal(_ folder: Int) -> [ArraySlice<UInt8>]? { Scratch.journal(of: scratch("a/\(folders[folder])")) }
        #expect(journal(1) != nil && journal(1) == journal(5) && journal(1) != journal(3))
    }
}
