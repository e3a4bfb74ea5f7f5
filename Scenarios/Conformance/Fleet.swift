import ScenarioKit

extension ScenarioGroup {
    static let fleet = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: .strict, opening: .connected(.door), closing: .disconnecting(.door)
    ) {
        Scenario(
            "twoAccessories", "Two accessories at once, each with a session of its own, and nobody in the other's way",
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
                    "it does not range while another accessory does", code: "fleet.noRangingBeside")
                Expect(.ranging(.trunk), count: .atLeast(4)).otherwise(
                    "it does not range while another accessory does", code: "fleet.noRangingBeside")
            }
            Stop(.door, within: .seconds(10))
            Stay(.seconds(5)) {
                Expect(.ranging(.trunk), count: .atLeast(4)).otherwise(
                    "when one accessory stops, the other one stops too", code: "fleet.endEndsOthers")
            }
            Stop(.trunk, within: .seconds(10))
            Together {
                Lane { Disconnect(.door, within: .seconds(2)) }
                Lane { Disconnect(.trunk, within: .seconds(2)) }
            }
        }

        Scenario(
            "addressesDiffer", "Two units of a product under one short address cannot be told apart: it must be drawn",
            suite: .robustness, tags: [.robustness], covers: [.rule(.configurationValidity)]
        ) {
            Connect(.trunk, within: .seconds(5))
            // Once may be chance, with a probability of 1 in 65534; twice is not.
            Throughout {
                Expect(.addressClash(.door), count: .atMost(1)).otherwise(
                    "two units of it range under one short address", code: "configuration.sharedAddress")
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
                    "after another accessory had its turn it does not range again", code: "fleet.noRangingAfterOther")
            Stop(.door, within: .seconds(10))
            Disconnect(.trunk, within: .seconds(2))
        }

        Scenario(
            "oneSessionTooMany", "A phone has room for so many sessions: the one too many ends, the others go on",
            covers: [.rule(.sessionCounts)], phone: .strict(activeSessionsLimit: 1)
        ) {
            Connect(.trunk, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Begin(.configuration, with: .trunk)
            Expect(.invalidated(.trunk, code: .activeSessionsLimitExceeded), count: 1, within: .seconds(3))
            Await(.ranging(.door), count: .atLeast(4), within: .seconds(5)).otherwise(
                "after another session's end it does not range on", code: "fleet.endEndsOthers")
            Stop(.door, within: .seconds(10))
            Disconnect(.trunk, within: .seconds(2))
        }
    }
}
