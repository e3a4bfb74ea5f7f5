import ScenarioKit

extension ScenarioGroup {
    /// Consent, launch and listener (network.md, section 0, points 5, 6, 14 and 15).
    static let consent = ScenarioGroup(suite: .companions, tags: [.quick]) {
        Scenario(
            "consentRefused", "A user who refuses is not asked again, and nothing connects",
            covers: [.serviceCase(.c8)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"], consent: ConsentPolicy(.refuses)))
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Play(.padAsked)
            Await(.companion(.pad, .refused), within: .seconds(10))
                .otherwise("its invitation is over before the user answers", code: "screen.gaveUp", when: .nothingCame)
            Expect(.companion(.pad, .connected), count: 0, for: .seconds(10))
            Expect(.companion(.pad, .invited), count: 1)
                .otherwise("it asks a user again who refused", code: "screen.asksAgain", when: .tooManyCame)
        }

        for seconds in [5, 25] {
            Scenario(
                "consentSlow", "A user may take long to answer", argument: "\(seconds)",
                covers: [.servicePoint(.p14), .serviceCase(.c8)],
                phone: .playing(
                    CompanionSetup(
                        .pad, shownAs: "Pad", .iPadOS, services: ["game"],
                        consent: ConsentPolicy(.allows, after: .seconds(seconds))))
            ) {
                Play(.picked("Pad", on: .iPadOS))
                Play(.padAsked)
                Await(.companion(.pad, .connected), within: .seconds(40))
                    .otherwise(
                        "no connection comes to a device whose user takes \(seconds) s to answer",
                        code: "screen.gaveUp", when: .nothingCame)
                Expect(.companion(.pad, .invited), count: 1)
                    .otherwise("it asks more than once for one choice", code: "screen.asksAgain", when: .tooManyCame)
            }
        }

        Scenario(
            "leftWhileAsked", "Leaving the picker while the user is asked connects to nothing",
            covers: [.serviceCase(.c7), .serviceCase(.c19)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"],
                    // The person at a real screen must leave before this.
                    consent: ConsentPolicy(.allows, after: .seconds(15))))
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Play(.padAsked)
            Let(.tv, .leavePicker)
            Expect(.companion(.pad, .connected), count: 0, for: .seconds(20))
                .otherwise(
                    "it connects although its user left the picker", code: "screen.ignoresCancel", when: .tooManyCame)
        }

        Scenario(
            "notInstalled", "A device without the app is invited once the app is installed",
            covers: [.serviceCase(.c9)],
            phone: .playing(
                CompanionSetup(.pad, shownAs: "Pad", .iPadOS, services: ["game"], isInstalled: false))
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Throughout {
                Expect(.companion(.pad, .connected), count: 0)
            } steps: {
                Stay(.seconds(5))
            }
            Let(.pad, .install)
            // A person could not choose it earlier.
            Let(.tv, .pick(name: "Pad"))
            Play(.padListed("no invitation comes to a device that got the app"))
        }

        Scenario(
            "removedWhileAsked", "An app that is removed while the user is asked is connected once it is reinstalled",
            covers: [.serviceCase(.c9)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"],
                    consent: ConsentPolicy(.allows, after: .seconds(3))))
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Play(.padAsked)
            Let(.pad, .uninstall)
            Throughout {
                Expect(.companion(.pad, .connected), count: 0)
            } steps: {
                Stay(.seconds(6))
            }
            Let(.pad, .install)
            Stay(.seconds(3))
            Let(.tv, .leavePicker)
            Play(.padConnected)
        }

        for milliseconds in [100, 1000, 5000, 30_000] {
            Scenario(
                "listenerLate", "The screen waits for an app that listens late", argument: "\(milliseconds)",
                suite: milliseconds > 5000 ? .robustness : nil, tags: milliseconds > 5000 ? [.robustness] : nil,
                covers: [.serviceCase(.c10), .servicePoint(.p15)],
                phone: .playing(
                    CompanionSetup(
                        .pad, shownAs: "Pad", .iPadOS, services: ["game"],
                        listenerDelay: .milliseconds(milliseconds)))
            ) {
                Play(.picked("Pad", on: .iPadOS))
                Play(.padAsked)
                Await(.companion(.pad, .connected), within: .seconds(45))
                    .otherwise(
                        "no connection comes to an app that listens late", code: "screen.gaveUp", when: .nothingCame)
                Expect(.companion(.pad, .invited), count: 1)
                    .otherwise("it invites a second time", code: "screen.asksAgain", when: .tooManyCame)
                Stay(.seconds(1))
                Play(.padConnectedOnce)
            }
        }

        Scenario(
            "listenerInView", "The screen waits for an app that listens only in a view until the view is shown",
            covers: [.serviceCase(.c11)],
            phone: .playing(
                CompanionSetup(.pad, shownAs: "Pad", .iPadOS, services: ["game"], listenerDelay: nil))
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Await(.companion(.pad, .launched), within: .seconds(15))
                .otherwise("the chosen device does not launch its app", code: "screen.notConnected", when: .nothingCame)
            Throughout {
                Expect(.companion(.pad, .connected), count: 0)
            } steps: {
                Stay(.seconds(5))
            }
            Let(.pad, .showView)
            Await(.companion(.pad, .connected), within: .seconds(5))
                .otherwise(
                    "no connection comes to an app that listened late", code: "screen.gaveUp", when: .nothingCame)
        }

        Scenario(
            "busyRefuses", "An app that is in another session is not invited again and again",
            suite: .robustness, tags: [.robustness], covers: [.serviceCase(.c18)],
            phone: .playing(
                CompanionSetup(.pad, shownAs: "Pad", .iPadOS, services: ["game"], connectionLimit: 0))
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Await(.companion(.pad, .invited), within: .seconds(10))
                .otherwise("the chosen device is not invited", code: "screen.notConnected", when: .nothingCame)
            Stay(.seconds(10))
            Expect(.companion(.pad, .invited), count: 1)
                .otherwise("it asks again while the app is busy", code: "screen.asksAgain", when: .tooManyCame)
        }

        Scenario(
            "otherParameters", "A screen with a different protocol from the app's stops in time",
            covers: [.serviceCase(.c20), .servicePoint(.p13)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"], applicationProtocol: "other/1"),
                .handset)
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Expect(.companion(.pad, .connected), count: 0, for: .seconds(10))
            Play(.padInvitedOnce)
            Play(.connected(to: .handset, shownAs: "Handset", on: .iOS))
        }

        Scenario(
            "refusedOnce", "A connection that is refused for its parameters is not retried",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c20)],
            phone: .playing(
                CompanionSetup(
                    .pad, shownAs: "Pad", .iPadOS, services: ["game"], applicationProtocol: "other/1"),
                .handset)
        ) {
            Play(.picked("Pad", on: .iPadOS))
            Await(.companion(.pad, .connectRequested), within: .seconds(15))
                .otherwise("the screen does not connect to the app", code: "screen.notConnected", when: .nothingCame)
            Stay(.seconds(10))
            Expect(.companion(.pad, .connectRequested), count: 1)
                .otherwise("it retries a refused connection", code: "screen.retriesBlindly", when: .tooManyCame)
            Play(.connected(to: .handset, shownAs: "Handset", on: .iOS))
        }
    }
}
