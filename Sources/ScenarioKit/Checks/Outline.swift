import Ground

/// Facts about a scenario regardless of order, for rules that depend on whether something occurs anywhere in it.
struct Outline {
    private(set) var outcomes: [Outcome] = []
    private(set) var needs: [Need]

    init(_ scenario: Scenario) {
        needs = scenario.needs
        add(scenario.always)
        collect(scenario.steps)
    }

    /// Whether any step holds a tag to the reader.
    var usesTags: Bool { needs.contains(.nfc) }

    /// Whether any step disturbs the reader itself.
    var troublesReader: Bool { needs.contains(.simulatedReader) || needs.contains(.readerCable) }

    /// Whether a matching outcome is expected anywhere.
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
