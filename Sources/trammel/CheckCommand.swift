import ArgumentParser
import Ground
import RigKit
import ScenarioKit
import Scenarios

/// Finds what is wrong in scenarios without playing them.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Find every problem in scenarios, without playing them.",
        discussion:
            "Each problem is one line, file:line: sentence. Exit status: 0 none or warnings alone, 1 some, 64 usage.")

    @Argument(help: "Scenarios, by name or by file; all when there are none.")
    var scenarios: [String] = []

    @OptionGroup var bench: BenchOptions

    func run() throws {
        let rig = try bench.chosenRig()
        let chosen = try ScenarioArguments.chosen(scenarios) ?? Scenario.all
        let problems = chosen.flatMap { $0.problems(on: rig.facts) }.sorted(by: Self.areInOrder)
        let rigProblems = rig.problems()
        for line in problems.map(\.description) + rigProblems.map(\.description) {
            StandardOutput.shared.write(line.escapedForDisplay + "\n")
        }
        if !rigProblems.isEmpty || problems.contains(where: { $0.weight == .fault }) { throw ExitCode.failure }
    }

    private static func areInOrder(_ left: Problem, _ right: Problem) -> Bool {
        (left.spot.file, left.spot.line) < (right.spot.file, right.spot.line)
    }
}

/// Scenarios from the command line.
enum ScenarioArguments {
    /// The scenarios that are named, or nil where none is; an unknown one is a usage error.
    static func chosen(_ arguments: [String]) throws -> [Scenario]? {
        guard !arguments.isEmpty else { return nil }
        do {
            return try Catalogue.scenarios(named: arguments)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
