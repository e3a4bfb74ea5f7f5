import Glibc
import Ground
import Testing

/// Tags on the virtual rig: real libnfc in its helper process, a simulated chip behind a pseudo-terminal.
///
/// These fail, and say what to do, where `ci/setup` was never run.
extension MachineTests {
    @Suite(.timeLimit(.minutes(4))) struct VirtualTagTests {
        /// Of each kind that the reader has a part in.
        private static let scenarios = [
            "linkOpensItsApp", "firstLinkWins", "tornAwayAndPutBack", "tornAwayAnywhere", "swapped", "twoTagsAtOnce",
            "readerCable", "cableUnderTag", "libraryAborts", "readerForgetsItself", "factoryLineCheck", "fullMemory",
            "severalSectors", "smallAnswers", "extendedFile",
        ]

        @Test("tags that are torn, swapped, doubled, and a reader that is lost: all pass through the real library")
        func all() throws {
            let scratch = try Scratch()
            let program = try Program(["run"] + Self.scenarios + ["--rig", "virtual", "--output", scratch("out")])
            let status = try program.end(within: .seconds(200))
            #expect(status == 0, "\(program.output)")
            for (index, scenario) in Self.scenarios.enumerated() {
                let number = index < 9 ? "00\(index + 1)" : "0\(index + 1)"
                let verdict = try scratch.evidence(of: "\(number)-\(scenario)-seed1", in: "out").verdict
                #expect(verdict.verdict == "passed" && verdict.scenario == scenario, "\(verdict)")
                #expect(verdict.stepsPassed == verdict.stepsInAll && verdict.stepsInAll > 0)
            }
        }
    }
}
