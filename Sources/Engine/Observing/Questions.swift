import ScenarioKit

/// What a scenario asks about somewhere: what happens otherwise need not be kept, however long the run is.
struct Questions: Sendable {
    /// What is expected anywhere, how often or never, as it is asked for.
    private(set) var asked: [Outcome] = []
    /// Whether a limit is set anywhere on what is measured.
    private(set) var areOfSamples = false

    init(_ scenario: Scenario) {
        add(scenario.always)
        collect(scenario.steps)
    }

    private mutating func collect(_ steps: [Step]) {
        for step in steps {
            add(step.action.checks)
            collect(step.action.innerSteps)
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
