import GateKit

extension GatePlan {
    /// All built-in plans, in the order of the command line's list.
    public static let all: [GatePlan] = [standard, release, nightly]
}
