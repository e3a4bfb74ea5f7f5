import ScenarioKit

extension ScenarioGroup {
    /// One lost shareable configuration, followed by exactly one retry.
    ///
    /// A phone that receives no UWB removes the accessory and reruns the session with the same configuration: a new
    /// configureAndStart is sent without an initialize before it, as in Apple's talk. Firmware confused by this
    /// causes a second removal, which is why the scenario keeps watching.
    static let timeoutAndRetry = ScenarioGroup {
        Scenario(
            "timeoutAndRetry", "Loses one shareable configuration: exactly one timeout, one retry, then steady ranging"
        ) {
            Connect(.door, within: .seconds(5))

            Losing(.shareableConfiguration, times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(10))
                Expect(.removed(.door, reason: .timeout), count: 1)
                Expect(.retry(.door), count: 1)
                Expect(.sent(.initialize, to: .door), count: 1)
            }

            Stay(.seconds(4)) {
                Expect(.ranging(.door), count: .atLeast(5))
                Expect(.removed(.door, reason: .timeout), count: 0)
                Expect(.retry(.door), count: 0)
            }

            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
        }
    }
}
