import ScenarioKit

extension ScenarioGroup {
    /// Into and out of both zones, with a pause on a boundary.
    ///
    /// On the boundary, noise puts the measurements on both sides of it. The zone's hysteresis must hide that: a door
    /// that locks and unlocks in front of a waiting person is the classic fault.
    static let zoneWalk = ScenarioGroup {
        Scenario("zoneWalk", "Walks in and out of both zones and pauses on a boundary without jitter") {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))

            Walk(toward: .door, from: .metres(5), to: .metres(0.5), at: .metresPerSecond(1)) {
                Enter(.far, at: .metres(3), give: .metres(1))
                Enter(.near, at: .metres(1.5), give: .metres(1))
            }

            Walk(awayFrom: .door, from: .metres(0.5), to: .metres(1.5), at: .metresPerSecond(1))
            Stay(.seconds(5)) {
                Expect(.zoneChange(.door), count: 0)
                Expect(.ranging(.door), count: .atLeast(3))
            }

            Walk(awayFrom: .door, from: .metres(1.5), to: .metres(5), at: .metresPerSecond(1)) {
                Leave(.near, at: .metres(1.7), give: .metres(1))
                Leave(.far, at: .metres(3.2), give: .metres(1))
            }

            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
        }
    }
}
