public import Ground

extension Scenario {
    /// The total length of the scenario's `Stay`s, multiplied by any `Repeat` around them.
    public var stays: Lapse { Self.stays(in: steps) }

    private static func stays(in steps: [Step]) -> Lapse {
        steps.reduce(.zero) { sum, step in
            switch step.action {
            case .stay(let span, _): sum + span
            case .repeat(let times, let inner): sum + stays(in: inner) * times
            default: sum + stays(in: step.action.innerSteps)
            }
        }
    }
}
