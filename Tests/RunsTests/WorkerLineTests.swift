import Ground
import Journal
import Testing

@testable import Runs

@Suite struct WorkerLineTests {
    private static let played = PlayedRun(
        index: 4,
        summary: RunSummary(
            scenario: "s", spot: SourceSpot(file: "S.swift", line: 1), rig: "virtual", seed: 1, verdict: .passed,
            elapsed: .seconds(1)))

    @Test("an answer keeps how long it took, and that a worker with its own time cannot say", arguments: [nil, 7])
    func answer(milliseconds: Int?) throws {
        let took = milliseconds.map { Lapse.milliseconds($0) }
        let line = WorkerLine.line(WorkerLine.Answer(Self.played, took: took))
        let answer = try #require(try WorkerLine.answer(in: line.dropLast()))
        #expect(answer.took == took)
        #expect(answer.played.index == 4)
    }
}
