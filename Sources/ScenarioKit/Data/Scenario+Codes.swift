public import Ground

extension Scenario {
    /// The failure codes that the scenario names, each once, in the order of its lines.
    public var codes: [FailureCode] {
        let meanings = always.compactMap(\.cause) + steps.flatMap(\.meanings)
        return meanings.compactMap(\.code).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Step {
    /// What failures of the step, and of what is in it, mean.
    fileprivate var meanings: [Meaning] {
        let own = [cause].compactMap(\.self) + action.checks.compactMap(\.cause) + action.ownMeanings
        return own + action.innerSteps.flatMap(\.meanings)
    }
}

extension Action {
    /// What the expectations of an inspected tag mean.
    fileprivate var ownMeanings: [Meaning] {
        if case .inspect(_, _, let checks) = self { checks.compactMap(\.cause) } else { [] }
    }
}
