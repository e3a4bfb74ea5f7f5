import ScenarioKit

extension ScenarioGroup {
    /// Background, resumption and all other ends (network.md, section 0, points 16 to 18).
    static let resuming = ScenarioGroup(suite: .companions, tags: [.quick], phone: .playing(.pad)) {
        Scenario(
            "backgroundOnce", "After ECONNABORTED one new connection goes to the same endpoint, and waits",
            covers: [.serviceCase(.c12), .servicePoint(.p16), .servicePoint(.p17)]
        ) {
            Play(.padConnected)
            Play(.awayFor(.seconds(3)))
            Expect(.companion(.pad, .failed(with: .aborted)), count: 1)
            Stay(.seconds(3))
            Expect(.companion(.pad, .resumed), count: 1)
            Expect(.companion(.pad, .connectRequested), count: 2)
                .otherwise("it opens more than one new connection", code: "screen.connectsTwice", when: .tooManyCame)
            Expect(.companion(.pad, .connected), count: 2)
            Expect(.companion(.pad, .parked), count: 1)
                .otherwise("it opens more than one new connection", code: "screen.connectsTwice", when: .tooManyCame)
            Expect(.companion(.pad, .invited), count: 1)
                .otherwise(
                    "it asks the user again although access was allowed", code: "screen.asksAgain", when: .tooManyCame)
        }

        for seconds in [1, 60, 600] {
            Scenario(
                "resumesAfter", "The activity continues at its last position, however long the app was away",
                argument: "\(seconds)", suite: seconds > 1 ? .robustness : nil,
                tags: seconds > 60 ? [.long, .robustness] : seconds > 1 ? [.robustness] : nil,
                covers: [.serviceCase(.c13), .serviceCase(.c35), .serviceCase(.c25), .servicePoint(.p18)]
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
                    Let(.pad, .play(moves: 30, apart: .milliseconds(50)))
                    Stay(.milliseconds(700))
                    Play(.awayFor(.seconds(seconds)))
                    Expect(.companion(.pad, .acknowledged), count: .atLeast(30), within: .seconds(10))
                        .otherwise(
                            "it leaves moves unacknowledged after its return", code: "screen.losesMoves",
                            when: .tooFewCame, .nothingCame)
                }
            }
        }

        // A move of two digits: a header of eight bytes and a payload of two.
        for bytes in 1...9 {
            Scenario(
                "cutWithinMoves", "A connection that ends within a frame leaves nothing of it to the next",
                argument: "\(bytes)", covers: [.serviceCase(.c14)]
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
                    Play(.moves(11, apart: .milliseconds(20), within: .seconds(5)))
                    Let(.pad, .begin(type: 1, payload: Array("12".utf8), bytes: bytes))
                    Play(.awayFor(.seconds(1)))
                    Play(.movesBehindAPiece(9))
                }
            }
        }

        Scenario(
            "halfFrame", "Nothing is left of a partial frame when the app comes back",
            covers: [.serviceCase(.c14)]
        ) {
            Play(.padConnected)
            Play(.moves(3, apart: .milliseconds(20), within: .seconds(5)))
            Let(.pad, .announce(length: 5))
            Play(.awayFor(.seconds(1)))
            Play(.movesBehindAPiece(5))
        }

        Scenario(
            "oldMove", "A move that the screen already has is not taken again", covers: [.serviceCase(.c35)]
        ) {
            Play(.padConnected)
            Play(.moves(5, apart: .milliseconds(20), within: .seconds(5)))
            Let(.pad, .send(type: 1, payload: Array("3".utf8)))
            Expect(.companion(.pad, .moveDoubled), count: 0, for: .seconds(3))
                .otherwise(
                    "the screen acknowledged a move twice, or one never made", code: "screen.doublesMoves",
                    when: .tooManyCame)
        }

        Scenario(
            "installedAnew", "An app that was removed and reinstalled is picked again, with a new endpoint",
            covers: [.serviceCase(.c9), .serviceCase(.c25)]
        ) {
            Play(.padConnected)
            Let(.pad, .uninstall)
            Stay(.seconds(3))
            Let(.pad, .install)
            Stay(.seconds(3))
            Play(.padConnected)
        }

        Scenario(
            "hundredReturns",
            "A hundred times away and back: the screen returns by itself each time, and no move is lost",
            suite: .robustness, tags: [.long, .robustness], covers: [.serviceCase(.c12), .serviceCase(.c35)]
        ) {
            Throughout {
                Expect(.companion(.pad, .moveLost), count: 0)
                    .otherwise("the screen lost or skipped a move", code: "screen.losesMoves", when: .tooManyCame)
            } steps: {
                Play(.padConnected)
                Repeat(100) {
                    Let(.pad, .play(moves: 3, apart: .milliseconds(20)))
                    Stay(.milliseconds(50))
                    Let(.pad, .background)
                    Await(.companion(.pad, .parked), within: .seconds(10))
                        .otherwise(
                            "no connection with the same token follows ECONNABORTED", code: "screen.neverReturns",
                            when: .nothingCame)
                    Let(.pad, .resume)
                    Await(.companion(.pad, .resumed), within: .seconds(5))
                        .otherwise(
                            "the connection that waited for the app does not continue", code: "screen.gaveUp",
                            when: .nothingCame)
                }
                Expect(.companion(.pad, .acknowledged), count: .atLeast(300), within: .seconds(10))
                    .otherwise(
                        "the screen leaves moves unacknowledged", code: "screen.losesMoves", when: .tooFewCame,
                        .nothingCame)
            }
        }

        Scenario(
            "backgroundWhileAsked", "An app that is away when the user allows it comes to the front and connects",
            covers: [.serviceCase(.c14)]
        ) {
            Play(.padConnected)
            Let(.tv, .cancel)
            Await(.companion(.pad, .closed), within: .seconds(5))
                .otherwise(
                    "it does not end the connection that its user ended", code: "screen.leaksConnections",
                    when: .nothingCame)
            Let(.pad, .background)
            Play(.picked("Pad", on: .iPadOS))
            Await(.companion(.pad, .connected), within: .seconds(15))
                .otherwise("the second choice leads to no connection", code: "screen.notConnected", when: .nothingCame)
        }

        Scenario(
            "killed", "An app that is killed is launched again by the new connection", covers: [.serviceCase(.c15)]
        ) {
            Play(.padConnected)
            Let(.pad, .kill)
            Let(.tv, .goOn)
            Await(.companion(.pad, .connected), within: .seconds(10))
                .otherwise(
                    "no connection comes to an app that was killed", code: "screen.neverReturns", when: .nothingCame)
            Expect(.companion(.pad, .invited), count: 1)
                .otherwise(
                    "it asks the user again although access was allowed", code: "screen.asksAgain", when: .tooManyCame)
            // A newly launched process does not have the listener of the one that was killed.
            Expect(.companion(.pad, .resumed), count: 0)
        }

        Scenario(
            "quitIsNoBackground", "A connection that ends in any other way is not reopened by itself",
            suite: .robustness, tags: [.quick, .robustness], covers: [.serviceCase(.c16)]
        ) {
            Play(.padConnected)
            Let(.pad, .quit)
            Await(.companion(.pad, .closed), within: .seconds(5))
            Stay(.seconds(10))
            Expect(.companion(.pad, .connectRequested), count: 1)
                .otherwise("it reconnects although the app quit", code: "screen.retriesBlindly", when: .tooManyCame)
        }

        Scenario(
            "personEnds", "A connection that the screen's user ends stays closed", covers: [.serviceCase(.c19)]
        ) {
            Play(.padConnected)
            Let(.tv, .cancel)
            Await(.companion(.pad, .closed), within: .seconds(5))
                .otherwise(
                    "it does not end the connection that its user ended", code: "screen.leaksConnections",
                    when: .nothingCame)
            Expect(.companion(.pad, .connected), count: 1)
            Play(.padInvitedOnce)
            Stay(.seconds(5))
            Expect(.companion(.pad, .connectRequested), count: 1)
                .otherwise(
                    "it reconnects after its user ended the connection", code: "screen.ignoresCancel",
                    when: .tooManyCame)
        }
    }
}
