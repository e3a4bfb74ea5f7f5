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

    /// Creates shared steps from a block of words.
    public init(@StepBuilder _ steps: () -> [Step]) { self.steps = steps() }

    private init(_ steps: [Step]) { self.steps = steps }

    /// No steps, for a scenario that omits those of its group.
    public static let nothing = SharedSteps([])

    var count: Int { steps.count }

    func steps(at spot: SourceSpot) -> [Step] { steps.map { $0.moved(to: spot) } }
}

/// Plays shared steps in place: `Play(.ranging(.door))`.
public struct Play: Sendable {
    let steps: [Step]

    /// Plays the steps as if they were written on this line.
    public init(_ shared: SharedSteps, file: StaticString = #filePath, line: UInt = #line) {
        steps = shared.steps(at: SourceSpot(file, line))
    }
}

extension Step {
    /// Returns the step as if it, and everything in it, had been written at the spot.
    func moved(to spot: SourceSpot) -> Step {
        Step(action.moved(to: spot), spot: spot, cause: cause, causeRounds: causeRounds)
    }
}

extension Check {
    func moved(to spot: SourceSpot) -> Check {
        switch self {
        case .expect(let expectation): .expect(expectation: changed(expectation) { $0.spot = spot })
        case .require(let requirement): .require(requirement: changed(requirement) { $0.spot = spot })
        }
    }
}

/// Returns a copy with a change.
func changed<Value>(_ value: Value, by change: (inout Value) -> Void) -> Value {
    var copy = value
    change(&copy)
    return copy
}
