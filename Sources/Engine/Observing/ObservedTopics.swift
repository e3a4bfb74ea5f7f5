import ScenarioKit

/// Everything that a scenario asks about anywhere. Other events need not be kept, however long the run is.
struct ObservedTopics: Sendable {
    /// The outcomes that any expectation, including an absence, refers to.
    private(set) var asked: [Outcome] = []
    /// The blocks in which nothing else may happen.
    private(set) var plans: [BlockPlan] = []
    /// Whether the scenario limits any measured figure.
    private(set) var areOfSamples = false
    /// The identifiers of messages outside the session protocol.
    private(set) var messages: Set<UInt8> = []
    /// The accessories whose own distances are checked, with the form of the report.
    private(set) var told: [ToldLog.Source] = []
    /// The reports expected in reaction to a feature.
    private(set) var reactions: [(name: AccessoryName, reaction: SampleLog.Reaction)] = []

    private let hasKit: Bool

    init(_ scenario: Scenario) {
        hasKit = scenario.needs.contains(.uwb)
        add(scenario.always)
        collect(scenario.steps, around: scenario.always)
    }

    private mutating func collect(_ steps: [Step], around: [Check]) {
        if steps.contains(where: \.action.isNothingElse), !plans.contains(where: { $0.steps == steps }) {
            plans.append(BlockPlan(steps, around: around, hasKit: hasKit))
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
