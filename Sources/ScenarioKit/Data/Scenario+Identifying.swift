extension Scenario {
    /// The same, with each `Identify` among its own lines asking for a characteristic of the maker's own, or over the
    /// console, too.
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
