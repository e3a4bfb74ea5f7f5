extension Scenario {
    /// Returns the scenario with each top-level `Identify` also reading a vendor-specific characteristic, or using
    /// the console.
    public func identifying(by place: HashPlace?, console: ConsoleProtocol? = nil) -> Scenario {
        guard place != nil || console != nil else { return self }
        var other = self
        other.steps = steps.map { step in
            guard case .link(.identify, let name, let limit) = step.action else { return step }
            return Step(
                .link(act: .identify(reading: place, console: console), accessory: name, within: limit),
                spot: step.spot, cause: step.cause, causeRounds: step.causeRounds)
        }
        return other
    }
}
