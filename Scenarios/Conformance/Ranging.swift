import ScenarioKit

extension ScenarioGroup {
    static let ranging = ScenarioGroup(suite: .conformance, tags: [.long], phone: .strict, closing: .parting(.door)) {
        Scenario(
            "measuresTruly",
            "Ten seconds at a known distance: bias, scatter, rate and availability of the measurements",
            suite: .robustness, tags: [.long, .needsMotion, .robustness], covers: [.rule(.nearbyObject)],
            opening: .connected(.door)
        ) {
            Place(.door, at: .metres(2))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
            Stay(.seconds(10)) {
                Require(.availability(of: .door), atLeast: .percent(75)).otherwise(
                    "too many of its ranging rounds fail", code: "ranging.roundsFail", when: .limitMissed)
                Require(.updateRate(of: .door), atLeast: .hertz(3)).otherwise(
                    "it ranges less often than configured", code: "ranging.tooSeldom", when: .limitMissed)
                Require(.bias(of: .door), within: .millimetres(150))
                    .otherwise(
                        "its distances are off by more than antenna tolerances explain",
                        code: "ranging.bias", when: .limitMissed)
                Require(.standardDeviation(of: .door), atMost: .millimetres(150)).otherwise(
                    "its distances scatter too much", code: "ranging.scatter", when: .limitMissed)
            }
        }

        Scenario(
            "keepsRanging", "Thirty seconds without a removal: ranging once is not enough",
            covers: [.complaint(.f1), .rule(.delegateCallbacks)], opening: .ranging(.door)
        ) {
            Stay(.seconds(30)) {
                Expect(.ranging(.door), count: .atLeast(30))
                    .otherwise("it ranges less than once a second", code: "ranging.tooSeldom", when: .tooFewCame)
                Expect(.removed(.door, reason: .timeout), count: 0)
                    .otherwise(
                        "it ranges for a while, and then stops", code: "ranging.endsByItself", when: .tooManyCame)
                Expect(.kitMeasured(.door), count: 0)
                    .otherwise(
                        "it reports that it stopped while it continues ranging",
                        code: "session.saysStoppedWhileRanging", when: .tooManyCame)
            }
        }

        Scenario(
            "factoryReset", "A factory reset must not erase the antenna calibration",
            suite: .robustness, tags: [.long, .robustness, .needsMotion, .needsPowerSwitch], covers: [.complaint(.f5)]
        ) {
            FactoryReset(.door, within: .seconds(30))
            Place(.door, at: .metres(2))
            Connect(.door, within: .seconds(10)).otherwise(
                "it cannot be connected to after a factory reset", code: "reset.notConnectable", when: .notConnected)
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                "after a factory reset it does not start", code: "reset.noRanging", when: .notStarted)
            Await(.ranging(.door), count: .atLeast(8), within: .seconds(5))
            Stay(.seconds(10)) {
                // A rig that is off by just the tolerance fails now and then, but never at twice the tolerance.
                Require(.bias(of: .door), within: .millimetres(300))
                    .otherwise(
                        "after a factory reset its distances are off", code: "ranging.calibrationLost",
                        when: .limitMissed)
                Require(.bias(of: .door), within: .millimetres(150))
                    .otherwise(
                        "its distances are off by more than antenna tolerances explain", code: "ranging.bias",
                        when: .limitMissed)
            }
        }

        Scenario(
            "powerCycle", "The power is cut while it ranges: when it is back the accessory must work as new",
            tags: [.long, .needsPowerSwitch], covers: [.rule(.timeouts)], opening: .ranging(.door)
        ) {
            PowerCycle(.door, within: .seconds(30))
            // The link ends with its supervision timeout, and an accessory may request a long one.
            Expect(.disconnected(.door), within: .seconds(20))
            Connect(.door, within: .seconds(10)).otherwise(
                "it cannot be connected to after a power cycle", code: "power.notConnectable", when: .notConnected)
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                "after a power cycle it does not start", code: "power.noRanging", when: .notStarted)
            Await(.ranging(.door), within: .seconds(5))
        }

        Scenario(
            "quietConsole", "The accessory's own console output must not report errors while all goes well",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f1)], closing: .nothing
        ) {
            Throughout {
                Expect(.console(of: .door, containing: "error"), count: 0)
                    .otherwise(
                        "its console reports an error", code: "console.error", when: .tooManyCame)
                // The level of a line in Zephyr's logs; other names of levels contain "error" or begin with E.
                Expect(.console(of: .door, containing: "<err>"), count: 0)
                    .otherwise(
                        "its console reports an error", code: "console.error", when: .tooManyCame)
                Expect(.reported(.line("{^}E ({}) {}:"), by: .door), count: 0)
                    .otherwise(
                        "its console reports an error", code: "console.error", when: .tooManyCame)
                Expect(.console(of: .door, containing: "assertion fail"), count: 0)
                    .otherwise(
                        "its firmware stops itself", code: "console.error", when: .tooManyCame)
            } steps: {
                Connect(.door, within: .seconds(5))
                Exchange(.configuration, with: .door, within: .seconds(5))
                Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
                Stop(.door, within: .seconds(10))
                Disconnect(.door, within: .seconds(2))
            }
        }
    }
}
