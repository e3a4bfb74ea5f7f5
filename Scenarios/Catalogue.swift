import ScenarioKit

extension ScenarioGroup {
    /// Every scenario, in the order in which the command line lists and runs them.
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

        // What a firmware team learns about an accessory: see `ScenarioSuite.conformance`.
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

        // What a phone does with a tag: see `ScenarioSuite.tags`.
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

        // What a screen does with its companions: see `ScenarioSuite.companions`.
        picking
        consent
        resuming
        traffic
        aroundScreens
        screenFigures
    }
}

extension Scenario {
    /// Every scenario that is built in.
    public static let all = ScenarioGroup.all.scenarios

    /// The built-in scenario of that name, for programs that know that there is one.
    public static func named(_ name: String) -> Scenario {
        guard let scenario = all.first(where: { $0.name == name || $0.oneWord == name }) else {
            preconditionFailure("no scenario is called \(name)\(suggestion(for: name, in: all.map(\.name)))")
        }
        return scenario
    }
}
