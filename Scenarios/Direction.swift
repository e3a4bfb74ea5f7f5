import ScenarioKit

// Directions seen by the phone. They judge no accessory: no suite has these, and `trammel run NAME` plays them.

extension ScenarioGroup {
    static let direction = ScenarioGroup(tags: [.quick], opening: .connected(.door), closing: .parting(.door)) {
        // The limits are those of the simulated antennas: 3 degrees of noise, more around obstacles.
        Scenario(
            "directionAhead", "An accessory to the right and below is seen there, within the antennas' tolerance"
        ) {
            Place(.door, at: .metres(2), azimuth: .degrees(20), elevation: .degrees(-10))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.direction(of: .door), count: .atLeast(20), within: .seconds(8))
            Require(.directionAvailability(of: .door), atLeast: .percent(90))
            Require(.azimuthBias(of: .door), within: .degrees(4))
            Require(.elevationBias(of: .door), within: .degrees(4))
            Require(.azimuthDeviation(of: .door), atMost: .degrees(8))
            Require(.elevationDeviation(of: .door), atMost: .degrees(8))
        }

        // A phone as people hold it: most of the time its back points elsewhere.
        Scenario(
            "turnedAwayAndBack", "The phone is turned away: distances continue, directions stop and return"
        ) {
            Place(.door, at: .metres(2), azimuth: .degrees(10))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.direction(of: .door), count: .atLeast(3), within: .seconds(4))
            TurnPhone(by: .degrees(-120), over: .seconds(2))
            Stay(.seconds(2)) {
                Expect(.ranging(.door), count: .atLeast(5))
                Expect(.direction(of: .door), count: 0)
            }
            TurnPhone(by: .degrees(120), over: .seconds(2))
            Throughout {
                Require(.azimuthBias(of: .door), within: .degrees(5))
            } steps: {
                Await(.direction(of: .door), count: .atLeast(10), within: .seconds(5))
            }
        }

        // Walking up to a door with the phone held askew.
        Scenario("walksWithABearing", "On a walk toward an accessory on the left it is seen on the left all the way") {
            Place(.door, at: .metres(6), azimuth: .degrees(-30))
            Exchange(.configuration, with: .door, within: .seconds(5))
            Throughout {
                Require(.directionAvailability(of: .door), atLeast: .percent(90))
                Require(.azimuthBias(of: .door), within: .degrees(4))
            } steps: {
                Walk(toward: .door, from: .metres(6), to: .metres(3.5), at: .metresPerSecond(0.5))
                    .seen(azimuth: .degrees(-30))
            }
        }

        // Phones with the second UWB chip report only the distance of accessories (nearby-interaction.md, section 5.7).
        Scenario(
            "phoneWithoutDirection", "A phone without the antennas for it ranges, and never reports a direction",
            phone: PhoneSetup(capabilities: PhoneCapabilities(direction: false))
        ) {
            Place(.door, at: .metres(2), azimuth: .zero)
            Exchange(.configuration, with: .door, within: .seconds(5))
            Stay(.seconds(2)) {
                Expect(.ranging(.door), count: .atLeast(5))
                Expect(.direction(of: .door), count: 0)
            }
        }
    }
}
