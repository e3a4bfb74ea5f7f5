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

        // Whoever boots an image on trial runs another one behind the next reset.
        Scenario(
            "identifyAfterReset", "Reads what the accessory says of its firmware, cuts its power, and reads it again",
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
