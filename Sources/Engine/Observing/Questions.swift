import ScenarioKit

/// What a scenario asks about somewhere: what happens otherwise need not be kept, however long the run is.
struct Questions: Sendable {
    /// What is expected anywhere, how often or never, as it is asked for.
    private(set) var asked: [Outcome] = []
    /// The blocks in which nothing else is to happen.
    private(set) var plans: [BlockPlan] = []
    /// Whether a limit is set anywhere on what is measured.
    private(set) var areOfSamples = false

    init(_ scenario: Scenario) {
        add(scenario.always)
        collect(scenario.steps, around: scenario.always)
    }

    private mutating func collect(_ steps: [Step], around: [Check]) {
        if steps.contains(where: \.action.isNothingElse), !plans.contains(where: { $0.steps == steps }) {
            plans.append(BlockPlan(steps, around: around))
        }
        for step in steps {
            add(step.action.checks)
            var checks = around
            if case .throughout(let own, _) = step.action { checks += own }
            collect(step.action.innerSteps, around: checks)
        }
    }

    private mutating func add(_ checks: [Check]) {
        for check in checks {
            switch check {
            case .expect(let expectation):
                if !asked.contains(expectation.outcome) { asked.append(expectation.outcome) }
            case .require: areOfSamples = true
            }
        }
    }
}

extension Action {
    fileprivate var isNothingElse: Bool { if case .nothingElse = self { true } else { false } }
}
