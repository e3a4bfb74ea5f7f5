import Ground

/// Steps under a name, for many scenarios: `opening: .ranging(.door)`, or `Play(.ranging(.door))` among other steps.
///
///     extension SharedSteps {
///         static func parting(_ accessory: AccessoryName) -> SharedSteps {
///             SharedSteps {
///                 Stop(accessory, within: .seconds(3))
///                 Disconnect(accessory, within: .seconds(2))
///             }
///         }
///     }
///
/// A failure names the line that asked for the steps, and the step.
public struct SharedSteps: Sendable {
    private let steps: [Step]

    public init(@StepBuilder _ steps: () -> [Step]) { self.steps = steps() }

    private init(_ steps: [Step]) { self.steps = steps }

    /// No steps: for a scenario that does without what its group has.
    public static let nothing = SharedSteps([])

    func steps(at spot: SourceSpot) -> [Step] { steps.map { $0.moved(to: spot) } }
}

/// Plays shared steps in place: `Play(.ranging(.door))`.
public struct Play: Sendable {
    let steps: [Step]

    public init(_ shared: SharedSteps, file: StaticString = #filePath, line: UInt = #line) {
        steps = shared.steps(at: SourceSpot(file, line))
    }
}

extension Step {
    /// The same step as if it, and all in it, had been written there.
    fileprivate func moved(to spot: SourceSpot) -> Step {
        Step(action.moved(to: spot), spot: spot, cause: cause, causeRounds: causeRounds)
    }
}

extension Action {
    fileprivate func moved(to spot: SourceSpot) -> Action {
        func moved(_ steps: [Step]) -> [Step] { steps.map { $0.moved(to: spot) } }
        func moved(_ checks: [Check]) -> [Check] { checks.map { $0.moved(to: spot) } }
        return switch self {
        case .walk(let course):
            .walk(changed(course) { for place in $0.crossings.indices { $0.crossings[place].spot = spot } })
        case .stay(let span, let checks): .stay(span, checks: moved(checks))
        case .tap(let tag, let limit, let checks): .tap(tag, within: limit, checks: moved(checks))
        case .hold(let tag, let span, let checks): .hold(tag, for: span, checks: moved(checks))
        case .inspect(let tag, let limit, let checks):
            .inspect(tag, within: limit, checks: checks.map { TagExpectation($0.what, spot: spot, cause: $0.cause) })
        case .expect(let expectation): .expect(changed(expectation) { $0.spot = spot })
        case .require(let requirement): .require(changed(requirement) { $0.spot = spot })
        case .tampering(let tampering, let message, let times, let steps):
            .tampering(tampering, with: message, times: times, steps: moved(steps))
        case .simulating(let trouble, let name, let steps): .simulating(trouble, of: name, steps: moved(steps))
        case .simulatingReader(let trouble, let steps): .simulatingReader(trouble, steps: moved(steps))
        case .throughout(let checks, let steps): .throughout(moved(checks), steps: moved(steps))
        case .together(let lanes): .together(lanes.map { Lane(moved($0.steps), spot: spot) })
        case .repeat(let times, let steps): .repeat(times, steps: moved(steps))
        case .link, .forget, .send, .exchange, .stop, .session, .system, .place, .power, .simulate, .present, .tearAway,
            .remove, .swap, .openNotification, .followLink, .simulateReader:
            self
        }
    }
}

extension Check {
    fileprivate func moved(to spot: SourceSpot) -> Check {
        switch self {
        case .expect(let expectation): .expect(changed(expectation) { $0.spot = spot })
        case .require(let requirement): .require(changed(requirement) { $0.spot = spot })
        }
    }
}

/// A copy with a change.
private func changed<Value>(_ value: Value, by change: (inout Value) -> Void) -> Value {
    var copy = value
    change(&copy)
    return copy
}
