import ScenarioKit

extension SharedSteps {
    /// Tokens went both ways, and the other phone is measured.
    public static func rangingWith(_ phone: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.connected(phone))
            Play(.tokensExchanged(with: phone))
        }
    }

    /// Returns the same steps on a link that is up.
    public static func tokensExchanged(with phone: AccessoryName) -> SharedSteps {
        SharedSteps {
            Exchange(.tokens, with: phone, within: .seconds(5))
            Await(.ranging(phone), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "both phones have each other's token, and do not range", code: "peer.rangesNot",
                    when: .nothingMeasured)
        }
    }
}

extension ScenarioGroup {
    // In no suite, because they say nothing about an accessory. The other phone is the rig's, so a bench with real
    // devices skips them all: only phones know the content of a real phone's token.

    /// Two phones that range with each other, each with the token sent by the other one's app.
    static let phoneToPhone = ScenarioGroup {
        // All the way, until a silent stop can be ruled out.
        Scenario("twoPhones", "Two phones exchange tokens, range, and agree on the distance") {
            Play(.connected(.peer))
            Place(.peer, at: .metres(2))
            Exchange(.tokens, with: .peer, within: .seconds(5))
            Await(.ranging(.peer), count: .atLeast(5), within: .seconds(6))
                .otherwise(
                    "both phones have each other's token, and do not range", code: "peer.rangesNot",
                    when: .nothingMeasured)
            // Only a phone that ranged can stop.
            Throughout {
                Expect(.removed(.peer, reason: .timeout), count: 0)
                    .otherwise(
                        "the other phone stops ranging without ending its session", code: "peer.silent",
                        when: .tooManyCame)
            } steps: {
                Stay(.seconds(5))
                Require(.bias(of: .peer), within: .metres(0.3))
            }
            Invalidate(.peer)
            Play(.disconnecting(.peer))
        }

        // The other phone's app reports its own phone's measurement.
        Scenario("bothSidesMeasure", "Both phones measure the same distance, and it is the true one") {
            Play(.connected(.peer))
            Place(.peer, at: .metres(3))
            Play(.tokensExchanged(with: .peer))
            Await(.received(.distance, from: .peer), count: .atLeast(10), within: .seconds(6))
                .otherwise("the other phone does not report its measurements", code: "peer.untold", when: .nothingCame)
            Require(.peerBias(of: .peer), within: .metres(0.3))
                .otherwise("the other phone's distance is not the true one", code: "peer.disagrees", when: .limitMissed)
            Require(.disagreement(with: .peer), within: .metres(0.3))
                .otherwise("the two phones measure different distances", code: "peer.disagrees", when: .limitMissed)
        }

        // A token belongs to a session; sending it a second time has no effect.
        Scenario("oneTokenEach", "Each phone sends one token, however long the two range") {
            Play(.connected(.peer))
            Exchange(.tokens, with: .peer, within: .seconds(5))
            Stay(.seconds(2)) {
                Expect(.received(.token, from: .peer), count: 0)
                    .otherwise("it sends an unsolicited token", code: "token.twice", when: .tooManyCame)
            }
            Play(.disconnecting(.peer))
        }

        // The end is announced as far as it is heard: a phone that misses it times out.
        Scenario("peerEnds", "The other phone ends its session: this one hears it or times out, and both start over") {
            Play(.rangingWith(.peer))
            Let(.peer, .endSession)
            Await(
                .anyOf([.removed(.peer, reason: .peerEnded), .removed(.peer, reason: .timeout)]), within: .seconds(6))
            // One may still be on its way.
            Stay(.seconds(1))
            Stay(.seconds(3)) { Expect(.received(.distance, from: .peer), count: 0) }
            Play(.tokensExchanged(with: .peer))
        }

        // The app retries once and gives up; running again needs no message.
        Scenario("peerOutOfReach", "The other phone goes out of reach and comes back: its token stays valid") {
            Play(.connected(.peer))
            Place(.peer, at: .metres(4))
            Play(.tokensExchanged(with: .peer))
            Throughout {
                Expect(.removed(.peer, reason: .timeout), count: 2)
                Expect(.gaveUp(.peer, because: .attemptsSpent), count: 1)
            } steps: {
                Walk(outOfReachOf: .peer, from: .metres(4), to: .metres(60), at: .metresPerSecond(6))
                Stay(.seconds(9))
            }
            Walk(backTo: .peer, from: .metres(60), to: .metres(4), at: .metresPerSecond(6))
            Run(.peer)
            Await(.ranging(.peer), count: .atLeast(3), within: .seconds(5))
        }

        // Sessions between phones are for the foreground only.
        Scenario("peerInBackground", "The other phone's app goes to the background: it does not range until it is back")
        {
            Play(.rangingWith(.peer))
            Let(.peer, .enterBackground)
            Await(.removed(.peer, reason: .timeout), within: .seconds(6))
            Stay(.seconds(4)) { Expect(.received(.distance, from: .peer), count: 0) }
            Let(.peer, .enterForeground)
            Run(.peer)
            Await(.ranging(.peer), count: .atLeast(3), within: .seconds(5))
        }

        // A suspension ends when the session is run again.
        Scenario(
            "lockedBesidePeer", "This phone is locked and unlocked: its session runs again with the same token"
        ) {
            Play(.rangingWith(.peer))
            Lock()
            Expect(.suspended(.peer), count: 1)
            Stay(.seconds(1))
            Stay(.seconds(1)) { Expect(.received(.distance, from: .peer), count: 0) }
            Unlock()
            Expect(.suspensionEnded(.peer), count: 1)
            Await(.ranging(.peer), count: .atLeast(3), within: .seconds(5))
        }

        // The token exists before the user is asked; a session does not.
        Scenario("peerRefuses", "The other phone's user revokes the permission: its token comes, and nothing ranges") {
            // They range at first, which shows that the kit hears the other phone.
            Play(.rangingWith(.peer))
            Let(.peer, .denyPermission)
            Await(.removed(.peer, reason: .timeout), within: .seconds(6))
            Exchange(.tokens, with: .peer, within: .seconds(5))
            Throughout {
                Expect(.ranging(.peer), count: 0)
                Expect(.removed(.peer, reason: .timeout), count: .atLeast(1))
            } steps: {
                Stay(.seconds(5))
            }
            Let(.peer, .allowPermission)
            Play(.tokensExchanged(with: .peer))
        }

        // A token is valid as long as its session.
        Scenario("peerStartsAnew", "The other phone's app is quit and launched: its next session has another token") {
            Play(.rangingWith(.peer))
            Let(.peer, .relaunch)
            Expect(.disconnected(.peer), within: .seconds(3))
            Play(.connected(.peer))
            Exchange(.tokens, with: .peer, within: .seconds(5))
            Await(.ranging(.peer), count: .atLeast(3), within: .seconds(5))
        }

        // The cause of incompatibility between phones is not published: here it is the generation in the token.
        Scenario("peerOfAnotherKind", "A phone of another kind sends its token: no session can be run with it") {
            Play(.connected(.otherPeer))
            Begin(.tokens, with: .otherPeer)
            Expect(.invalidated(.otherPeer, code: .incompatiblePeerDevice), within: .seconds(3))
        }

        // The number that a phone allows is not published: the limit is the scenario's.
        Scenario(
            "extendedDistanceTwice", "One session of extended distance is allowed: the second one is refused",
            phone: PhoneSetup(extendedDistance: true, extendedDistanceSessionsLimit: 1)
        ) {
            Play(.rangingWith(.peer))
            Play(.connected(.secondPeer))
            Begin(.tokens, with: .secondPeer)
            Expect(
                .invalidated(.secondPeer, code: .activeExtendedDistanceSessionsLimitExceeded), within: .seconds(3))
            Await(.ranging(.peer), count: .atLeast(3), within: .seconds(5))
        }

        // Extended distance is new in iOS 17.
        Scenario(
            "extendedDistanceTooSoon", "A phone with iOS 16 has no extended distance",
            phone: PhoneSetup(system: .iOS16, extendedDistance: true)
        ) {
            Play(.connected(.peer))
            Begin(.tokens, with: .peer)
            Expect(.invalidated(.peer, code: .unsupportedPlatform), within: .seconds(3))
        }

        // "Allow Once" is valid only until the app quits.
        Scenario(
            "askedInEveryLife", "iOS 14 asks at every launch of the app, and ranges whenever it is allowed",
            phone: PhoneSetup(system: .iOS14, permission: .asks(.allowOnce, after: .seconds(1)))
        ) {
            Throughout {
                Expect(.prompted, count: 2)
            } steps: {
                Play(.rangingWith(.peer))
                QuitApp()
                Expect(.disconnected(.peer), within: .seconds(3))
                LaunchApp()
                Play(.rangingWith(.peer))
            }
        }

        // The answer "Don't Allow" is valid for as long.
        Scenario(
            "refusedInEveryLife", "iOS 14 keeps a refusal until the app quits, and asks again at its next launch",
            phone: PhoneSetup(system: .iOS14, permission: .asks(.deny, after: .seconds(1)))
        ) {
            Throughout {
                Expect(.prompted, count: 2)
                Expect(.invalidated(.peer, code: .userDidNotAllow), count: 3)
            } steps: {
                Play(.connected(.peer))
                Begin(.tokens, with: .peer)
                Expect(.invalidated(.peer, code: .userDidNotAllow), within: .seconds(3))
                Begin(.tokens, with: .peer)
                Await(.invalidated(.peer, code: .userDidNotAllow), within: .seconds(3))
                Relaunch()
                Expect(.disconnected(.peer), within: .seconds(3))
                Play(.connected(.peer))
                Begin(.tokens, with: .peer)
                Await(.invalidated(.peer, code: .userDidNotAllow), within: .seconds(3))
            }
        }

        // Sessions with accessories are new in iOS 15.
        Scenario(
            "noAccessoriesBefore15", "iOS 14 runs no session with an accessory, and does not ask for permission",
            phone: PhoneSetup(system: .iOS14, permission: .asks(.allowOnce, after: .seconds(1)))
        ) {
            Play(.connected(.door))
            Begin(.configuration, with: .door)
            Expect(.invalidated(.door, code: .unsupportedPlatform), within: .seconds(3))
            Stay(.seconds(2)) { Expect(.prompted, count: 0) }
        }
    }
}
