import ScenarioKit

extension ScenarioGroup {
    /// From the picker to the launched app (network.md, section 0, points 2 to 15).
    static let picking = ScenarioGroup(suite: .companions, tags: [.quick], phone: .playing(.pad)) {
        Scenario(
            "picksAndPlays", "A device is picked, its user asked, its app launched, and a game is played",
            covers: [.servicePoint(.p19), .servicePoint(.p14)]
        ) {
            Throughout {
                Expect(.companion(.pad, .moveLost), count: 0)
                    .otherwise("the screen lost or skipped a move", code: "screen.losesMoves", when: .tooManyCame)
                Expect(.companion(.pad, .moveDoubled), count: 0)
                    .otherwise(
                        "the screen acknowledged a move twice, or one never made", code: "screen.doublesMoves",
                        when: .tooManyCame)
            } steps: {
                Play(.padConnected)
                Play(.moves(20, apart: .milliseconds(100), within: .seconds(10)))
            }
            Play(.padConnectedOnce)
        }

        Scenario(
            "launchesOnce", "One choice asks the user once and launches the app once",
            covers: [.servicePoint(.p5), .servicePoint(.p9)]
        ) {
            Play(.padConnected)
            Stay(.seconds(5))
            Expect(.companion(.pad, .invited), count: 1)
                .otherwise("it asks more than once for one choice", code: "screen.asksAgain", when: .tooManyCame)
            Expect(.companion(.pad, .launched), count: 1)
            Expect(.companion(.pad, .listening), count: 1)
            Play(.padConnectedOnce)
        }

        for platform in CompanionPlatform.allCases {
            Scenario(
                "filtersPlatforms", "A device of a platform that the app does not look for is not invited",
                argument: "\(platform)", covers: [.serviceCase(.c4), .servicePoint(.p4)],
                phone: .playing(.pad, .handset, .watch)
            ) {
                Let(.tv, .openPicker(service: "game", platforms: [platform]))
                Let(.tv, .pick(name: platform == .iPadOS ? "Handset" : "Pad"))
                Throughout {
                    Expect(.anyOf([.companion(.pad, .invited), .companion(.handset, .invited)]), count: 0)
                        .otherwise(
                            "it invites a device of a platform that it does not look for", code: "screen.otherPlatform",
                            when: .tooManyCame)
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
                    .otherwise(
                        "it invites a device for a service with another identifier", code: "screen.otherService",
                        when: .tooManyCame)
                Play(.connected(to: .handset, shownAs: "Handset", on: .iOS))
            }
        }

        Scenario(
            "twoServices", "Each of two services is found where it is advertised", covers: [.serviceCase(.c34)],
            phone: .playing(
                .pad, CompanionSetup(.handset, shownAs: "Handset", .iOS, services: ["chess", "draughts"]))
        ) {
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise(
                        "it invites a device that does not have the service", code: "screen.otherService",
                        when: .tooManyCame)
            } steps: {
                Let(.tv, .openPicker(service: "chess", platforms: [.iOS, .iPadOS]))
                Let(.tv, .pick(name: "Handset"))
                Await(.companion(.handset, .connected), within: .seconds(15))
                    .otherwise(
                        "the app does not get a connection from the screen", code: "screen.notConnected",
                        when: .nothingCame)
            }
            Let(.tv, .cancel)
            Await(.companion(.handset, .closed), within: .seconds(5))
                .otherwise(
                    "it does not end the connection that its user ended", code: "screen.leaksConnections",
                    when: .nothingCame)
            Play(.connected(to: .pad, shownAs: "Pad", on: .iPadOS))
            Expect(.companion(.handset, .invited), count: 1)
                .otherwise(
                    "it invites a device that does not have the service", code: "screen.otherService",
                    when: .tooManyCame)
        }

        Scenario(
            "sameNameTwice", "If two devices have the same name, the chosen one is invited",
            covers: [.serviceCase(.c22)],
            phone: .playing(
                .pad, CompanionSetup(.handset, shownAs: "Pad", .iPadOS, services: ["game"], isOffered: false))
        ) {
            Await(.companion(.pad, .offered), within: .seconds(5))
            Let(.handset, .offer)
            Await(.companion(.handset, .offered), within: .seconds(5))
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise(
                        "it invites a device other than the chosen one", code: "screen.otherDevice", when: .tooManyCame)
            } steps: {
                Play(.picked("Pad #2", on: .iPadOS))
                Await(.companion(.handset, .connected), within: .seconds(15))
                    .otherwise(
                        "the screen does not connect to the chosen device", code: "screen.notConnected",
                        when: .nothingCame)
            }
        }

        Scenario(
            "renamedWhileListed", "A device that is renamed while the picker is open is listed by its new name",
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
            "comesWhileListed", "A device that joins the network while the picker is open is listed",
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
            "leavesWhileListed", "A device that says goodbye is no longer invited", covers: [.serviceCase(.c24)]
        ) {
            Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
            Stay(.seconds(3))
            Let(.pad, .leave)
            Stay(.seconds(3))
            Let(.tv, .pick(name: "Pad"))
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise(
                        "it invites a device that left the network", code: "screen.staleList", when: .tooManyCame)
            } steps: {
                Stay(.seconds(5))
            }
            Let(.pad, .offer)
            // A person could not choose it earlier.
            Let(.tv, .pick(name: "Pad"))
            Play(.padListed("no invitation comes to a device that came back"))
        }

        Scenario(
            "silentWhileListed", "A device that falls silent while it is listed is given up and can be chosen again",
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
                    .otherwise(
                        "it still invites a device that was chosen 90 s ago", code: "screen.hangs", when: .tooManyCame)
            } steps: {
                Stay(.seconds(3))
            }
            Play(.picked("Pad", on: .iPadOS))
            Await(.companion(.pad, .connected), within: .seconds(15))
                .otherwise(
                    "it does not connect to a device that was silent and came back", code: "screen.hangs",
                    when: .nothingCame)
        }

        Scenario(
            "foreignCertificate", "A device with a certificate other than its record's is not invited",
            covers: [.serviceCase(.c21), .servicePoint(.p3)]
        ) {
            Await(.companion(.pad, .offered), within: .seconds(5))
            Let(.pad, .impersonate)
            Play(.picked("Pad", on: .iPadOS))
            Throughout {
                Expect(.companion(.pad, .invited), count: 0)
                    .otherwise(
                        "it invites a device with a certificate other than its record's", code: "screen.trustsAnybody",
                        when: .tooManyCame)
            } steps: {
                Stay(.seconds(8))
            }
            Let(.pad, .beItself)
            Play(.padConnected)
        }
    }
}
