import Ground

/// What a scenario says somewhere, whatever the order: some rules hold only when nothing else is said anywhere.
struct Outline {
    private(set) var outcomes: [Outcome] = []
    private(set) var needs: [Need]

    init(_ scenario: Scenario) {
        needs = scenario.needs
        add(scenario.always)
        collect(scenario.steps)
    }

    /// Whether a tag is held to the reader somewhere.
    var usesTags: Bool { needs.contains(.nfc) }

    /// Whether something happens to the reader itself.
    var troublesReader: Bool { needs.contains(.simulatedReader) || needs.contains(.readerCable) }

    /// Whether an outcome is expected to happen somewhere.
    func expects(_ condition: (Outcome) -> Bool) -> Bool { outcomes.contains(where: condition) }

    private mutating func collect(_ steps: [Step]) {
        for step in steps {
            add(step.action.checks)
            collect(step.action.innerSteps)
        }
    }

    private mutating func add(_ checks: [Check]) {
        for case .expect(let expectation) in checks where !expectation.count.forbids {
            outcomes += expectation.outcome.alternatives
        }
    }
}
