import ScenarioKit

extension ScenarioGroup {
    /// The whole flow in one: the scenario to run after every change of firmware.
    ///
    /// It follows a person coming home: the phone finds the door, ranges during the approach, loses one message on a
    /// bad day, and is held to the door's tag. The walk is brisk, because on a real bench it takes real time; the
    /// tolerance leaves room for the phone's smoothing, which lags by up to four measurements (0.72 m here).
    static let fullFlow = ScenarioGroup {
        Scenario(
            "fullFlow", "Connects, ranges through both zones, survives a lost message, opens the app from a tag",
            phone: .withDoorApp
        ) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))

            Walk(toward: .door, from: .metres(4), to: .metres(0.5), at: .metresPerSecond(1)) {
                Enter(.far, at: .metres(3), give: .metres(1))
                Enter(.near, at: .metres(1.5), give: .metres(1))
            }
            Stop(.door, within: .seconds(10))

            Losing(.shareableConfiguration, times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(10))
                Expect(.removed(.door, reason: .timeout), count: 1)
                Expect(.retry(.door), count: 1)
                Expect(.ranging(.door))
            }

            Tap(.doorTag) {
                Expect(.opened(.doorApp, path: "/door/open"), count: 1)
            }

            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
        }
    }
}
