/// Scenarios that belong together, and the parts they share.
///
///     extension ScenarioGroup {
///         static let door = ScenarioGroup(tags: [.quick], closing: .parting(.door)) {
///             Scenario("opensOurDoor", "Walks up to our door") { ... }
///             for speed in [1, 2] {
///                 Scenario("walks", "Walks up at \(speed) m/s", argument: "\(speed)") { ... }
///             }
///         }
///     }
///
/// Suite, tags, phone, opening and closing given in a scenario override those of the group. In nested groups the
/// inner one has precedence.
public struct ScenarioGroup: Sendable {
    /// The scenarios in the order in which they are written, which is also that of listing and running.
    public let scenarios: [Scenario]

    /// Creates a group that fills in what its scenarios leave out. Parts that are nil are left to an enclosing group.
    public init(
        suite: ScenarioSuite? = nil, tags: [ScenarioTag]? = nil, phone: PhoneSetup? = nil, opening: SharedSteps? = nil,
        closing: SharedSteps? = nil, @ScenarioBuilder _ scenarios: () -> [Scenario]
    ) {
        self.scenarios = scenarios().map { scenario in
            var filled = scenario
            if let suite { filled.fill(\.open.suite) { $0.suite = suite } }
            if let tags { filled.fill(\.open.tags) { $0.tags = tags } }
            if let phone { filled.fill(\.open.phone) { $0.phone = phone } }
            if let opening {
                filled.fill(\.open.opening) {
                    $0.steps.insert(contentsOf: opening.steps(at: $0.spot), at: 0)
                    $0.open.openingSteps = opening.count
                }
            }
            if let closing {
                filled.fill(\.open.closing) {
                    $0.steps += closing.steps(at: $0.spot)
                    $0.open.closingSteps = closing.count
                }
            }
            return filled
        }
    }
}

extension Scenario {
    fileprivate mutating func fill(_ isOpen: WritableKeyPath<Scenario, Bool>, by change: (inout Scenario) -> Void) {
        guard self[keyPath: isOpen] else { return }
        change(&self)
        self[keyPath: isOpen] = false
    }
}

/// Gathers the scenarios of a group; a `for` creates one for each element of a list.
@resultBuilder
public enum ScenarioBuilder {
    /// Accepts a scenario.
    public static func buildExpression(_ scenario: Scenario) -> [Scenario] { [scenario] }
    /// Replaces a nested group with its scenarios.
    public static func buildExpression(_ group: ScenarioGroup) -> [Scenario] { group.scenarios }
    /// Joins one or more scenarios and groups, in the order in which they are written.
    public static func buildBlock(_ first: [Scenario], _ rest: [Scenario]...) -> [Scenario] { rest.reduce(first, +) }
    /// Joins the scenarios that a `for` creates.
    public static func buildArray(_ parts: [[Scenario]]) -> [Scenario] { parts.flatMap(\.self) }
}

// Mistakes in a group. Each overload exists only for its message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension ScenarioBuilder {
    @available(*, unavailable, message: "a group needs at least one Scenario(\"walkUp\", \"...\") { }")
    public static func buildBlock() -> [Scenario] { fatalError() }

    @available(*, unavailable, message: "a step belongs inside Scenario(\"walkUp\", \"...\") { }")
    public static func buildExpression(_ word: some Word) -> [Scenario] { fatalError() }

    @available(*, unavailable, message: "a group has no branches: everything in the list is played")
    public static func buildOptional(_ scenarios: [Scenario]?) -> [Scenario] { fatalError() }

    @available(*, unavailable, message: "a group has no branches: everything in the list is played")
    public static func buildEither(first: [Scenario]) -> [Scenario] { fatalError() }

    @available(*, unavailable, message: "a group has no branches: everything in the list is played")
    public static func buildEither(second: [Scenario]) -> [Scenario] { fatalError() }
}
