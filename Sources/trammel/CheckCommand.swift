import ArgumentParser
import Engine
import Ground
import Reports
import RigKit
import ScenarioKit

/// Finds what is wrong in scenarios without playing them.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Find every problem in scenarios, without playing them.",
        discussion: """
            Each problem is one line, file:line: sentence. What another rig has is no mistake of the scenario: on this \
            one it is skipped. Exit status: 0 none or warnings alone, 1 some, 4 nothing \
            selected, 64 usage.
            """)

    @OptionGroup var selection: ScenarioSelection

    @OptionGroup var bench: BenchOptions

    func run() throws {
        let rig = try bench.chosenRig()
        let chosen = try selection.chosen()
        let problems = chosen.flatMap { $0.problems(on: rig.factsOfAllRigs) + $0.associationProblems }.sorted(
            by: Self.areInOrder)
        let rigProblems = rig.problems()
        for line in problems.map(\.description) + rigProblems.map(\.description) {
            StandardOutput.shared.write(line.escapedForDisplay + "\n")
        }
        if !rigProblems.isEmpty || problems.contains(where: { $0.weight == .fault }) { throw ExitCode.failure }
        if chosen.isEmpty {
            StandardOutput.shared.write("nothing was checked\n")
            try CommandStatus.nothingShown.leave()
        }
    }

    private static func areInOrder(_ left: Problem, _ right: Problem) -> Bool {
        (left.spot.file, left.spot.line) < (right.spot.file, right.spot.line)
    }
}
