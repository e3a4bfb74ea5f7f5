import ScenarioKit

extension ScenarioGroup {
    static let background = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: .strict, opening: .connected(.door), closing: .disconnecting(.door)
    ) {
        Scenario(
            "backgroundNeedsPairing", "Without pairing the configuration data for the background must not be readable",
            tags: [.quick, .background, .pairing, .guidelines],
            covers: [.complaint(.f23), .complaint(.f24), .rule(.backgroundService)],
            phone: .strict(pairs: false), opening: .discovered(.door)
        ) {
            Read(.backgroundConfiguration, of: .door, expecting: .refusal, within: .seconds(3))
                .otherwise(
                    "phones that did not pair must find its configuration data, and be refused it",
                    code: "background.unprotected")
        }

        Scenario(
            "backgroundFollowsConfiguration",
            "What the system reads in the background must be what the app was sent last",
            tags: [.quick, .background, .pairing],
            covers: [.complaint(.f19), .complaint(.f24), .rule(.backgroundService)]
        ) {
            Pair(.door, within: .seconds(10)).otherwise("it cannot be paired with", code: "pairing.impossible")
            Repeat(2) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Read(.backgroundConfiguration, of: .door, expecting: .lastConfiguration, within: .seconds(3))
                    .otherwise(
                        "its configuration data for the background is not what it sent last",
                        code: "background.otherConfiguration")
                Stop(.door, within: .seconds(10))
            }
        }

        Scenario(
            "pairsAndComesBack",
            "A phone that paired comes back: the link must be encrypted with the key of the first time",
            tags: [.quick, .pairing], covers: [.rule(.backgroundService), .complaint(.f4)], closing: .parting(.door)
        ) {
            Pair(.door, within: .seconds(10)).otherwise("it cannot be paired with", code: "pairing.impossible")
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                "once paired it does not answer any more", code: "pairing.deafAfterwards")
            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
            Connect(.door, within: .seconds(5)).otherwise(
                "it does not know the phone any more that paired with it", code: "pairing.forgotten",
                when: "link.keyRefused", "pairing.linkLost", "pairing.failed")
            Pair(.door, within: .seconds(10)).otherwise(
                "it does not know the phone any more that paired with it", code: "pairing.forgotten",
                when: "link.keyRefused", "pairing.linkLost", "pairing.failed")
            Exchange(.configuration, with: .door, within: .seconds(5))
        }

        Scenario(
            "phoneForgets", "A phone that was reset lost its key: the accessory must pair with it once more",
            suite: .robustness, tags: [.robustness, .pairing], covers: [.complaint(.f4)], closing: .parting(.door)
        ) {
            Pair(.door, within: .seconds(10)).otherwise("it cannot be paired with", code: "pairing.impossible")
            Disconnect(.door, within: .seconds(2))
            Forget(.door)
            Connect(.door, within: .seconds(5))
            Pair(.door, within: .seconds(10)).otherwise(
                "it does not pair again with a phone that lost its key", code: "pairing.notAgain")
            Exchange(.configuration, with: .door, within: .seconds(5))
        }

        Scenario(
            "pairsWhileRanging", "Pairing in the middle of a session must not silence it", suite: .robustness,
            tags: [.robustness, .pairing], covers: [.complaint(.f27)], opening: .ranging(.door)
        ) {
            Pair(.door, within: .seconds(10)).otherwise(
                "it cannot be paired with while it ranges", code: "pairing.impossible")
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(3)).otherwise(
                "it does not range on after pairing", code: "pairing.endsRanging")
            Stop(.door, within: .seconds(10)).otherwise(
                "after pairing it does not answer a stop", code: "pairing.deafAfterwards")
        }

        Scenario(
            "keepsBondWithoutPower", "A key that is lost with the power locks the phone out that paired",
            tags: [.long, .pairing, .needsPowerSwitch], covers: [.complaint(.f4)]
        ) {
            Pair(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
            PowerCycle(.door, within: .seconds(30))
            Connect(.door, within: .seconds(10)).otherwise(
                "without power it forgets the phones that paired with it", code: "pairing.forgottenWithoutPower",
                when: "link.keyRefused", "pairing.linkLost", "pairing.failed")
            Pair(.door, within: .seconds(10)).otherwise(
                "without power it forgets the phones that paired with it", code: "pairing.forgottenWithoutPower",
                when: "link.keyRefused", "pairing.linkLost", "pairing.failed")
        }
    }
}
