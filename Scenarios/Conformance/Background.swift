import ScenarioKit

extension ScenarioGroup {
    static let background = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: .strict, opening: .connected(.door), closing: .disconnecting(.door)
    ) {
        Scenario(
            "backgroundNeedsPairing", "Without pairing, the background configuration data must not be readable",
            tags: [.quick, .background, .pairing, .guidelines],
            covers: [.complaint(.f23), .complaint(.f24), .rule(.backgroundService)],
            phone: .strict(pairs: false), opening: .discovered(.door)
        ) {
            Read(.backgroundConfiguration, of: .door, expecting: .refusal, within: .seconds(3))
        }

        Scenario(
            "backgroundFollowsConfiguration",
            "The system must read in the background what the app was sent last",
            tags: [.quick, .background, .pairing],
            covers: [.complaint(.f19), .complaint(.f24), .rule(.backgroundService)]
        ) {
            Pair(.door, within: .seconds(10)).otherwise(
                "it cannot be paired", code: "pairing.impossible", when: .notPaired)
            Repeat(2) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Read(.backgroundConfiguration, of: .door, expecting: .lastConfiguration, within: .seconds(3))
                    .otherwise(
                        "its background configuration data differs from its last message",
                        when: "background.otherConfiguration", "background.zeroed")
                Stop(.door, within: .seconds(10))
            }
        }

        Scenario(
            "pairsAndComesBack",
            "A phone that paired comes back: the link must be encrypted with the stored key",
            tags: [.quick, .pairing], covers: [.rule(.backgroundService), .complaint(.f4)], opening: .stopped(.door),
            closing: .parting(.door)
        ) {
            Pair(.door, within: .seconds(10)).otherwise(
                "it cannot be paired", code: "pairing.impossible", when: .notPaired)
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                "once paired it no longer answers initialize", code: "pairing.deafAfterwards",
                when: "exchange.noConfiguration")
            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
            Connect(.door, within: .seconds(5)).otherwise(
                "it no longer accepts the phone that paired with it", code: "pairing.forgotten",
                when: "link.keyRefused")
            Pair(.door, within: .seconds(10)).otherwise(
                "it no longer accepts the phone that paired with it", code: "pairing.forgotten",
                when: "link.keyRefused", "pairing.failed")
            Exchange(.configuration, with: .door, within: .seconds(5))
        }

        Scenario(
            "phoneForgets", "A phone that was reset lost its key: the accessory must pair with it again",
            suite: .robustness, tags: [.robustness, .pairing], covers: [.complaint(.f4)], closing: .parting(.door)
        ) {
            Pair(.door, within: .seconds(10)).otherwise(
                "it cannot be paired", code: "pairing.impossible", when: .notPaired)
            Disconnect(.door, within: .seconds(2))
            Forget(.door)
            Connect(.door, within: .seconds(5))
            Pair(.door, within: .seconds(10)).otherwise(
                "it does not pair again with a phone that lost its key", code: "pairing.notAgain", when: .notPaired,
                "link.keyRefused")
            Exchange(.configuration, with: .door, within: .seconds(5))
        }

        Scenario(
            "pairsWhileRanging", "Pairing in the middle of a session must not silence it", suite: .robustness,
            tags: [.robustness, .pairing], covers: [.complaint(.f27)], opening: .ranging(.door)
        ) {
            Pair(.door, within: .seconds(10)).otherwise(
                "it cannot be paired while it ranges", code: "pairing.impossible", when: .notPaired)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(3)).otherwise(
                "it does not continue ranging after pairing", code: "pairing.endsRanging", when: .nothingMeasured)
            Stop(.door, within: .seconds(10)).otherwise(
                "after pairing it does not answer a stop", code: "pairing.deafAfterwards", when: .notStopped)
        }

        Scenario(
            "keepsBondWithoutPower", "A key that is lost with the power locks out the paired phone",
            tags: [.long, .pairing, .needsPowerSwitch], covers: [.complaint(.f4)]
        ) {
            Pair(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
            PowerCycle(.door, within: .seconds(30))
            Connect(.door, within: .seconds(10)).otherwise(
                "after a power cycle it no longer accepts the phone that paired with it",
                code: "pairing.forgottenWithoutPower", when: "link.keyRefused")
            Pair(.door, within: .seconds(10)).otherwise(
                "after a power cycle it no longer accepts the phone that paired with it",
                code: "pairing.forgottenWithoutPower", when: "link.keyRefused", "pairing.failed")
        }
    }
}
