import ScenarioKit

extension ScenarioGroup {
    /// Which firmware is in the accessory: what a gate plays before its runs, between them and behind them.
    ///
    /// Nothing is held against an accessory that does not say what it runs.
    static let identity = ScenarioGroup(tags: [.quick], closing: .disconnecting(.door)) {
        Scenario("identify", "Reads what the accessory says of its firmware") {
            Connect(.door, within: .seconds(5))
            Identify(.door, within: .seconds(15))
        }

        Scenario(
            "identifyAfterReset", "Without power an image on trial is gone: reads what the accessory says before and after",
            tags: [.quick, .needsPowerSwitch]
        ) {
            Connect(.door, within: .seconds(5))
            Identify(.door, within: .seconds(15))
            Disconnect(.door, within: .seconds(2))
            PowerCycle(.door, within: .seconds(30))
            Connect(.door, within: .seconds(10))
            Identify(.door, within: .seconds(15))
        }
    }
}
