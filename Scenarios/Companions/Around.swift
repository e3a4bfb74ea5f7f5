import ScenarioKit

extension ScenarioGroup {
    /// A second screen, a screen's console output, and unannounced ends and returns (network.md, section 9).
    static let aroundScreens = ScenarioGroup(suite: .companions, tags: [.quick], phone: .playing(.pad)) {
        Scenario(
            "secondScreen", "A second screen is refused while the first one plays, and gets its turn afterwards",
            suite: .robustness, tags: [.robustness], covers: [.serviceCase(.c18)]
        ) {
            Throughout {
                Expect(.companion(.pad, .moveLost), count: 0)
                    .otherwise(
                        "the first screen lost or skipped a move", code: "screen.losesMoves", when: .tooManyCame)
                Expect(.companion(.pad, .moveDoubled), count: 0)
                    .otherwise(
                        "the first screen acknowledged a move twice, or one never made", code: "screen.doublesMoves",
                        when: .tooManyCame)
            } steps: {
                Play(.padConnected)
                Let(.pad, .play(moves: 100, apart: .milliseconds(100)))
                Play(.pickedOnSecond("Pad"))
                Await(.companion(.pad, .invited), within: .seconds(15))
                    .otherwise(
                        "the second screen does not invite the device", code: "screen.notConnected", when: .nothingCame)
                Stay(.seconds(8))
                Expect(.companion(.pad, .invited), count: 2)
                    .otherwise("it asks again while the app is busy", code: "screen.asksAgain", when: .tooManyCame)
                Expect(.companion(.pad, .connected), count: 1)
                Expect(.companion(.pad, .acknowledged), count: .atLeast(100), within: .seconds(15))
                    .otherwise(
                        "the first screen leaves moves unacknowledged", code: "screen.losesMoves", when: .tooFewCame,
                        .nothingCame)
            }
            Let(.tv, .cancel)
            Await(.companion(.pad, .closed), within: .seconds(5))
                .otherwise(
                    "it does not end the connection that its user ended", code: "screen.leaksConnections",
                    when: .nothingCame)
            Play(.pickedOnSecond("Pad"))
            Await(.companion(.pad, .connected), within: .seconds(15))
                .otherwise("the second screen does not get its turn", code: "screen.notConnected", when: .nothingCame)
        }

        Scenario(
            "secondCancelled", "A screen whose connection a busy app cancels does not reconnect by itself",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c18), .serviceCase(.c16)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"], system: CompanionSystem(refusesWhileBusy: false))
            )
        ) {
            Play(.padConnected)
            Play(.pickedOnSecond("Pad"))
            Await(.companion(.pad, .invited), within: .seconds(15))
                .otherwise(
                    "the second screen does not invite the device", code: "screen.notConnected", when: .nothingCame)
            Expect(.companion(.pad, .connectRequested), count: .atLeast(2), within: .seconds(5))
                .otherwise(
                    "the second screen does not connect to the app", code: "screen.notConnected", when: .tooFewCame,
                    .nothingCame)
            Stay(.seconds(8))
            Expect(.companion(.pad, .invited), count: 2)
                .otherwise("it invites more than once for one choice", code: "screen.asksAgain", when: .tooManyCame)
            Expect(.companion(.pad, .connectRequested), count: 2)
                .otherwise(
                    "it reconnects although the app refused it", code: "screen.retriesBlindly", when: .tooManyCame)
            Expect(.companion(.pad, .connected), count: 1)
            Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
        }

        for milliseconds in [1, 4, 20, 200] {
            Scenario(
                "bothReturn", "App and screen come back at the same time and make one connection",
                argument: "\(milliseconds)", covers: [.serviceCase(.c17)]
            ) {
                Play(.padConnected)
                Let(.pad, .background)
                Stay(.milliseconds(milliseconds))
                Let(.pad, .resume)
                Let(.tv, .goOn)
                Await(.companion(.pad, .resumed), within: .seconds(5))
                    .otherwise(
                        "no connection with the same token follows ECONNABORTED", code: "screen.neverReturns",
                        when: .nothingCame)
                Stay(.seconds(3))
                Expect(.companion(.pad, .connectRequested), count: 2)
                    .otherwise(
                        "it opens more than one new connection", code: "screen.connectsTwice", when: .tooManyCame)
                Expect(.companion(.pad, .connected), count: 2)
                    .otherwise(
                        "it opens more than one new connection", code: "screen.connectsTwice", when: .tooManyCame)
                Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
            }
        }

        Scenario(
            "killedUntold", "A screen does not reconnect by itself to an app whose end was not announced",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c15), .serviceCase(.c16)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"], system: CompanionSystem(tellsKill: false)))
        ) {
            Play(.padConnected)
            Let(.pad, .kill)
            Throughout {
                Expect(.anyOf([.companion(.pad, .connectRequested), .companion(.pad, .invited)]), count: 0)
                    .otherwise(
                        "after a reset, which is not ECONNABORTED, it connects or invites again",
                        code: "screen.retriesBlindly", when: .tooManyCame)
            } steps: {
                Stay(.seconds(10))
            }
            Play(.padConnected)
        }

        Scenario(
            "watchWaits", "The screen waits for a Watch that keeps its app off the network",
            covers: [.serviceCase(.c32)], phone: .playing(.watch)
        ) {
            Let(.watch, .losePath)
            Play(.picked("Watch", on: .watchOS))
            Await(.companion(.watch, .parked), within: .seconds(15))
                .otherwise(
                    "no connection from the screen waits for the app", code: "screen.notConnected", when: .nothingCame)
            Throughout {
                Expect(.companion(.watch, .connected), count: 0)
            } steps: {
                Stay(.seconds(10))
            }
            Let(.watch, .regainPath)
            Await(.companion(.watch, .connected), within: .seconds(5))
                .otherwise(
                    "the connection that waited for the app does not become ready", code: "screen.gaveUp",
                    when: .nothingCame)
            Expect(.companion(.watch, .invited), count: 1)
                .otherwise(
                    "it asks the user again although access was allowed", code: "screen.asksAgain", when: .tooManyCame)
        }

        Scenario(
            "showsStates", "Its console prints each state of the connection as it occurs",
            suite: .robustness, tags: [.robustness], covers: [.serviceCase(.c12), .serviceCase(.c21)]
        ) {
            Play(.padConnected)
            Expect(.screenConsole(of: .tv, containing: "ready"), count: .atLeast(1), within: .seconds(5))
                .otherwise(
                    "it does not show that the connection is ready", code: "screen.readyUnshown", when: .nothingCame)
            Let(.pad, .background)
            Expect(.screenConsole(of: .tv, containing: "ECONNABORTED"), count: .atLeast(1), within: .seconds(5))
                .otherwise("it does not show why the connection failed", code: "screen.endUnnamed", when: .nothingCame)
            Let(.tv, .goOn)
            Expect(.companion(.pad, .parked), count: 1, within: .seconds(10))
                .otherwise(
                    "no connection with the same token follows ECONNABORTED", code: "screen.neverReturns",
                    when: .nothingCame)
            Throughout {
                Expect(.screenConsole(of: .tv, containing: "ready"), count: 0)
                    .otherwise("it shows ready while the app is away", code: "screen.readyEarly", when: .tooManyCame)
            } steps: {
                Stay(.seconds(3))
            }
            Let(.pad, .resume)
            Await(.screenConsole(of: .tv, containing: "ready"), within: .seconds(5))
                .otherwise(
                    "it does not show that the connection is ready", code: "screen.readyUnshown", when: .nothingCame)
            Expect(.companion(.pad, .connected), count: 2)
        }
    }
}

extension SharedSteps {
    /// The person at the second screen opens the picker for the game and chooses a tablet.
    fileprivate static func pickedOnSecond(_ shown: String) -> SharedSteps {
        SharedSteps {
            Let(.secondTV, .openPicker(service: "game", platforms: [.iPadOS]))
            Let(.secondTV, .pick(name: shown))
        }
    }
}
