public import Ground

extension Scenario {
    /// The failure codes that the scenario names, each once, in line order.
    public var codes: [FailureCode] {
        let meanings = always.compactMap(\.cause) + steps.flatMap(\.meanings)
        return meanings.compactMap(\.code).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension Step {
    /// The meanings of failures of the step and of everything in it.
    fileprivate var meanings: [Meaning] {
        let own = [cause].compactMap(\.self) + action.checks.compactMap(\.cause) + action.ownMeanings
        return own + action.innerSteps.flatMap(\.meanings)
    }
}

extension Action {
    /// The meanings of the expectations of an inspected tag.
    fileprivate var ownMeanings: [Meaning] {
        if case .inspect(_, _, let checks) = self { checks.compactMap(\.cause) } else { [] }
    }
}
