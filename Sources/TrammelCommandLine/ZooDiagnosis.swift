import Diagnosis
import Evidence
import Reports
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import Zoo

/// The zoo's functions for the diagnosis: training and measurement.
struct ZooDiagnosis {
    let seed: UInt64

    /// The number of accessories with two defects that are measured.
    private static let pairs = 300

    /// Plays everything again with each firmware and each radio environment, and writes the resulting knowledge.
    func teach(_ path: String, isForced: Bool) throws -> CommandStatus {
        let plan = KnowledgePlan(scenarios: Scenario.all, on: try Self.rigs())
        guard let observations = played(plan.count, { plan.play(at: $0) }) else { return .nothingShown }
        do throws(CommandError) {
            try UnfinishedFile.write(
                Array(plan.knowledge(of: observations).text.utf8), to: path,
                isForced ? .replacing : .replacingOwn(.knowledge), isShared: true)
            return .passed
        } catch {
            return CommandStatus.nothingShown.worsened(by: error)
        }
    }

    /// Measures how often the diagnosis is right; fails if that is too rare.
    func measure() throws -> CommandStatus {
        let trial = DiagnosisTrial(
            scenarios: Scenario.all, on: try Self.rigs(), seed: seed, pairs: Self.pairs)
        guard let observations = played(trial.count, { trial.play(at: $0) }) else { return .nothingShown }
        let exam = DiagnosisExam(trial, played: observations, shipped: .shipped)
        guard let answers = played(exam.count, { exam.answer(at: $0) }) else { return .nothingShown }
        let measure = DiagnosisMeasure(answers)
        StandardOutput.shared.write(measure.text)
        return measure.isGood ? .passed : .failed
    }

    private static func rigs() throws -> [Rig] { [try Rig.simulated.sound(), try Rig.simulatedNoisy.sound()] }

    /// Returns all results; nil if a person interrupted.
    private func played<Result: Sendable>(_ count: Int, _ play: @escaping @Sendable (Int) -> Result) -> [Result]? {
        let live = LiveCount()
        let harvest = WorkerPool(count: count) { play($0) }.harvest { live.show($0, of: count) }
        live.clear()
        guard harvest.played == count else {
            StandardOutput.shared.write("ended by a person or a signal after \(harvest.played) of \(count) runs\n")
            return nil
        }
        return harvest.results
    }
}
