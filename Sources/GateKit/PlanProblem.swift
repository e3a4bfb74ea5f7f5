/// A problem in a plan that the type checker cannot see, and its line.
public struct PlanProblem: Codable, Hashable, Sendable {
    /// The name of the plan.
    public let plan: String
    public let spot: SourceSpot
    /// The problem and its remedy, without a final full stop.
    public let message: String

    public init(plan: String, spot: SourceSpot, message: String) {
        self.plan = plan
        self.spot = spot
        self.message = message
    }
}

extension PlanProblem: CustomStringConvertible {
    public var description: String { "\(spot): plan \(plan.escapedForDisplay): \(message)" }
}

/// The error thrown for a plan with problems.
public struct PlanProblems: Error, Hashable, Sendable, CustomStringConvertible {
    public let problems: [PlanProblem]

    public init(_ problems: [PlanProblem]) { self.problems = problems }

    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension [GatePlan] {
    /// Returns the problems of all plans, including names shared by two of them.
    public func problems(on day: CalendarDay? = nil, scenarios: [ScenarioFacts]? = nil) -> [PlanProblem] {
        var found: [PlanProblem] = []
        for (index, plan) in enumerated() {
            if let other = self[..<index].first(where: { $0.name == plan.name }) {
                found.append(
                    PlanProblem(
                        plan: plan.name, spot: plan.spot, message: "another plan has that name, at \(other.spot)"))
            }
            found += plan.problems(on: day, scenarios: scenarios)
        }
        return found
    }
}
