import ScenarioKit

extension ScenarioGroup {
    /// Two phones that range with each other: the friend's phone is the rig's own, and no accessory takes part.
    static let phoneToPhone = ScenarioGroup {
        // In no suite: an accessory's maker learns nothing of it.
        Scenario("twoPhones", "Two phones exchange tokens, range, and agree on the distance") {
            Connect(.peer, within: .seconds(5))
            Place(.peer, at: .metres(2))
            Throughout {
                Expect(.received(.token, from: .peer), count: 1)
                    .otherwise("it sends another token than that of its session", code: "token.changed")
            } steps: {
                Exchange(.tokens, with: .peer, within: .seconds(3))
                Await(.ranging(.peer), count: .atLeast(10), within: .seconds(6))
                    .otherwise("the other phone ranges with another session's token", code: "peer.rangesNot")
                Await(.received(.distance, from: .peer), count: .atLeast(10), within: .seconds(6))
                    .otherwise("the other phone does not tell what it measures", code: "peer.untold")
                Require(.bias(of: .peer), within: .metres(0.3))
                Require(.peerBias(of: .peer), within: .metres(0.3))
                    .otherwise("the other phone measures another distance than the true one", code: "peer.disagrees")
                Require(.disagreement(with: .peer), within: .metres(0.3))
                    .otherwise("the two phones measure different distances", code: "peer.disagrees")
            }
            Invalidate(.peer)
            Disconnect(.peer, within: .seconds(2))
        }
    }
}
