import ScenarioKit

extension ScenarioGroup {
    static let ranging = ScenarioGroup(suite: .conformance, tags: [.long], phone: .strict, closing: .parting(.door)) {
        Scenario(
            "measuresTruly",
            "Ten seconds at a known distance: bias, scatter, rate and availability of what is measured",
            suite: .robustness, tags: [.long, .needsMotion, .robustness], covers: [.rule(.nearbyObject)],
            opening: .connected(.door)
        ) {
            Place(.door, at: .metres(2))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
            Stay(.seconds(10)) {
                Require(.availability(of: .door), atLeast: .percent(75)).otherwise(
                    "too many of its ranging rounds fail", code: "ranging.roundsFail")
                Require(.updateRate(of: .door), atLeast: .hertz(3)).otherwise(
                    "it ranges less often than it was told to", code: "ranging.tooSeldom")
                Require(.bias(of: .door), within: .millimetres(150))
                    .otherwise(
                        "its distances are off by more than its antennas excuse",
                        code: "ranging.bias")
                Require(.standardDeviation(of: .door), atMost: .millimetres(150)).otherwise(
                    "its distances scatter too much", code: "ranging.scatter")
            }
        }

        Scenario(
            "keepsRanging", "Thirty seconds without a removal: what ranges once need not range on",
            covers: [.complaint(.f1), .rule(.delegateCallbacks)], opening: .exchanged(.door)
        ) {
            Stay(.seconds(30)) {
                Expect(.ranging(.door), count: .atLeast(30))
                    .otherwise("it ranges for a while, and then no more or too seldom", code: "ranging.endsByItself")
                Expect(.removed(.door, reason: .timeout), count: 0)
                    .otherwise("it ranges for a while, and then no more", code: "ranging.endsByItself")
                Expect(.kitMeasured(.door), count: 0)
                    .otherwise(
                        "it says that it stopped while it ranges on, unasked", code: "session.saysStoppedWhileRanging")
            }
        }

        Scenario(
            "factoryReset", "A factory reset must not take the calibration of the antennas with it",
            suite: .robustness, tags: [.long, .robustness, .needsMotion, .needsPowerSwitch], covers: [.complaint(.f5)]
        ) {
            FactoryReset(.door, within: .seconds(30))
            Place(.door, at: .metres(2))
            Connect(.door, within: .seconds(10)).otherwise(
                "after a factory reset it cannot be connected to", code: "reset.notConnectable")
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                "after a factory reset it does not range", code: "reset.noRanging")
            Await(.ranging(.door), count: .atLeast(8), within: .seconds(5))
            Stay(.seconds(10)) {
                Require(.bias(of: .door), within: .millimetres(150))
                    .otherwise("after a factory reset its distances are off", code: "ranging.calibrationLost")
            }
        }

        Scenario(
            "powerCycle", "The power goes while it ranges: when it is back the accessory must be as new",
            tags: [.long, .needsPowerSwitch], covers: [.rule(.timeouts)], opening: .ranging(.door)
        ) {
            PowerCycle(.door, within: .seconds(30))
            // The link ends with its supervision timeout, and an accessory may request a long one.
            Expect(.disconnected(.door), within: .seconds(20))
            Connect(.door, within: .seconds(10)).otherwise(
                "after a power cycle it cannot be connected to", code: "power.notConnectable")
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                "after a power cycle it does not range", code: "power.noRanging")
            Await(.ranging(.door), within: .seconds(5))
        }

        Scenario(
            "quietConsole", "What the accessory prints about itself while all goes well must not be an error",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f1)], closing: .nothing
        ) {
            Throughout {
                Expect(.console(of: .door, containing: "error"), count: 0)
                    .otherwise(
                        "its console reports an error", code: "console.error")
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
