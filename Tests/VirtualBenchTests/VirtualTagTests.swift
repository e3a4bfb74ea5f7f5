import Glibc
import Ground
import TestSupport
import Testing

/// Tags on the virtual rig: real libnfc in its helper process, a simulated chip behind a pseudo-terminal.
///
/// If `ci/setup` was never run, these fail with instructions.
extension MachineTests {
    @Suite(.timeLimit(.minutes(15)), .onASteadyMachine) struct VirtualTagTests {
        /// One scenario of each kind that involves the reader.
        private static let scenarios = [
            "linkOpensItsApp", "firstLinkWins", "tornAwayAndPutBack", "tornAwayAnywhere", "swapped", "twoTagsAtOnce",
            "readerCable", "cableUnderTag", "libraryAborts", "readerForgetsItself", "factoryLineCheck", "fullMemory",
            "severalSectors", "smallAnswers", "extendedFile",
        ]

        @Test("tags that are torn, swapped, doubled, and a reader that is lost: all pass through the real library")
        func all() throws {
            let scratch = try Scratch()
            let runs = try JudgedRuns(Self.scenarios, in: scratch, within: .seconds(300))
            #expect(runs.rounds.last?.status == 0, "\(runs.output)")
            for (scenario, verdict) in zip(Self.scenarios, runs.runs.map(\.verdict)) {
                #expect(verdict.verdict == "passed" && verdict.scenario == scenario, "\(verdict)")
                #expect(verdict.stepsPassed == verdict.stepsInAll && verdict.stepsInAll > 0)
            }
        }
    }
}
