import ScenarioKit

extension DistanceReport {
    /// The message in which this project's simulated accessory sends its distances; no sheet has one.
    static let inMessages = DistanceReport.sent(field: MessageField(of: 0x32, at: 1, width: 2, .centimetres))
}

extension ScenarioGroup {
    /// An accessory's reports of its own distances and states.
    ///
    /// They are optional, so only an accessory that is declared to make them is tested; the reports must be correct.
    static let told = ScenarioGroup(
        suite: .robustness, tags: [.quick, .needsMotion, .robustness], phone: .strict, closing: .parting(.door)
    ) {
        Scenario(
            "printsWhatItMeasures",
            "The distances on its console must be those that it measures, near by and on a walk",
            covers: [.rule(.normalSequence)]
        ) {
            Place(.door, at: .metres(1))
            Play(.ranging(.door))
            Stay(.seconds(4)) {
                Require(.rate(toldBy: .door, .known), atLeast: .hertz(3)).otherwise(
                    "it prints distances too seldom", code: "told.seldom")
            }
            Walk(awayFrom: .door, from: .metres(1), to: .metres(4), at: .metresPerSecond(1)) {
                Leave(.near, at: .metres(1.7), give: .metres(1))
                Leave(.far, at: .metres(3.2), give: .metres(1))
            }
            Stay(.seconds(4)) { Require(.error(toldBy: .door, .known), percentile: 75, within: .metres(0.5)) }
            Require(.distance(toldBy: .door, .known), percentile: 90, within: .metres(0.3))
        }

        Scenario(
            "printsTheSessionAtHand",
            "Its console must tell of the session that runs: not of the one before, and not of one that is over",
            covers: [.rule(.normalSequence)]
        ) {
            Place(.door, at: .metres(1))
            Throughout {
                Expect(.reported(.line("UWB stopped"), by: .door), count: 0)
                    .otherwise("its console says that it stopped while it ranges", code: "told.state")
            } steps: {
                Play(.ranging(.door))
                Stay(.seconds(2)) { Expect(.reported(.distance(.known), by: .door), count: .atLeast(3)) }
            }
            Stop(.door, within: .seconds(10))
            // The last line may still be on its way.
            Stay(.milliseconds(500))
            Stay(.seconds(2)) {
                Expect(.reported(.distance(.known), by: .door), count: 0)
                    .otherwise("it prints distances although it stopped", code: "told.afterStop")
            }
            Place(.door, at: .metres(4))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Stay(.seconds(4)) {
                Require(.rate(toldBy: .door, .known), atLeast: .hertz(3)).otherwise(
                    "it prints distances too seldom", code: "told.seldom")
                Require(.distance(toldBy: .door, .known), percentile: 90, within: .metres(0.3))
                    .otherwise("the distances that it prints are not those of this session", code: "told.otherSession")
            }
        }

        Scenario(
            "printsNoLostRound", "A round that failed has no distance: its console must not tell one",
            tags: [.quick, .robustness, .simulatorOnly], covers: [.rule(.normalSequence)], opening: .ranging(.door)
        ) {
            Stay(.seconds(2)) { Expect(.reported(.distance(.known), by: .door), count: .atLeast(3)) }
            Simulating(.uwbSilence, of: .door) {
                Stay(.milliseconds(500))
                Stay(.milliseconds(1500)) {
                    Expect(.reported(.distance(.known), by: .door), count: 0)
                        .otherwise("it prints a distance for rounds that failed", code: "told.lostRound")
                }
            }
        }

        Scenario(
            "sendsWhatItMeasures", "The distances that it sends to its app must be those that it measures",
            covers: [.rule(.normalSequence)]
        ) {
            Place(.door, at: .metres(1))
            Play(.ranging(.door))
            Stay(.seconds(4)) {
                Require(.rate(toldBy: .door, .inMessages), atLeast: .hertz(3)).otherwise(
                    "it sends distances too seldom", code: "told.seldom")
            }
            Place(.door, at: .metres(4))
            Stay(.seconds(4))
            Require(.distance(toldBy: .door, .inMessages), percentile: 90, within: .metres(0.3))
        }

        Scenario(
            "answersZones",
            "What the app writes when a zone is entered or left must be answered once, in time, and for that zone",
            covers: [.rule(.normalSequence)], phone: .tellingOfZones, opening: .exchanged(.door)
        ) {
            Throughout {
                Expect(.reported(.message(beginning: [0x31, 2]), by: .door), count: 0)
                    .otherwise("it takes the zone for the other one", code: "reaction.otherZone")
            } steps: {
                Walk(toward: .door, from: .metres(5), to: .metres(2.2), at: .metresPerSecond(1)) {
                    Enter(.far, at: .metres(3), give: .metres(1))
                }
                Stay(.milliseconds(500))
            }
            Walk(toward: .door, from: .metres(2.2), to: .metres(0.5), at: .metresPerSecond(1)) {
                Enter(.near, at: .metres(1.5), give: .metres(1))
            }
            Walk(awayFrom: .door, from: .metres(0.5), to: .metres(5), at: .metresPerSecond(1)) {
                Leave(.near, at: .metres(1.7), give: .metres(1))
                Leave(.far, at: .metres(3.2), give: .metres(1))
            }
            Stay(.milliseconds(500))
            Require(
                .reaction(of: .door, to: .light, on: true, .message(beginning: [0x31, 1, 1])),
                atMost: .milliseconds(500))
            Require(
                .reaction(of: .door, to: .unlock, on: true, .message(beginning: [0x31, 2, 1])),
                atMost: .milliseconds(500))
            Require(
                .reaction(of: .door, to: .unlock, on: false, .message(beginning: [0x31, 2, 0])),
                atMost: .milliseconds(500))
            Require(
                .reaction(of: .door, to: .light, on: false, .message(beginning: [0x31, 1, 0])),
                atMost: .milliseconds(500))
            Expect(.reported(.message(beginning: [0x31]), by: .door), count: 4)
                .otherwise("it does not answer each of the app's words about zones once", code: "reaction.twice")
        }
    }
}

extension PhoneSetup {
    /// An app that writes a message for each zone: the zone's number, and 1 for inside or 0 for outside.
    fileprivate static let tellingOfZones = PhoneSetup(
        features: [
            Feature(name: .light, inside: .far, onEntering: [0x30, 1, 1], onLeaving: [0x30, 1, 0]),
            Feature(name: .unlock, inside: .near, onEntering: [0x30, 2, 1], onLeaving: [0x30, 2, 0]),
        ],
        retry: .never, rangingTimeout: .seconds(8))
}
