import ScenarioKit

extension ScenarioGroup {
    /// From the picker to the launched app (network fact sheet, section 0, points 2 to 15).
    static let picking = ScenarioGroup(suite: .companions, tags: [.quick], phone: .playing(.pad)) {
        Scenario(
            "picksAndPlays", "A device is picked, its person asked, its app launched, and a game is played",
            covers: [.servicePoint(.p19), .servicePoint(.p14)]
        ) {
            Throughout {
                Expect(.companion(.pad, .moveLost), count: 0)
                    .otherwise("the screen lost a move", code: "screen.losesMoves")
                Expect(.companion(.pad, .moveDoubled), count: 0)
                    .otherwise("the screen took a move twice", code: "screen.doublesMoves")
            } steps: {
                Play(.padConnected)
                Play(.moves(20, apart: .milliseconds(100), within: .seconds(10)))
            }
            Play(.padConnectedOnce)
        }

        Scenario(
            "launchesOnce", "One choice asks the person once and launches the app once",
            covers: [.servicePoint(.p5), .servicePoint(.p9)]
        ) {
            Play(.padConnected)
            Stay(.seconds(5))
            Expect(.companion(.pad, .invited), count: 1)
                .otherwise("it asks more than once for one choice", code: "screen.asksAgain")
            Expect(.companion(.pad, .launched), count: 1)
            Expect(.companion(.pad, .listening), count: 1)
            Play(.padConnectedOnce)
        }

        for platform in CompanionPlatform.allCases {
            Scenario(
                "filtersPlatforms", "A device of another platform than the app looks for is not asked",
                argument: "\(platform)", covers: [.serviceCase(.c4), .servicePoint(.p4)],
                phone: .playing(.pad, .handset, .watch)
            ) {
                Let(.tv, .openPicker(service: "game", platforms: [platform]))
                Let(.tv, .pick(name: platform == .iPadOS ? "Handset" : "Pad"))
                Throughout {
                    Expect(.anyOf([.companion(.pad, .invited), .companion(.handset, .invited)]), count: 0)
                        .otherwise(
                            "it lists a device of a platform that it does not look for", code: "screen.otherPlatform")
                } steps: {
                    Stay(.seconds(5))
                }
                Play(.connected(to: platform.fitting.name, shownAs: platform.fitting.shown, on: platform))
            }
        }

        for service in ["Game", "game ", "chess"] {
            Scenario(
                "comparesLetters", "A service with another identifier is another service",
                argument: service == "Game" ? "capital" : service == "chess" ? "other" : "blank",
                suite: service == "chess" ? nil : .robustness, tags: service == "chess" ? nil : [.robustness],
                covers: [.serviceCase(.c3), .serviceCase(.c2), .servicePoint(.p10)],
                phone: .playing(
                    CompanionSetup(.pad, shownAs: "Pad", .iPadOS, services: [ServiceIdentifier(service)]), .handset)
            ) {
                Play(.picked("Pad", on: .iPadOS))
                Expect(.companion(.pad, .invited), count: 0, for: .seconds(5))
                    .otherwise("it takes identifiers for equal that differ", code: "screen.otherService")
                Play(.connected(to: .handset, shownAs: "Handset", on: .iOS))
            }
        }

        Scenario(
            "twoServices", "Of two services each is found where it is advertised", covers: [.serviceCase(.c34)],
            phone: .playing(
                .pad, CompanionSetup(.handset, shownAs: "Handset", .iOS, services: ["chess", "draughts"]))
        ) {
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise("it asks a device that does not have the service", code: "screen.otherService")
            } steps: {
                Let(.tv, .openPicker(service: "chess", platforms: [.iOS, .iPadOS]))
                Let(.tv, .pick(name: "Handset"))
                Await(.companion(.handset, .connected), within: .seconds(15))
                    .otherwise(
                        "the app does not get a connection from the screen", code: "screen.notConnected")
            }
            Let(.tv, .cancel)
            Await(.companion(.handset, .closed), within: .seconds(5))
                .otherwise("it does not end the connection that its person ended", code: "screen.leaksConnections")
            Play(.connected(to: .pad, shownAs: "Pad", on: .iPadOS))
            Expect(.companion(.handset, .invited), count: 1)
                .otherwise("it asks a device that does not have the service", code: "screen.otherService")
        }

        Scenario(
            "sameNameTwice", "Of two devices with one name the chosen one is asked", covers: [.serviceCase(.c22)],
            phone: .playing(
                .pad, CompanionSetup(.handset, shownAs: "Pad", .iPadOS, services: ["game"], isOffered: false))
        ) {
            Await(.companion(.pad, .offered), within: .seconds(5))
            Let(.handset, .offer)
            Await(.companion(.handset, .offered), within: .seconds(5))
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise("it asks another device than the one that was chosen", code: "screen.otherDevice")
            } steps: {
                Play(.picked("Pad #2", on: .iPadOS))
                Await(.companion(.handset, .connected), within: .seconds(15))
                    .otherwise("the screen does not connect to the device that was chosen", code: "screen.notConnected")
            }
        }

        Scenario(
            "renamedWhileListed", "A device that gets another name while the picker is open is listed by that one",
            covers: [.serviceCase(.c23), .serviceCase(.c25)]
        ) {
            Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
            Stay(.seconds(3))
            Let(.pad, .rename(shownAs: "Kitchen"))
            Await(.companion(.pad, .offered), within: .seconds(5))
            Stay(.seconds(2))
            Let(.tv, .pick(name: "Kitchen"))
            Play(.padListed("no invitation comes to the device by its new name"))
        }

        Scenario(
            "comesWhileListed", "A device that comes into the network while the picker is open is listed",
            covers: [.serviceCase(.c23)],
            phone: .playing(CompanionSetup(.pad, shownAs: "Pad", .iPadOS, services: ["game"], isOffered: false))
        ) {
            Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
            Stay(.seconds(3))
            Let(.pad, .offer)
            Await(.companion(.pad, .offered), within: .seconds(5))
            Let(.tv, .pick(name: "Pad"))
            Play(.padListed("no invitation comes to a device that came later"))
        }

        Scenario(
            "leavesWhileListed", "A device that says goodbye is not asked any more", covers: [.serviceCase(.c24)]
        ) {
            Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
            Stay(.seconds(3))
            Let(.pad, .leave)
            Stay(.seconds(3))
            Let(.tv, .pick(name: "Pad"))
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise("it asks a device that left the network", code: "screen.staleList")
            } steps: {
                Stay(.seconds(5))
            }
            Let(.pad, .offer)
            // A person could not choose it earlier.
            Let(.tv, .pick(name: "Pad"))
            Play(.padListed("no invitation comes to a device that came back"))
        }

        Scenario(
            "silentWhileListed", "A device that falls silent while it is listed is given up, and can be chosen again",
            suite: .robustness, tags: [.long, .robustness], covers: [.serviceCase(.c24)]
        ) {
            Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
            Stay(.seconds(3))
            Troubling(.silence) {
                Stay(.seconds(5))
                Let(.tv, .pick(name: "Pad"))
                // Shorter than the time after which TCP itself gives up a connection.
                Stay(.seconds(90))
            }
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise("it still asks for what was chosen 90 s before", code: "screen.hangs")
            } steps: {
                Stay(.seconds(3))
            }
            Play(.picked("Pad", on: .iPadOS))
            Await(.companion(.pad, .connected), within: .seconds(15))
                .otherwise("it does not get over a device that did not answer", code: "screen.hangs")
        }

        Scenario(
            "foreignCertificate", "Whoever shows another certificate than the record's is not asked",
            covers: [.serviceCase(.c21), .servicePoint(.p3)]
        ) {
            Await(.companion(.pad, .offered), within: .seconds(5))
            Let(.pad, .impersonate)
            Play(.picked("Pad", on: .iPadOS))
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise("it talks to anybody, whatever certificate is shown", code: "screen.trustsAnybody")
            } steps: {
                Stay(.seconds(8))
            }
            Let(.pad, .beItself)
            Play(.padConnected)
        }
    }
}
