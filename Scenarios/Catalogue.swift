import ScenarioKit

extension Scenario {
    /// Every scenario, in the order in which the command line lists and runs them.
    public static let all: [Scenario] = [
        fullFlow,
        configurationExchange,
        timeoutAndRetry,
        zoneWalk,
        tagOpensApp,
        tagOpensBrowser,
    ]
}
