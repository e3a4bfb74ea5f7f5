import ScenarioKit

extension CompanionSetup {
    /// A tablet with the game, and a person who allows it within a second.
    static let pad = CompanionSetup(.pad, shownAs: "Pad", .iPadOS, services: ["game"])
    static let handset = CompanionSetup(.handset, shownAs: "Handset", .iOS, services: ["game"])
    static let watch = CompanionSetup(.watch, shownAs: "Watch", .watchOS, services: ["game"])
}

extension CompanionPlatform {
    /// Returns the device that has this platform.
    var fitting: (name: CompanionName, shown: String) {
        switch self {
        case .iPadOS: (.pad, "Pad")
        case .iOS: (.handset, "Handset")
        case .watchOS: (.watch, "Watch")
        }
    }
}

extension PhoneSetup {
    /// A phone that plays only these companions.
    static func playing(_ companions: CompanionSetup...) -> PhoneSetup { PhoneSetup(companions: companions) }
}

extension SharedSteps {
    /// The person opens the picker for the game and chooses a device.
    static func picked(_ shown: String, on platforms: CompanionPlatform...) -> SharedSteps {
        SharedSteps {
            Let(.tv, .openPicker(service: "game", platforms: platforms))
            Let(.tv, .pick(name: shown))
        }
    }

    /// The tablet was chosen, its user allowed it, and its app has the connection.
    static var padConnected: SharedSteps {
        SharedSteps {
            Play(.picked("Pad", on: .iPadOS))
            Await(.companion(.pad, .connected), within: .seconds(15))
                .otherwise(
                    "the app does not get a connection from the screen", code: "screen.notConnected", when: .nothingCame
                )
        }
    }

    /// The tablet's user is asked; otherwise the following steps would not test the screen's patience.
    static var padAsked: SharedSteps {
        SharedSteps {
            Await(.companion(.pad, .prompted), within: .seconds(10))
                .otherwise("the chosen device's user is not asked", code: "screen.notConnected", when: .nothingCame)
        }
    }

    /// A suitable device is chosen and connected: after a forbidden outcome, this shows that the screen works at all.
    static func connected(
        to companion: CompanionName, shownAs shown: String, on platform: CompanionPlatform
    ) -> SharedSteps {
        SharedSteps {
            Let(.tv, .leavePicker)
            Play(.picked(shown, on: platform))
            Await(.companion(companion, .connected), within: .seconds(15))
                .otherwise(
                    "the screen does not connect to a suitable device", code: "screen.notConnected", when: .nothingCame)
        }
    }

    /// The app goes to the background and returns after a while.
    static func awayFor(_ span: Lapse) -> SharedSteps {
        SharedSteps {
            Let(.pad, .background)
            Let(.tv, .goOn)
            Await(.companion(.pad, .parked), within: .seconds(10))
                .otherwise(
                    "no connection with the same token follows ECONNABORTED", code: "screen.neverReturns",
                    when: .nothingCame)
            Stay(span)
            Let(.pad, .resume)
            Await(.companion(.pad, .resumed), within: .seconds(5))
                .otherwise(
                    "the connection that waited for the app does not continue", code: "screen.gaveUp",
                    when: .nothingCame)
        }
    }

    /// The tablet, not listed at first, is invited and connected; `meaning` is printed if there is no
    /// invitation.
    static func padListed(_ meaning: String) -> SharedSteps {
        SharedSteps {
            Await(.companion(.pad, .invited), within: .seconds(15)).otherwise(
                meaning, code: "screen.notListed", when: .nothingCame)
            Await(.companion(.pad, .connected), within: .seconds(15))
                .otherwise(
                    "the app does not get a connection from the screen", code: "screen.notConnected", when: .nothingCame
                )
        }
    }

    /// This many moves reach the screen after the partial frame left by the previous connection.
    static func movesBehindAPiece(_ count: Int) -> SharedSteps {
        SharedSteps {
            Let(.pad, .play(moves: count, apart: .milliseconds(20)))
            Await(.companion(.pad, .acknowledged), within: .seconds(5))
                .otherwise(
                    "no move is acknowledged after half a frame of the last connection", code: "screen.keepsHalfFrame",
                    when: .nothingCame)
            Await(.companion(.pad, .acknowledged), count: .atLeast(count - 1), within: .seconds(5))
                .otherwise(
                    "the screen leaves moves unacknowledged", code: "screen.losesMoves", when: .tooFewCame, .nothingCame
                )
        }
    }

    /// After this, the number of connections shows the screen's reaction to the end of one.
    static var padInvitedOnce: SharedSteps {
        SharedSteps {
            Expect(.companion(.pad, .invited), count: 1)
                .otherwise("it invites more than once for one choice", code: "screen.asksAgain", when: .tooManyCame)
        }
    }

    /// One choice makes one connection; a second one counts even if the busy app refuses it.
    static var padConnectedOnce: SharedSteps {
        SharedSteps {
            Expect(.companion(.pad, .connectRequested), count: 1)
                .otherwise(
                    "one choice causes more than one connection", code: "screen.connectsTwice", when: .tooManyCame)
        }
    }

    /// This many moves reach the screen, each once and in order.
    static func moves(_ count: Int, apart: Lapse, within limit: Lapse) -> SharedSteps {
        SharedSteps {
            Let(.pad, .play(moves: count, apart: apart))
            Await(.companion(.pad, .acknowledged), count: .atLeast(count), within: limit)
                .otherwise(
                    "the screen leaves moves unacknowledged", code: "screen.losesMoves", when: .tooFewCame, .nothingCame
                )
        }
    }
}
