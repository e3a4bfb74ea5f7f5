import ScenarioKit

extension ScenarioGroup {
    /// An app's actions by zone: the light goes on at a distance, the lock opens nearby, and both end on leaving.
    ///
    /// The scenario defines its zones, a wider one for the light, and each feature belongs to one of them; a feature
    /// that flickers shows as excess changes.
    static let welcomeHome = ScenarioGroup {
        Scenario(
            "welcomeHome", "A wide zone switches the light on and a narrow one opens the lock, and both go back",
            phone: PhoneSetup(
                zones: [
                    Zone(name: .near, radius: .metres(1.5), hysteresis: .metres(0.3)),
                    Zone(name: .far, radius: .metres(4), hysteresis: .metres(0.3)),
                ],
                smoothing: Smoothing(window: 3, confirmations: 2),
                features: [Feature(name: .unlock, inside: .near), Feature(name: .light, inside: .far)])
        ) {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Walk(toward: .door, from: .metres(5), to: .metres(0.5), at: .metresPerSecond(1)) {
                Enter(.far, at: .metres(4), give: .metres(1))
                Enter(.near, at: .metres(1.5), give: .metres(1))
            }
            Walk(awayFrom: .door, from: .metres(0.5), to: .metres(6), at: .metresPerSecond(1)) {
                Leave(.near, at: .metres(1.8), give: .metres(1))
                Leave(.far, at: .metres(4.3), give: .metres(1))
            }
            Expect(.feature(.light, on: true, of: .door), count: 1)
            Expect(.feature(.unlock, on: true, of: .door), count: 1)
            Expect(.feature(.unlock, on: false, of: .door), count: 1)
            Expect(.feature(.light, on: false, of: .door), count: 1)
            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
        }
    }
}
