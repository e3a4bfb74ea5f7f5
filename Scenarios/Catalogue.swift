import ScenarioKit

extension ScenarioGroup {
    /// Every scenario, in the order of the command line's list and runs.
    static let all = ScenarioGroup {
        fullFlow
        configurationExchange
        timeoutAndRetry
        zoneWalk
        welcomeHome
        phoneLife
        direction
        phoneToPhone
        tapToSession
        tagStartsTheSession
        tags
        identity

        // The tests of an accessory: see `ScenarioSuite.conformance`.
        link
        exchange
        session
        reach
        hushed
        stoppedByItself
        parameters
        probes
        ranging
        told
        background
        fleet
        system
        faults

        // The tests of a phone's handling of tags: see `ScenarioSuite.tags`.
        routes
        handlers
        contents
        memories
        associations
        notifications
        conditions
        field
        readers
        factory

        // The tests of a screen with its companions: see `ScenarioSuite.companions`.
        picking
        consent
        resuming
        traffic
        aroundScreens
        screenFigures
    }
}

extension Scenario {
    /// All built-in scenarios.
    public static let all = ScenarioGroup.all.scenarios

    /// Returns the built-in scenario with this name, for programs that know it exists.
    public static func named(_ name: String) -> Scenario {
        guard let scenario = all.first(where: { $0.name == name || $0.oneWord == name }) else {
            preconditionFailure("no scenario is called \(name)\(suggestion(for: name, in: all.map(\.name)))")
        }
        return scenario
    }
}
