import Foundation
import TestSupport
import Testing

/// The output of many runs for a person and for a build server.
@Suite struct ShowingTests {
    private static let swapped = "door=simulated:defect=bigEndianSessionID,name=Door"

    @Test func allScenariosThatPassTakeAtMostSixtyLinesOf80Columns() throws {
        let ended = try Program.run("run")
        #expect(ended.status == 0, "\(ended.output)")
        let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 60, "\(lines.count)")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
        #expect(!ended.output.contains("processor time") && !ended.output.contains("turn-around"))
    }

    @Test func theSummaryOfADefectNamesItsDiagnosisFirst() throws {
        let ended = try Program.run("run", "--suite", "conformance", "--port", Self.swapped)
        #expect(ended.status == 1)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count <= 60 && lines.allSatisfy { $0.count <= 80 }, "\(lines.count)")
        let end = try #require(lines.firstIndex { $0.contains(" of rig time") })
        #expect(
            lines[(end + 1)...].first == "likely cause: the accessory reads the session id big-endian", "\(lines)")
        // The failure that proves it is shown in full.
        #expect(lines.contains { $0.hasPrefix("failed    probe.sessionID on simulated, seed 1: ") }, "\(lines)")
        #expect(
            ended.words.contains("meaning it reads the session id 0x00000102 as 0x02010000, its bytes in reverse"),
            "\(lines)")
    }

    @Test func theMeaningIsInTheVerdictTheReportTheTimelineAndThePage() throws {
        let scratch = try Scratch()
        let ended = try Program.run("run", "probe.sessionID", "--port", Self.swapped, "--output", scratch("a"))
        let meaning = "it reads the session id 0x00000102 as 0x02010000, its bytes in reverse"
        #expect(ended.status == 1 && ended.words.contains("meaning \(meaning) "), "\(ended.output)")
        #expect(ended.output.contains("      on bluetooth door: #"), "the message that set things off: \(ended.output)")
        let folder = scratch("a/001-probe.sessionID-seed1")
        let verdict = try #require(Scratch.text(of: "\(folder)/verdict.json"))
        #expect(verdict.contains("\"meaning\" : \"\(meaning)\"") && verdict.contains("configureAndStart"), "\(verdict)")
        let report = try #require(Scratch.text(of: scratch("a/report.xml")))
        #expect(report.contains("<failure type=\"parameters.sessionIDReversed\" message=\"\(meaning)\">"), "\(report)")
        #expect(report.contains("[[ATTACHMENT|\(folder)/trace.pcapng]]"))
        let file = try #require(report.firstMatch(of: #/(Scenarios\/[A-Za-z\/]+\.swift):[0-9]+: it reads/#)?.1)
        #expect(FileManager.default.fileExists(atPath: "\(Project.folder)/\(file)"), "\(file)")
        #expect(try Program.run("show", folder).output.contains("; meaning: \(meaning)"))
        #expect(try Program.run("show", folder, "--html", scratch("page.html")).status == 0)
        #expect(
            Scratch.text(of: scratch("page.html"))?.contains("failed: \(meaning)</p>") == true)
    }

    @Test func quietShowsTheEndAndFailedOnlyWhatDidNotPass() throws {
        let quiet = try Program.run("run", "tag*", "--quiet")
        #expect(quiet.status == 0 && quiet.output.hasPrefix("\n") && quiet.output.contains(" passed; "))
        #expect(quiet.output.split(separator: "\n").count < 8, "\(quiet.output)")
        let one = try Program.run("run", "fullFlow", "-q")
        #expect(one.status == 0 && one.output.hasPrefix("\n1 run: 1 passed; "), "\(one.output)")
        let failed = try Program.run("run", "answersAtOnce", "answersInTime", "--failed-only", "--port", Self.swapped)
        #expect(failed.status == 1 && failed.output.hasPrefix("failed    answersInTime"), "\(failed.output)")
        #expect(failed.output.contains("\n2 runs: 1 passed, 1 failed; "))
        let both = try Program.run("run", "--quiet", "--verbose")
        #expect(both.status == 64 && both.error.contains("Choose one of --verbose"))
    }

    @Test func theFirstFailureIsTheLastRunWhereThatIsWanted() throws {
        let scratch = try Scratch()
        let ended = try Program.run(
            "run", "answersAtOnce", "answersInTime", "initializesAgain", "restartsAfterStop", "-x", "--port",
            Self.swapped,
            "--output", scratch("a"))
        #expect(ended.status == 1 && ended.output.contains("4 runs: 1 passed, 1 failed, 2 skipped"), "\(ended.output)")
        #expect(Scratch.names(in: scratch("a"))?.count == 5)
        #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("skipped=\"2\"") == true)
        let sound = try Program.run("run", "answersAtOnce", "answersInTime", "--exit-first")
        #expect(sound.status == 0 && sound.output.contains("2 runs: 2 passed"))
    }

    @Test func whatFailedLastIsPlayedAgainUntilItPasses() throws {
        let scratch = try Scratch()
        func ended(_ arguments: String...) throws -> Program.Ended {
            try Program(["run"] + arguments, environment: ["XDG_STATE_HOME": scratch("state")]).end()
        }
        let unknown = try ended("--last-failed")
        #expect(unknown.status == 64 && unknown.error.contains("nothing has been played"), "\(unknown.error)")
        #expect(try ended("answersAtOnce", "answersInTime", "--port", Self.swapped).status == 1)
        // A scenario that passes meanwhile and was not among them has no effect.
        #expect(try ended("tagOpensApp").status == 0)
        let again = try ended("--last-failed")
        #expect(again.status == 1 && again.output.contains("failed    answersInTime"), "\(again.output)")
        #expect(!again.output.contains("answersAtOnce"))
        #expect(again.error.contains("playing again with --port \(Self.swapped)"), "\(again.error)")
        // Another accessory's pass says nothing about the one that failed.
        let other = try ended("--last-failed", "--port", "door=simulated:name=Other")
        #expect(other.status == 0 && other.error.contains("answersInTime failed with --port \(Self.swapped)"))
        #expect(try ended("--last-failed").status == 1)
        #expect(try ended("answersInTime").status == 0)
        #expect(try ended("answersInTime", "--port", "motion=none").status == 0)
        #expect(try ended("--last-failed").status == 1)
        // Failures of two accessories cannot be played at once.
        #expect(try ended("answersAtOnce", "--port", "door=simulated:defect=answersTwice,name=Door").status == 1)
        let two = try ended("--last-failed")
        #expect(two.status == 64 && two.error.contains("answersInTime failed with --port"), "\(two.error)")
        let stranger = try ended("tagOpensApp", "--last-failed")
        #expect(stranger.status == 4 && stranger.error.contains("is among the 2 that did not pass"))
        #expect(stranger.error.contains(": answersInTime, answersAtOnce"), "\(stranger.error)")
        #expect(try ended("answersAtOnce", "--last-failed").status == 1)
        #expect(try ended("answersInTime", "--last-failed").status == 1)
    }

    @Test("if everything passed, nothing is left to play again")
    func nothingLeft() throws {
        let scratch = try Scratch()
        func ended(_ arguments: String...) throws -> Program.Ended {
            try Program(["run"] + arguments, environment: ["XDG_STATE_HOME": scratch("state")]).end()
        }
        #expect(try ended("tagOpensApp").status == 0)
        let none = try ended("--last-failed")
        #expect(none.status == 4 && none.output.contains("nothing was played"), "\(none.output)")
        #expect(none.error.contains("everything passed when it was last played"), "\(none.error)")
    }

    @Test func whatIsRequiredAndWasNotPlayedIsAnErrorInStatusAndReport() throws {
        let scratch = try Scratch()
        let few = ["run", "--suite", "conformance", "--port", "motion=none", "--junit", scratch("report.xml")]
        let ended = try Program(few).end()
        #expect(
            ended.status == 0 && ended.words.contains(" skipped: the rig simulated does not have something that moves"))
        #expect(Scratch.text(of: scratch("report.xml"))?.contains("classname=\"simulated.trammel.coverage\"") == false)
        for (option, status) in [(["--require-all"], 3), (["--require", "500"], 3), (["--require", "10"], 0)] {
            let ended = try Program(few + option).end()
            #expect(ended.status == Int32(status), "\(option): \(ended.output)")
            let report = try #require(Scratch.text(of: scratch("report.xml")))
            #expect(report.contains("classname=\"simulated.trammel.coverage\"") == (status == 3))
        }
        #expect(try Program.run("run", "tagOpensApp", "--require-all").status == 0)
        #expect(try Program.run("run", "--require", "0").status == 64)
    }

    @Test func aSuiteThatWasSkippedSaysSoInItsLastLine() throws {
        let ended = try Program.run(
            "run", "--suite", "conformance", "--port", "uwb=none", "--port", "bluetooth=none")
        let last = ended.words.components(separatedBy: "none of the ").last
        #expect(
            last?.wholeMatch(of: #/[0-9]+ scenarios in the suite conformance was played/#) != nil,
            "\(ended.output)\(ended.error)")
    }

    @Test func theRoundsOfARepetitionHaveNamesOfTheirOwnInTheReport() throws {
        let scratch = try Scratch()
        #expect(
            try Program.run("run", "tagOpensApp", "--repeat", "3", "--seeds", "2", "--output", scratch("a")).status == 0
        )
        let report = try #require(Scratch.text(of: scratch("a/report.xml")))
        let names = report.matches(of: #/<testcase classname="([^"]*)" name="([^"]*)"/#).map { "\($0.1) \($0.2)" }
        #expect(names.count == 6 && Set(names).count == 6, "\(names)")
    }
}

/// The project's folder.
private enum Project {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path
}
