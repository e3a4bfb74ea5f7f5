import ScenarioKit

/// What a scenario asks about somewhere: what happens otherwise need not be kept, however long the run is.
struct Questions: Sendable {
    /// What is expected anywhere, how often or never, as it is asked for.
    private(set) var asked: [Outcome] = []
    /// The blocks in which nothing else is to happen.
    private(set) var plans: [BlockPlan] = []
    /// Whether a limit is set anywhere on what is measured.
    private(set) var areOfSamples = false
    /// The ids of messages that are none of the session's.
    private(set) var messages: Set<UInt8> = []
    /// Whose own distances are asked for.
    private(set) var told: [ToldLog.Source] = []
    /// What is to be told upon a feature.
    private(set) var reactions: [(name: AccessoryName, reaction: SampleLog.Reaction)] = []

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
                for case .reported(let report, let name) in expectation.outcome.alternatives {
                    add(report, of: name)
                }
            case .require(let requirement):
                areOfSamples = true
                add(requirement.figure)
            }
        }
    }

    private mutating func add(_ figure: Figure) {
        guard let name = figure.accessory else { return }
        if let report = figure.report { add(report, of: name) }
        guard case .reaction(let feature, let isOn, let report, _) = figure else { return }
        let reaction = SampleLog.Reaction(feature: feature, isOn: isOn, report: report)
        if !reactions.contains(where: { $0.name == name && $0.reaction == reaction }) {
            reactions.append((name, reaction))
        }
    }

    private mutating func add(_ report: AccessoryReport, of name: AccessoryName) {
        if case .message(let bytes) = report, let id = bytes.first { messages.insert(id) }
        guard case .distance(let report) = report else { return }
        if case .sent(let field) = report { messages.insert(field.id) }
        let source = ToldLog.Source(name: name, report: report)
        if !told.contains(source) { told.append(source) }
    }
}

extension Action {
    fileprivate var isNothingElse: Bool { if case .nothingElse = self { true } else { false } }
}
