import ScenarioKit

extension ScenarioGroup {
    /// The accessory's firmware identity, which a gate checks before, between and after its runs.
    ///
    /// An accessory that does not report its firmware does not fail.
    static let identity = ScenarioGroup(tags: [.quick], closing: .disconnecting(.door)) {
        Scenario("identify", "Reads the accessory's firmware identity") {
            Connect(.door, within: .seconds(5))
            Identify(.door, within: .seconds(15))
        }

        // An image booted on trial is replaced by another one at the next reset.
        Scenario(
            "identifyAfterReset", "Reads the accessory's firmware identity, cuts its power, and reads it again",
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
