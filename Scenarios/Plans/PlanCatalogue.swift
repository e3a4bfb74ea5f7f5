import GateKit

extension GatePlan {
    /// Every plan that is built in, in the order in which the command line lists them.
    public static let all: [GatePlan] = [standard, release, nightly]
}
