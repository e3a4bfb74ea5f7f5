import ScenarioKit

extension ScenarioGroup {
    /// A second screen, a screen's console output, and unannounced ends and returns (network fact sheet, section 9).
    static let aroundScreens = ScenarioGroup(suite: .companions, tags: [.quick], phone: .playing(.pad)) {
        Scenario(
            "secondScreen", "A second screen is refused while the first one plays, and gets its turn behind it",
            suite: .robustness, tags: [.robustness], covers: [.serviceCase(.c18)]
        ) {
            Throughout {
                Expect(.companion(.pad, .moveLost), count: 0)
                    .otherwise("the first screen lost a move to the second", code: "screen.losesMoves")
                Expect(.companion(.pad, .moveDoubled), count: 0)
                    .otherwise("the first screen took a move twice", code: "screen.doublesMoves")
            } steps: {
                Play(.padConnected)
                Let(.pad, .play(moves: 100, apart: .milliseconds(100)))
                Play(.pickedOnSecond("Pad"))
                Await(.companion(.pad, .invited), within: .seconds(15))
                    .otherwise("the second screen does not ask the device", code: "screen.notConnected")
                Stay(.seconds(8))
                Expect(.companion(.pad, .invited), count: 2)
                    .otherwise("it asks again and again while the app is busy", code: "screen.asksAgain")
                Expect(.companion(.pad, .connected), count: 1)
                Expect(.companion(.pad, .acknowledged), count: .atLeast(100), within: .seconds(15))
                    .otherwise("the first screen does not acknowledge every move", code: "screen.losesMoves")
            }
            Let(.tv, .cancel)
            Await(.companion(.pad, .closed), within: .seconds(5))
                .otherwise("it does not end the connection that its person ended", code: "screen.leaksConnections")
            Play(.pickedOnSecond("Pad"))
            Await(.companion(.pad, .connected), within: .seconds(15))
                .otherwise("the second screen does not get its turn", code: "screen.notConnected")
        }

        Scenario(
            "secondCancelled", "A screen whose connection a busy app cancels does not come again by itself",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c18), .serviceCase(.c16)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"], system: CompanionSystem(refusesWhileBusy: false))
            )
        ) {
            Play(.padConnected)
            Play(.pickedOnSecond("Pad"))
            Await(.companion(.pad, .allowed), within: .seconds(15))
                .otherwise("the second screen does not ask the device", code: "screen.notConnected")
            Expect(.companion(.pad, .connectRequested), count: .atLeast(2), within: .seconds(5))
                .otherwise("the second screen does not connect to the app", code: "screen.notConnected")
            Stay(.seconds(8))
            Expect(.companion(.pad, .invited), count: 2)
                .otherwise("it invites more than once for one choice", code: "screen.asksAgain")
            Expect(.companion(.pad, .connectRequested), count: 2)
                .otherwise("it reconnects although the app refused it", code: "screen.retriesBlindly")
            Expect(.companion(.pad, .connected), count: 1)
            Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
        }

        for milliseconds in [1, 4, 20, 200] {
            Scenario(
                "bothReturn", "App and screen come back at the same time: one connection comes of it",
                argument: "\(milliseconds)", covers: [.serviceCase(.c17)]
            ) {
                Play(.padConnected)
                Let(.pad, .background)
                Stay(.milliseconds(milliseconds))
                Let(.pad, .resume)
                Let(.tv, .goOn)
                Await(.companion(.pad, .resumed), within: .seconds(5))
                    .otherwise("no connection with the same token follows ECONNABORTED", code: "screen.neverReturns")
                Stay(.seconds(3))
                Expect(.companion(.pad, .connectRequested), count: 2)
                    .otherwise("it opens more than one connection for one", code: "screen.connectsTwice")
                Expect(.companion(.pad, .connected), count: 2)
                    .otherwise("it opens more than one connection for one", code: "screen.connectsTwice")
                Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
            }
        }

        Scenario(
            "killedUntold", "An app whose end nobody tells is not connected to again by itself",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c15), .serviceCase(.c16)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"], system: CompanionSystem(tellsKill: false)))
        ) {
            Play(.padConnected)
            Let(.pad, .kill)
            Throughout {
                Expect(.anyOf([.companion(.pad, .connectRequested), .companion(.pad, .invited)]), count: 0)
                    .otherwise("it reconnects after a reset, which is not ECONNABORTED", code: "screen.retriesBlindly")
            } steps: {
                Stay(.seconds(10))
            }
            Play(.padConnected)
        }

        Scenario(
            "watchWaits", "A Watch that does not let its app into the network is waited for",
            covers: [.serviceCase(.c32)], phone: .playing(.watch)
        ) {
            Let(.watch, .losePath)
            Play(.picked("Watch", on: .watchOS))
            Await(.companion(.watch, .parked), within: .seconds(15))
                .otherwise(
                    "the app does not get a connection from the screen", code: "screen.notConnected")
            Throughout {
                Expect(.companion(.watch, .connected), count: 0)
            } steps: {
                Stay(.seconds(10))
            }
            Let(.watch, .regainPath)
            Await(.companion(.watch, .connected), within: .seconds(5))
                .otherwise("the connection that waited for the app does not get ready", code: "screen.gaveUp")
            Expect(.companion(.watch, .invited), count: 1)
                .otherwise("it asks the person again for what was allowed", code: "screen.asksAgain")
        }

        Scenario(
            "showsStates", "Its console names each state of the connection when it has come",
            suite: .robustness, tags: [.robustness], covers: [.serviceCase(.c12), .serviceCase(.c21)]
        ) {
            Play(.padConnected)
            Expect(.screenConsole(of: .tv, containing: "ready"), count: .atLeast(1), within: .seconds(5))
                .otherwise("it does not show that the connection is ready", code: "screen.readyUnshown")
            Let(.pad, .background)
            Expect(.screenConsole(of: .tv, containing: "ECONNABORTED"), count: .atLeast(1), within: .seconds(5))
                .otherwise("it does not show why the connection failed", code: "screen.endUnnamed")
            Let(.tv, .goOn)
            Expect(.companion(.pad, .parked), count: 1, within: .seconds(10))
                .otherwise("no connection with the same token follows ECONNABORTED", code: "screen.neverReturns")
            Throughout {
                Expect(.screenConsole(of: .tv, containing: "ready"), count: 0)
                    .otherwise("it shows ready while the app is away", code: "screen.readyEarly")
            } steps: {
                Stay(.seconds(3))
            }
            Let(.pad, .resume)
            Await(.screenConsole(of: .tv, containing: "ready"), within: .seconds(5))
                .otherwise("it does not show that the connection is ready", code: "screen.readyUnshown")
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
