import ScenarioKit

extension ScenarioGroup {
    /// The screen's response times while the phone waits, and the number of connections. The limits are estimates:
    /// Apple gives none.
    static let screenFigures = ScenarioGroup(suite: .robustness, tags: [.quick, .robustness]) {
        Scenario(
            "quickToReady", "The screen takes at most 2 s from the choice to the connection, without user and launch",
            covers: [.servicePoint(.p14), .servicePoint(.p15)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"],
                    consent: ConsentPolicy(.allows, after: .seconds(3)), launchDelay: .seconds(2)))
        ) {
            Throughout {
                Require(.streams(to: .pad), atMost: 2)
                    .otherwise(
                        "it opens more than one connection for the invitation and one for the app",
                        code: "screen.connectsTwice", when: .limitMissed)
            } steps: {
                Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
                // It is listed by then: discovery is not measured here.
                Stay(.seconds(2))
                Let(.tv, .pick(name: "Pad"))
                Await(.companion(.pad, .connected), within: .seconds(15))
                    .otherwise(
                        "the app does not get a connection from the screen", code: "screen.notConnected",
                        when: .nothingCame)
                Stay(.seconds(1))
            }
            Require(.pickToReady(with: .pad), atMost: .seconds(2))
                .otherwise("its user waits for the screen, not for the phone", code: "screen.slow", when: .limitMissed)
        }

        Scenario(
            "quickReturns", "After ECONNABORTED the screen is back within 2 s, and continues 1 s after the app",
            covers: [.servicePoint(.p17), .servicePoint(.p18)], phone: .playing(.pad)
        ) {
            Throughout {
                Require(.streams(to: .pad), atMost: 5)
                    .otherwise(
                        "it opens more than one connection for a return of the app", code: "screen.connectsTwice",
                        when: .limitMissed)
            } steps: {
                Play(.padConnected)
                Play(.moves(5, apart: .milliseconds(50), within: .seconds(10)))
                Repeat(3) { Play(.awayFor(.seconds(1))) }
                Play(.moves(10, apart: .milliseconds(50), within: .seconds(10)))
            }
            Require(.abortToReconnect(with: .pad), atMost: .seconds(2))
                .otherwise(
                    "the app is in the background, and the screen takes its time to come back", code: "screen.slow",
                    when: .limitMissed)
            Require(.resumeToReady(with: .pad), atMost: .seconds(1))
                .otherwise("the app is back, and waits for the screen", code: "screen.slow", when: .limitMissed)
        }

        Scenario(
            "quickAnswers", "99 per cent of 200 moves are acknowledged within 100 ms",
            covers: [.servicePoint(.p1)], phone: .playing(.pad)
        ) {
            Play(.padConnected)
            Play(.moves(200, apart: .milliseconds(20), within: .seconds(20)))
            Require(.frameRoundTrip(with: .pad), percentile: 99, atMost: .milliseconds(100))
                .otherwise("controller input lags behind the hand", code: "screen.slow", when: .limitMissed)
        }
    }
}
