import Foundation
import Glibc
import Ground
import TestSupport
import Testing

/// The host's results of a run in the machine: statuses, reports, and traces that it replays by itself.
///
/// If `ci/setup` was never run, these fail with instructions.
extension MachineTests {
    @Suite(.timeLimit(.minutes(10)), .onASteadyMachine) struct HostTests {
        @Test("the guest's status, verdicts and report reach the host")
        func reports() throws {
            let scratch = try Scratch()
            let program = try Program([
                "run", "zoneWalk", "fullFlow", "--skip-tag", "long", "--seed", "4", "--seeds", "2", "--rig", "virtual",
                "--port", "motion=none", "--output", scratch("results"), "--junit", scratch("junit.xml"),
            ])
            #expect(try program.end(within: .seconds(120)) == 4, "\(program.output)")
            #expect(program.output.contains("skipped   zoneWalk on virtual, seed 4"), "\(program.output)")
            let folders = ["001-zoneWalk-seed4", "002-fullFlow-seed4", "003-zoneWalk-seed5", "004-fullFlow-seed5"]
            #expect(Scratch.names(in: scratch("results")) == folders + ["index.html", "report.xml", "runs.json"])
            #expect(scratch.text("results/003-zoneWalk-seed5/verdict.json") != nil)
            #expect(scratch.text("junit.xml")?.contains("skipped=\"4\"") == true)
        }

        @Test(
            "when the machine is killed the host writes the reports: a verdict that is there counts"
        )
        func killedMachine() throws {
            let scratch = try Scratch()
            let program = try Program([
                "run", "tagOpensApp", "fullFlow", "zoneWalk", "--rig", "virtual", "--output", scratch("results"),
                "--junit", scratch("junit.xml"),
            ])
            // A run is reported before its evidence is safe: when the next one is reported, the first one's evidence
            // is.
            try program.wait(for: "passed    fullFlow", within: .seconds(90))
            kill(try program.child(), SIGKILL)
            #expect(try program.end(within: .seconds(30)) == 3, "\(program.output)")
            let report = try #require(scratch.text("junit.xml"))
            #expect(report == scratch.text("results/report.xml"))
            #expect(report.contains("tests=\"3\" failures=\"0\""), "\(report)")
            let isError = ["tagOpensApp", "zoneWalk"].map { name in
                ["error     \(name)", "aborted   \(name)"].contains { report.contains($0) }
            }
            #expect(isError == [false, true], "\(report)")
        }

        @Test("if the host stops reading, the runs in the machine end, as they do without a machine")
        func lostReader() throws {
            let scratch = try Scratch()
            let program = try Program([
                "run", "tagOpensApp", "--repeat", "500", "--verbose", "--rig", "virtual", "--junit",
                scratch("junit.xml"),
            ])
            try program.wait(for: "passed    tagOpensApp", within: .seconds(90))
            program.stopReading()
            #expect(try program.end(within: .seconds(60)) == 4)
            #expect(scratch.text("junit.xml")?.contains("tests=\"500\"") == true)
        }

        @Test("a scenario from a JSON file plays in the machine too")
        func scenarioFile() throws {
            let scratch = try Scratch()
            let vector =
                #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 }
                + "/Vectors/Scenarios/lockedPhone.json"
            let own = try Data(contentsOf: URL(filePath: vector))
            let renamed = String(decoding: own, as: UTF8.self)
                .replacingOccurrences(of: "\"name\" : \"lockedPhone\"", with: "\"name\" : \"ours\"")
            try #require(renamed.contains("\"ours\""))
            try Data(renamed.utf8).write(to: URL(filePath: scratch("ours.json")))
            let program = try Program(["run", scratch("ours.json"), "--rig", "virtual"])
            #expect(try program.end(within: .seconds(120)) == 0, "\(program.output)")
            #expect(program.output.contains("passed    ours on virtual"), "\(program.output)")
        }

        @Test("a failure over the kernel's own stacks is replayed without them, and reduced")
        func replay() throws {
            let scratch = try Scratch()
            let name = "configurationExchange"
            let port = "door=simulated:variant=appleSample,defect=shortConfiguration"
            let runs = try JudgedRuns([name], ["--port", port], in: scratch, within: .seconds(120))
            let last = try #require(runs.rounds.last)
            try #require(last.status == 1, "\(runs.output)")
            let folder = scratch("\(last.folder)/001-\(name)-seed1")
            #expect(try play("replay", folder).contains("the same as recorded; the verdict is failed"))
            let reduced = try play("reduce", folder, "--output", scratch("small.pcapng"))
            #expect(reduced.contains("accessoryConfigurationData"), "\(reduced)")
            let again = try play("replay", scratch("small.pcapng"))
            #expect(again.contains("the verdict is failed"), "\(again)")
        }

        /// Returns the output of a command that needs no machine, and must exit with 0.
        private func play(_ words: String...) throws -> String {
            let program = try Program(words)
            #expect(try program.end(within: .seconds(120)) == 0, "\(program.output)")
            return program.output
        }
    }
}
