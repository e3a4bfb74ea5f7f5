import ScenarioKit

extension ScenarioGroup {
    static let fleet = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: .strict, opening: .connected(.door), closing: .disconnecting(.door)
    ) {
        Scenario(
            "twoAccessories", "Two accessories at once, each with its own session, do not disturb each other",
            covers: [.rule(.sessionCounts)], opening: .nothing, closing: .nothing
        ) {
            Together {
                Lane {
                    Connect(.door, within: .seconds(5))
                    Exchange(.configuration, with: .door, within: .seconds(5))
                    Expect(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                }
                Lane {
                    Connect(.trunk, within: .seconds(5))
                    Exchange(.configuration, with: .trunk, within: .seconds(5))
                    Expect(.ranging(.trunk), count: .atLeast(3), within: .seconds(5))
                }
            }
            Stay(.seconds(5)) {
                Expect(.ranging(.door), count: .atLeast(4)).otherwise(
                    "it does not range while another accessory has a session", code: "fleet.noRangingBeside",
                    when: .nothingMeasured)
                Expect(.ranging(.trunk), count: .atLeast(4)).otherwise(
                    "it does not range while another accessory has a session", code: "fleet.noRangingBeside",
                    when: .nothingMeasured)
            }
            Stop(.door, within: .seconds(10))
            Stay(.seconds(5)) {
                Expect(.ranging(.trunk), count: .atLeast(4)).otherwise(
                    "when one accessory stops, the other one stops too", code: "fleet.endEndsOthers",
                    when: .nothingMeasured)
            }
            Stop(.trunk, within: .seconds(10))
            Together {
                Lane { Disconnect(.door, within: .seconds(2)) }
                Lane { Disconnect(.trunk, within: .seconds(2)) }
            }
        }

        Scenario(
            "addressesDiffer", "Units with one short address cannot be distinguished: it must be random",
            suite: .robustness, tags: [.robustness], covers: [.rule(.configurationValidity)]
        ) {
            Connect(.trunk, within: .seconds(5))
            // Once may be chance, with a probability of 1 in 65534; twice is not.
            Throughout {
                Expect(.addressClash(.door), count: .atMost(1)).otherwise(
                    "two of its units range with one short address", code: "configuration.sharedAddress",
                    when: .tooManyCame)
            } steps: {
                Repeat(2) {
                    Exchange(.configuration, with: .door, within: .seconds(5))
                    Exchange(.configuration, with: .trunk, within: .seconds(5))
                    Expect(.ranging(.door), within: .seconds(3))
                    Stop(.door, within: .seconds(10))
                    Stop(.trunk, within: .seconds(10))
                }
            }
            Disconnect(.trunk, within: .seconds(2))
        }

        Scenario(
            "secondTakesOver",
            "The session with one accessory is suspended when the next one begins, and comes back later",
            covers: [.complaint(.f25)]
        ) {
            Connect(.trunk, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
            Suspend(.door)
            Exchange(.configuration, with: .trunk, within: .seconds(5))
            Expect(.ranging(.trunk), count: .atLeast(3), within: .seconds(3))
            Stop(.trunk, within: .seconds(10))
            Resume(.door)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(8))
                .otherwise(
                    "it does not range again after another accessory's turn", code: "fleet.noRangingAfterOther",
                    when: .nothingMeasured)
            Stop(.door, within: .seconds(10))
            Disconnect(.trunk, within: .seconds(2))
        }

        Scenario(
            "oneSessionTooMany", "A phone runs a limited number of sessions: one too many ends, the others continue",
            covers: [.rule(.sessionCounts)], phone: .strict(activeSessionsLimit: 1)
        ) {
            Connect(.trunk, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
            Begin(.configuration, with: .trunk)
            Expect(.invalidated(.trunk, code: .activeSessionsLimitExceeded), count: 1, within: .seconds(3))
            Await(.ranging(.door), count: .atLeast(4), within: .seconds(5)).otherwise(
                "it stops ranging when another session ends", code: "fleet.endEndsOthers", when: .nothingMeasured)
            Stop(.door, within: .seconds(10))
            Disconnect(.trunk, within: .seconds(2))
        }
    }
}
