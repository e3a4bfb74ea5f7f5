import ScenarioKit

extension ScenarioGroup {
    /// How long the exchange takes, three times over.
    ///
    /// Nobody waits at a door: from Initialize until ranging has started there is half a second. The rounds after
    /// the first show whether the accessory comes back from Stop to where it was.
    static let configurationExchange = ScenarioGroup {
        Scenario("configurationExchange", "Exchanges configurations within half a second, three times in a row") {
            Connect(.door, within: .seconds(5))
            Repeat(3) {
                Exchange(.configuration, with: .door, within: .milliseconds(500))
                Expect(.ranging(.door), count: .atLeast(3))
                Expect(.removed(.door, reason: .timeout), count: 0)
                Stop(.door, within: .seconds(1))
            }
            Disconnect(.door, within: .seconds(2))
        }
    }
}
