import ScenarioKit

extension Scenario {
    public static let measuresTruly = Scenario(
        "measuresTruly", "Ten seconds at a known distance: bias, scatter, rate and availability of what is measured",
        suite: .conformance, tags: [.long, .needsMotion], covers: [.complaint(.f5), .rule(.nearbyObject)],
        phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
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
                    "its distances are off by more than its antennas excuse: calibration is lost", code: "ranging.bias")
            Require(.standardDeviation(of: .door), atMost: .millimetres(150)).otherwise(
                "its distances scatter too much", code: "ranging.scatter")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let keepsRanging = Scenario(
        "keepsRanging", "Thirty seconds without a removal: what ranges once need not range on",
        suite: .conformance, tags: [.long], covers: [.complaint(.f1), .complaint(.f2)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stay(.seconds(30)) {
            Expect(.ranging(.door), count: .atLeast(60))
                .otherwise("it ranges for a while, and then no more or too seldom", code: "ranging.endsByItself")
            Expect(.removed(.door, reason: .timeout), count: 0)
                .otherwise("it ranges for a while, and then no more", code: "ranging.endsByItself")
            Expect(.received(.didStop, from: .door), count: 0)
                .otherwise(
                    "it says that it stopped while it ranges on, unasked", code: "session.saysStoppedWhileRanging")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let factoryReset = Scenario(
        "factoryReset", "A factory reset must not take the calibration of the antennas with it",
        suite: .conformance, tags: [.long, .needsMotion, .needsPowerSwitch], covers: [.complaint(.f5)], phone: .strict
    ) {
        FactoryReset(.door, within: .seconds(30))
        Place(.door, at: .metres(2))
        Connect(.door, within: .seconds(10)).otherwise("after a factory reset it cannot be connected to")
        Exchange(.configuration, with: .door, within: .seconds(5)).otherwise("after a factory reset it does not range")
        Expect(.ranging(.door), within: .seconds(3))
        Stay(.seconds(10)) {
            Require(.bias(of: .door), within: .millimetres(150))
                .otherwise("a factory reset wiped the calibration of its antennas", code: "ranging.calibrationLost")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let powerCycle = Scenario(
        "powerCycle", "The power goes while it ranges: when it is back the accessory must be as new",
        suite: .conformance, tags: [.long, .needsPowerSwitch], covers: [.complaint(.f3)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        PowerCycle(.door, within: .seconds(30))
        Expect(.disconnected(.door), within: .seconds(8))
        Connect(.door, within: .seconds(10)).otherwise("after a power cycle it cannot be connected to")
        Exchange(.configuration, with: .door, within: .seconds(5)).otherwise("after a power cycle it does not range")
        Expect(.ranging(.door), within: .seconds(3))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let quietConsole = Scenario(
        "quietConsole", "What the accessory prints about itself while all goes well must not be an error",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f1)], phone: .strict
    ) {
        Throughout {
            Expect(.console(of: .door, containing: "error"), count: 0)
                .otherwise("its console speaks of an error although all went well on the air", code: "console.error")
        } steps: {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
            Stop(.door, within: .seconds(3))
            Disconnect(.door, within: .seconds(2))
        }
    }
}
