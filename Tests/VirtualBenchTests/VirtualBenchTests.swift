import Foundation
import Glibc
import Ground
import TestSupport
import Testing

/// `trammel run --rig virtual` as people start it, on the host.
///
/// If `ci/setup` was never run, these fail with instructions.
extension MachineTests {
    @Suite(.timeLimit(.minutes(15)), .onASteadyMachine) struct VirtualBenchTests {
        /// One scenario of each kind; `ci/bench` plays them all.
        private static let scenarios = [
            "fullFlow", "configurationExchange", "timeoutAndRetry", "zoneWalk", "tagOpensApp", "tagOpensBrowser",
            "pairsAndComesBack", "twoAccessories",
        ]

        @Test("scenarios of each kind pass on the virtual rig, in one machine, and leave their evidence")
        func all() throws {
            let scratch = try Scratch()
            let runs = try JudgedRuns(Self.scenarios, in: scratch, within: .seconds(200))
            #expect(runs.rounds.last?.status == 0, "\(runs.output)")
            for (scenario, evidence) in zip(Self.scenarios, runs.runs) {
                let verdict = evidence.verdict
                #expect(verdict.verdict == "passed" && verdict.scenario == scenario, "\(verdict)")
                #expect(verdict.stepsPassed == verdict.stepsInAll && verdict.stepsInAll > 0)
                #expect(evidence.journal.dropFirst().first?.contains("runStarted") == true)
                #expect(evidence.journal.last?.contains("runEnded") == true)
                #expect(evidence.journal.count > 10)
                print("\(scenario): \(Lapse.nanoseconds(verdict.elapsed.nanoseconds))")
            }
            for round in runs.rounds {
                #expect(scratch.text("\(round.folder)/report.xml")?.contains("failures=\"0\"") == true)
            }
            let figures = runs.output.split(separator: "\n").filter { $0.hasPrefix("virtual machine: started in") }
            #expect(figures.count == runs.rounds.count, "\(runs.output)")
            for figure in figures { print(figure) }
        }

        /// On the other host of the bench's own network, with both versions of the protocol.
        @Test("an accessory that announces itself is found through real daemons, and plays what others play")
        func announced() throws {
            let scenarios = ["configurationExchange", "timeoutAndRetry", "zoneWalk"]
            let port = ["--port", "door=simulated:link=lan,announces=_door._tcp,name=Front Door"]
            let runs = try JudgedRuns(scenarios, port, in: Scratch(), within: .seconds(120))
            #expect(runs.rounds.last?.status == 0, "\(runs.output)")
            for (scenario, evidence) in zip(scenarios, runs.runs) {
                #expect(evidence.verdict.verdict == "passed" && evidence.verdict.scenario == scenario)
            }
        }

        @Test("a machine that is killed while a scenario runs is an error within five seconds")
        func killed() throws {
            let program = try Program("run", "zoneWalk", "--rig", "virtual")
            try program.wait(for: "exchange configuration", within: .seconds(120))
            let began = program.now
            kill(try program.child(), SIGKILL)
            let status = try program.end(within: .seconds(5))
            #expect(status == 3, "\(program.output)")
            #expect(program.output.contains("QEMU was ended by signal 9"))
            print("machine killed: ended after \(program.now - began)")
        }

        @Test("Ctrl-C while ranging stops the accessory, ends the link and gives the verdict aborted")
        func interrupted() throws {
            let scratch = try Scratch()
            let program = try Program("run", "zoneWalk", "--rig", "virtual", "--output", scratch("out"))
            try program.wait(for: "exchange configuration", within: .seconds(120))
            let began = program.now
            program.send(SIGINT)
            let status = try program.end(within: .seconds(60))
            #expect(status == 4, "\(program.output)")
            print("interrupted: ended after \(program.now - began)")
            let evidence = try scratch.evidence(of: "001-zoneWalk-seed1", in: "out")
            #expect(evidence.verdict.verdict == "aborted" && evidence.verdict.stepsPassed >= 2)
            let sent = try #require(evidence.place(of: "\"sent\"", "\"message\":\"stop\""))
            let answered = try #require(evidence.place(of: "accessoryDidStop", after: sent))
            let hungUp = try #require(evidence.place(of: "\"disconnect\"", "outbound", after: answered))
            #expect(evidence.place(of: "\"disconnected\"", "the phone hung up", after: hungUp) != nil)
        }

        @Test("files that a command writes to a shared folder are there afterwards, and so is its status")
        func sharing() throws {
            let scratch = try Scratch()
            let kept = scratch("kept")
            let program = try Program("vm", "--share", scratch.path, "--", "sh", "-c", "echo kept >'\(kept)'; exit 7")
            let status = try program.end(within: .seconds(120))
            #expect(status == 7, "\(program.output)")
            #expect(try String(contentsOfFile: kept, encoding: .utf8) == "kept\n")
        }

        @Test("a command that ignores a signal is ended with its machine ten seconds later, with a message")
        func unmoved() throws {
            let program = try Program("vm", "--", "sh", "-c", "trap '' TERM; echo deaf; sleep 100 & wait; sleep 100")
            try program.wait(for: "deaf", within: .seconds(120))
            let began = program.now
            program.send(SIGTERM)
            let status = try program.end(within: .seconds(40))
            #expect(status == 125 && program.now - began >= .seconds(10), "\(program.output)")
            #expect(program.output.contains("did not end within 10.0 s of signal 15"), "\(program.output)")
        }
    }
}
