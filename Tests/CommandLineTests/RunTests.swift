import Foundation
import TestSupport
import Testing

@Suite struct RunTests {
    @Test func allScenariosThatTheRigCanPlayPass() throws {
        let listed = try Program.run("list", "--json", "--skip-tag", "quick", "--skip-tag", "long")
        let content = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [String: Any]
        let count = try #require(content?["scenarios"] as? [Any]).count
        let ended = try Program.run("run", "--skip-tag", "quick", "--skip-tag", "long")
        #expect(ended.status == 0, "\(ended.output)\(ended.error)")
        #expect(count >= 6 && ended.output.contains("\n\(count) runs: \(count) passed; "))
        #expect(!ended.output.contains("turn-around: "))
    }

    @Test func aFileMeansAllItsScenarios() throws {
        let ended = try Program.run("run", "Scenarios/Tags.swift")
        #expect(ended.status == 0 && ended.output.contains("\n2 runs: 2 passed; "))
    }

    @Test func aTagWithTheWrongAddressFailsWithItsLine() throws {
        let tag = "doorTag=simulated:ntag215:https://elsewhere.example/"
        let ended = try Program.run("run", "tagOpensApp", "--port", tag)
        #expect(ended.status == 1)
        #expect(ended.output.contains("    expected  "))
        #expect(ended.output.contains("    at        Scenarios/Tags.swift:"))
        #expect(ended.output.contains("    last frames on nfc reader"))
    }

    @Test func aRigThatCannotBeBroughtUpIsAnErrorAndNotAFailure() throws {
        let ended = try Program.run("run", "fullFlow", "--rig", "deskBench", "--port", "bluetooth=hci99")
        #expect(ended.status == 3, "\(ended.output)\(ended.error)")
        #expect(ended.error.contains("nothing was played (1 run)"), "\(ended.error)")
        #expect(!ended.output.contains("FAILED"))
    }

    @Test func aScenarioThatTheRigCannotPlayIsSkippedWhenItIsNamed() throws {
        let ended = try Program.run("run", "zoneWalk", "--port", "motion=none")
        #expect(ended.status == 4)
        #expect(ended.output.contains("skipped   zoneWalk on simulated"))
        #expect(
            ended.words.contains("the rig simulated does not have something that moves the phone"), "\(ended.output)")
    }

    @Test func aSkippedScenarioBesideOneThatPassedLeavesThePass() throws {
        let ended = try Program.run("run", "zoneWalk", "tagOpensApp", "--port", "motion=none")
        #expect(ended.status == 0 && ended.output.contains("2 runs: 1 passed, 1 skipped"))
    }

    @Test func withoutNamesWhatTheRigCannotPlayIsLeftOut() throws {
        let ended = try Program.run("run", "--port", "motion=none", "--port", "uwb=none", "--port", "bluetooth=none")
        let counts = try #require(ended.output.firstMatch(of: #/\n([0-9]+) runs: ([0-9]+) passed/#), "\(ended.output)")
        let played = try #require(Int(counts.1))
        #expect(ended.status == 0 && played > 2 && counts.1 == counts.2)
        #expect(!ended.output.contains("fullFlow"))
        // Each reason with its count; together they are everything that was not played.
        let listed = try Program.run("check").output
        let all = try #require(
            listed.firstMatch(of: #/([0-9]+) scenarios and [0-9]+ gate plans checked/#).flatMap { Int($0.1) })
        let left = ended.output.matches(of: #/\n([0-9]+) left out/#).compactMap { Int($0.1) }
        #expect(!left.isEmpty && left.reduce(0, +) == all - played, "\(ended.output)")
        #expect(ended.words.contains(" left out: the rig simulated does not have Bluetooth"))
    }

    @Test func nothingToPlayIsNotAPass() throws {
        let ended = try Program.run("run", "--suite", "conformance", "--port", "bluetooth=none")
        #expect(ended.status == 4 && ended.output.contains("none of the"))
    }

    @Test func oneSeedGivesOneJournalAndAnotherAnother() throws {
        let scratch = try Scratch()
        #expect(
            try Program.run("run", "fullFlow", "--repeat", "2", "--seed", "7", "--output", scratch("a")).status == 0)
        #expect(try Program.run("run", "fullFlow", "--seed", "8", "--output", scratch("b")).status == 0)
        let first = try #require(Scratch.journal(of: scratch("a/001-fullFlow-seed7")))
        #expect(first == Scratch.journal(of: scratch("a/002-fullFlow-seed7")))
        #expect(first != Scratch.journal(of: scratch("b/001-fullFlow-seed8")))
    }
}
