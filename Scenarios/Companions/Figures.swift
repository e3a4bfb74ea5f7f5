import ScenarioKit

extension ScenarioGroup {
    /// The screen's response times while the phone waits, and the number of connections. The limits are estimates:
    /// Apple gives none.
    static let screenFigures = ScenarioGroup(suite: .robustness, tags: [.quick, .robustness]) {
        Scenario(
            "quickToReady", "From the choice to the connection the screen takes 2 s, without the person and the launch",
            covers: [.servicePoint(.p14), .servicePoint(.p15)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"],
                    consent: ConsentPolicy(.allows, after: .seconds(3)), launchDelay: .seconds(2)))
        ) {
            Throughout {
                Require(.streams(to: .pad), atMost: 2)
                    .otherwise(
                        "one connection for the invitation and one for the app are enough",
                        code: "screen.connectsTwice")
            } steps: {
                Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
                // It is listed by then: discovery is not measured here.
                Stay(.seconds(2))
                Let(.tv, .pick(name: "Pad"))
                Await(.companion(.pad, .connected), within: .seconds(15))
                    .otherwise(
                        "the app does not get a connection from the screen", code: "screen.notConnected")
                Stay(.seconds(1))
            }
            Require(.pickToReady(with: .pad), atMost: .seconds(2))
                .otherwise("its person waits for the screen, and not for the phone", code: "screen.slow")
        }

        Scenario(
            "quickReturns", "Behind ECONNABORTED the screen is back within 2 s, and goes on a second behind the app",
            covers: [.servicePoint(.p17), .servicePoint(.p18)], phone: .playing(.pad)
        ) {
            Throughout {
                Require(.streams(to: .pad), atMost: 5)
                    .otherwise("each return of the app takes one connection", code: "screen.connectsTwice")
            } steps: {
                Play(.padConnected)
                Play(.moves(5, apart: .milliseconds(50), within: .seconds(10)))
                Repeat(3) { Play(.awayFor(.seconds(1))) }
                Play(.moves(10, apart: .milliseconds(50), within: .seconds(10)))
            }
            Require(.abortToReconnect(with: .pad), atMost: .seconds(2))
                .otherwise("the app waits for the screen when it comes back", code: "screen.slow")
            Require(.resumeToReady(with: .pad), atMost: .seconds(1))
                .otherwise("the app is back, and the screen does not go on", code: "screen.slow")
        }

        Scenario(
            "quickAnswers", "Of 200 moves, 99 in a hundred are acknowledged within 100 ms",
            covers: [.servicePoint(.p1)], phone: .playing(.pad)
        ) {
            Play(.padConnected)
            Play(.moves(200, apart: .milliseconds(20), within: .seconds(20)))
            Require(.frameRoundTrip(with: .pad), percentile: 99, atMost: .milliseconds(100))
                .otherwise("input of a controller lags behind the hand", code: "screen.slow")
        }
    }
}
