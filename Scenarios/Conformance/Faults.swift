import ScenarioKit

// Faults that neither a phone nor the air causes on purpose, but apps, stacks and debuggers do.

extension ScenarioGroup {
    static let faults = ScenarioGroup(
        suite: .robustness, tags: [.robustness], phone: .strict, opening: .stopped(.door),
        closing: .parting(.door)
    ) {
        Scenario(
            "lostInitialize", "An initialize that never arrives must have no effect: the next one counts",
            covers: [.rule(.accessorySide)]
        ) {
            Losing(.initialize, times: 1) {
                Begin(.configuration, with: .door)
                Stay(.seconds(1))
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "lateConfigure", "A phone app that asks the user first answers late: the accessory must wait",
            suite: .conformance, tags: [.quick], covers: [.rule(.permission)],
            phone: .strict(rangingTimeout: .seconds(8))
        ) {
            Delaying(.shareableConfiguration, by: .seconds(4), times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(10))
                    .otherwise(
                        "it does not start when configureAndStart comes 4 s after its configuration data",
                        code: "session.impatient", when: "session.neverStarted")
            }
            Expect(.ranging(.door), within: .seconds(4))
        }

        Scenario(
            "doubledStop", "A stop that is sent twice is answered, and leaves the accessory ready",
            covers: [.rule(.accessorySide)], opening: .exchanged(.door)
        ) {
            Doubling(.stop, times: 1) {
                Stop(.door, within: .seconds(10))
            }
            Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                "the exchange after a second stop fails", code: "session.noStartAfterSecondStop", when: .notStarted)
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "cutConfigure",
            "A configureAndStart truncated on its way starts nothing, and the complete retry does",
            covers: [.complaint(.f33), .complaint(.f8)], phone: .strict(retry: .standard, rangingTimeout: .seconds(2)),
            opening: .connected(.door)
        ) {
            Cutting(.shareableConfiguration, to: 20, times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(10))
                Expect(.retry(.door), count: 1)
                    .otherwise(
                        "it accepts shareable configuration data that was truncated, including its length byte",
                        code: "shareable.truncatedAccepted", when: .nothingCame)
            }
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "corruptConfigure", "A wrong length byte in configureAndStart must be noticed, without lasting effect",
            covers: [.complaint(.f33)], phone: .strict(retry: .standard, rangingTimeout: .seconds(2))
        ) {
            Corrupting(.shareableConfiguration, byte: 5, xor: 0x40, times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(10))
                    .otherwise(
                        "the exchange after a wrong length byte fails", code: "shareable.wrongLengthConfuses",
                        when: .notStarted)
            }
            Expect(.ranging(.door), within: .seconds(3))
        }
    }
}
