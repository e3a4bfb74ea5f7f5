import ScenarioKit

extension ScenarioGroup {
    /// The exchange, three times in a row.
    ///
    /// No specification limits how long it takes: the figure is told, and a plan or a scenario of your own may limit it.
    /// The rounds after the first show whether the accessory comes back from Stop to where it was.
    static let configurationExchange = ScenarioGroup {
        Scenario("configurationExchange", "Exchanges configurations three times in a row") {
            Connect(.door, within: .seconds(5))
            Repeat(3) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
                Expect(.removed(.door, reason: .timeout), count: 0)
                Stop(.door, within: .seconds(3))
            }
            Disconnect(.door, within: .seconds(2))
        }
    }
}
