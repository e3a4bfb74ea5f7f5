import ScenarioKit

extension ScenarioGroup {
    /// The configuration exchange, three times in a row.
    ///
    /// No specification limits its duration. The report has the figure, and a gate plan or your own scenario may
    /// limit it. The later rounds show whether the accessory returns from Stop to its initial state.
    static let configurationExchange = ScenarioGroup {
        Scenario("configurationExchange", "Exchanges configurations three times in a row") {
            Connect(.door, within: .seconds(5))
            Repeat(3) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
                Expect(.removed(.door, reason: .timeout), count: 0)
                Stop(.door, within: .seconds(10))
            }
            Disconnect(.door, within: .seconds(2))
        }
    }
}
