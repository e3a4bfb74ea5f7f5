import ScenarioKit

extension ScenarioGroup {
    /// Actions of people and apps around a session, each in a small flow: examples to read and copy, which together
    /// play each word of the language.
    static let phoneLife = ScenarioGroup {
        Scenario("firstMeeting", "Finds the door, connects, pairs and measures it, and then nothing else happens") {
            Find(.door, within: .seconds(5))
            Expect(.found(.door), count: .atLeast(1))
            Throughout {
                Expect(.connected(.door), count: 1)
                Expect(.pairingFailed(.door), count: 0)
                Require(.connection(of: .door), atMost: .seconds(5))
            } steps: {
                Connect(.door, within: .seconds(5))
                Pair(.door, within: .seconds(10))
                Expect(.anyOf([.paired(.door), .encrypted(.door)]), count: .atLeast(1))
                Expect(.paired(.door), count: 1)
            }
            Throughout {
                Expect(.writeRefused(.door), count: 0)
                // Qorvo's firmware reports that it is paired.
                Expect(.received(.paired, from: .door), count: .atMost(1))
            } steps: {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                Stay(.seconds(1))
            }
            Stop(.door, within: .seconds(10))
            Disconnect(.door, within: .seconds(2))
        }

        // A pause is not announced to the accessory, and running again needs no initialize.
        Scenario("pausedSession", "The app pauses its session, runs it again, and the system ends it") {
            Play(.ranging(.door))
            Pause(.door)
            Stay(.seconds(1))
            Run(.door)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
            Invalidate(.door, because: .sessionFailed)
            Expect(.invalidated(.door, code: .sessionFailed), count: 1)
            Exchange(.configuration, with: .door, within: .seconds(5))
            Await(.ranging(.door), within: .seconds(5))
            Play(.parting(.door))
        }

        // The app's knowledge of the door ends with its process.
        Scenario(
            "launchedByHand", "The user quits the app and launches it again: it finds the door as if for the first time"
        ) {
            Play(.ranging(.door))
            QuitApp()
            Expect(.disconnected(.door), within: .seconds(2))
            Stay(.seconds(1))
            LaunchApp()
            Play(.ranging(.door))
            Play(.parting(.door))
        }

        // The zone is named, not just the distance.
        Scenario("crossedZone", "Enters a zone and leaves it again, by the zone's name") {
            Play(.ranging(.door))
            Throughout {
                Expect(.entered(.far, .door), count: 1)
                Expect(.left(.far, .door), count: 1)
            } steps: {
                Walk(toward: .door, from: .metres(5), to: .metres(2.2), at: .metresPerSecond(1)) {
                    Enter(.far, at: .metres(3), give: .metres(1))
                }
                Walk(awayFrom: .door, from: .metres(2.2), to: .metres(5), at: .metresPerSecond(1)) {
                    Leave(.far, at: .metres(3.2), give: .metres(1))
                }
            }
            Play(.parting(.door))
        }

        // Choices that the standard phone leaves to chance or to the system.
        Scenario(
            "ownChoices",
            "A phone with unusual settings: slots, preamble, clock drift, country, and a system with limits",
            suite: .robustness, tags: [.robustness], covers: [.rule(.phoneSide)],
            phone: PhoneSetup(
                shareable: ShareableSetup(slotsPerRound: 8, driftPPM: 100, preambleCode: 10, countryCode: "EU"),
                runningLimit: .seconds(3600), suspensionLimit: .seconds(600))
        ) {
            Play(.ranging(.door))
            // Into the zone where the accessory is.
            Stay(.seconds(3))
            Repeat(1) {
                Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                NothingElse(for: .seconds(1))
            }
            Send(.newShareableConfiguration, to: .door)
            Stay(.milliseconds(500))
            Play(.parting(.door))
        }
    }
}
