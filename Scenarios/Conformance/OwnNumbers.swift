import ScenarioKit

extension DistanceReport {
    /// The message in which this project's simulated accessory sends its distances; no sheet has one.
    static let inMessages = DistanceReport.sent(field: MessageField(of: 0x32, at: 1, width: 2, .centimetres))
}

extension ScenarioGroup {
    /// Reports of distances and states that an accessory makes by itself.
    ///
    /// They are optional, so only an accessory that is declared to make them is tested; the reports must be correct.
    static let told = ScenarioGroup(
        suite: .robustness, tags: [.quick, .needsMotion, .robustness], phone: .strict, closing: .parting(.door)
    ) {
        Scenario(
            "printsWhatItMeasures",
            "The distances on its console must be those that it measures, nearby and on a walk",
            covers: [.rule(.normalSequence)]
        ) {
            Place(.door, at: .metres(1))
            Play(.ranging(.door))
            Stay(.seconds(4)) {
                Require(.rate(toldBy: .door, .known), atLeast: .hertz(3))
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
            "Its console must report the current session: not the previous one, and not one that is over",
            covers: [.rule(.normalSequence)]
        ) {
            Place(.door, at: .metres(1))
            Throughout {
                Expect(.reported(.line("UWB stopped"), by: .door), count: 0)
                    .otherwise(
                        "its console says that it stopped although no stop was sent", code: "told.state",
                        when: .tooManyCame)
            } steps: {
                Play(.ranging(.door))
                Stay(.seconds(5)) {
                    Expect(.reported(.distance(.known), by: .door), count: .atLeast(12))
                    Require(.distance(toldBy: .door, .known), percentile: 90, within: .metres(0.3))
                }
            }
            Stop(.door, within: .seconds(10))
            // The last line may still be on its way.
            Stay(.milliseconds(500))
            Stay(.seconds(2)) {
                Expect(.reported(.distance(.known), by: .door), count: 0)
                    .otherwise("it prints distances although it stopped", code: "told.afterStop", when: .tooManyCame)
            }
            Place(.door, at: .metres(4))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Stay(.seconds(4)) {
                Require(.rate(toldBy: .door, .known), atLeast: .hertz(3))
                Require(.distance(toldBy: .door, .known), percentile: 90, within: .metres(0.3))
                    .otherwise(
                        "in its second session it prints other distances than those of this session",
                        code: "told.otherSession", when: "told.differs")
            }
        }

        Scenario(
            "printsNoLostRound", "A round that failed has no distance: its console must not print one",
            tags: [.quick, .robustness, .needsAir], covers: [.rule(.normalSequence)], opening: .ranging(.door)
        ) {
            Stay(.seconds(2)) { Expect(.reported(.distance(.known), by: .door), count: .atLeast(3)) }
            Simulating(.uwbSilence, of: .door) {
                Stay(.milliseconds(500))
                Stay(.milliseconds(1500)) {
                    Expect(.reported(.distance(.known), by: .door), count: 0)
                        .otherwise(
                            "it prints a distance for rounds that failed", code: "told.lostRound", when: .tooManyCame)
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
                Require(.rate(toldBy: .door, .inMessages), atLeast: .hertz(3))
            }
            Place(.door, at: .metres(4))
            Stay(.seconds(4))
            Require(.distance(toldBy: .door, .inMessages), percentile: 90, within: .metres(0.3))
        }

        Scenario(
            "answersZones",
            "The app's message on entering or leaving a zone must be answered once, in time, and for that zone",
            covers: [.rule(.normalSequence)], phone: .tellingOfZones, opening: .exchanged(.door)
        ) {
            Throughout {
                Expect(.reported(.message(beginning: [0x31, 2]), by: .door), count: 0)
                    .otherwise("it takes the zone for the other one", code: "reaction.otherZone", when: .tooManyCame)
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
                .otherwise(
                    "it answers a zone message of the app more than once", code: "reaction.twice", when: .tooManyCame)
        }

        Scenario(
            "answersZoneMessages",
            "The app's message for a zone must be answered once, in time, and for that zone, also without ranging",
            tags: [.quick, .robustness], covers: [.rule(.normalSequence)], opening: .connected(.door),
            closing: .disconnecting(.door)
        ) {
            Throughout {
                Expect(.reported(.message(beginning: [0x31, 2]), by: .door), count: 0)
                    .otherwise("it takes the zone for the other one", code: "reaction.otherZone", when: .tooManyCame)
            } steps: {
                Send(.zone(1, isInside: true), to: .door)
                Expect(.reported(.message(beginning: [0x31]), by: .door), within: .seconds(5))
                    .otherwise("it does not answer the app's zone message", code: "reaction.none", when: .nothingCame)
                Stay(.seconds(1))
                Send(.zone(1, isInside: false), to: .door)
                Stay(.milliseconds(500)) {
                    Expect(.reported(.message(beginning: [0x31, 1, 0]), by: .door))
                        .otherwise(
                            "it answers the app's zone message too late", code: "reaction.slow",
                            when: "expectation.late")
                }
                Stay(.seconds(1))
            }
            Expect(.reported(.message(beginning: [0x31]), by: .door), count: 2)
                .otherwise(
                    "it answers a zone message of the app more than once", code: "reaction.twice", when: .tooManyCame)
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
