import ScenarioKit

extension ScenarioGroup {
    /// Out of range and back: an app's own attempts, the point at which it gives up, and recovery on return.
    ///
    /// The rules for retrying are those of the talk (WWDC21; nearby-interaction.md 5.3). The range of ultra-wideband
    /// depends on the rig; 60 m is beyond that of the simulated air.
    static let reach = ScenarioGroup(
        suite: .conformance, tags: [.needsMotion, .simulatorOnly],
        phone: .strict(retry: .wwdc21, rangingTimeout: .seconds(5)), opening: .nearby(.door), closing: .parting(.door)
    ) {
        Scenario(
            "outOfRangeAndBack", "Out of range the app tries once and gives up; back in range the whole flow must work",
            covers: [.rule(.timeouts), .complaint(.f16)]
        ) {
            Throughout {
                Expect(.gaveUp(.door, because: .attemptsSpent), count: 1)
                Expect(.retry(.door), count: 1)
            } steps: {
                Walk(outOfReachOf: .door, from: .metres(4), to: .metres(60), at: .metresPerSecond(6))
                Stay(.seconds(12))
            }
            Walk(backTo: .door, from: .metres(60), to: .metres(4), at: .metresPerSecond(6))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "back in range it does not start again", code: "session.noStartAfterReturn", when: .notStarted)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "back in range it reports ranging, and does not range", code: "session.deadAfterReturn",
                    when: "session.rangesNot")
        }

        Scenario(
            "tooFarToTryAgain",
            "An app that saw the accessory leave does not retry, and starts over when it is back",
            covers: [.rule(.timeouts)],
            phone: .strict(
                retry: RetryPolicy(attempts: 3, nearEnough: .metres(10)), rangingTimeout: .seconds(5))
        ) {
            Throughout {
                Expect(.gaveUp(.door, because: .tooFar), count: 1)
                Expect(.retry(.door), count: 0)
            } steps: {
                Walk(outOfReachOf: .door, from: .metres(4), to: .metres(60), at: .metresPerSecond(6))
                Stay(.seconds(6))
            }
            Walk(backTo: .door, from: .metres(60), to: .metres(4), at: .metresPerSecond(6))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "back in range it does not start again", code: "session.noStartAfterReturn", when: .notStarted)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "back in range it reports ranging, and does not range", code: "session.deadAfterReturn",
                    when: "session.rangesNot")
        }
    }

    /// If only the air is silent, the app makes its one attempt; a person cannot walk back in time, a simulator can.
    static let hushed = ScenarioGroup(
        suite: .conformance, tags: [.quick, .needsAir], opening: .ranging(.door), closing: .parting(.door)
    ) {
        Scenario(
            "backWhileItTries", "An accessory heard again during the app's retry is measured without an initialize",
            covers: [.rule(.timeouts)], phone: .strict(retry: .wwdc21, rangingTimeout: .seconds(8))
        ) {
            Throughout {
                Expect(.sent(.initialize, to: .door), count: 0)
                Expect(.gaveUp(.door), count: 0)
            } steps: {
                Simulating(.uwbSilence, of: .door) {
                    Await(.retry(.door), within: .seconds(12))
                    Stay(.seconds(3))
                }
                Await(.ranging(.door), count: .atLeast(3), within: .seconds(4))
                    .otherwise(
                        "it does not range when the air is free again",
                        code: "session.deadAfterReturn", when: .nothingMeasured)
            }
        }
    }

    /// An accessory that reported that it stopped: the app's data from it is void, or there is nothing to retry.
    static let stoppedByItself = ScenarioGroup(
        suite: .conformance, tags: [.quick], opening: .ranging(.door), closing: .parting(.door)
    ) {
        Scenario(
            "triesAgainFromInitialize", "An accessory that reported a stop is retried from initialize on",
            covers: [.rule(.timeouts)], phone: .strict(retry: .wwdc21, rangingTimeout: .seconds(5))
        ) {
            Send(.stop, to: .door)
            Await(.received(.didStop, from: .door), within: .seconds(10))
            Await(.retry(.door), within: .seconds(10))
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "after a stop it does not range again", code: "session.noStartAfterStop", when: .nothingMeasured)
            Expect(.sent(.initialize, to: .door), count: .atLeast(1))
        }

        Scenario(
            "takesAStopForTheEnd", "An app may take the accessory's report of a stop as final, and not retry",
            covers: [.rule(.timeouts)],
            phone: .strict(
                retry: RetryPolicy(attempts: 3, givesUpWhenStopped: true), rangingTimeout: .seconds(5))
        ) {
            Send(.stop, to: .door)
            Await(.received(.didStop, from: .door), within: .seconds(10))
            Await(.gaveUp(.door, because: .accessoryStopped), within: .seconds(10))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("after a stop it does not start again", code: "session.noStartAfterStop", when: .notStarted)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
        }
    }
}

extension SharedSteps {
    /// Four metres away, out of both zones, asked to range, and measured.
    fileprivate static func nearby(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Place(accessory, at: .metres(4))
            Play(.ranging(accessory))
        }
    }
}
