import ScenarioKit

extension ScenarioGroup {
    static let link = ScenarioGroup(suite: .conformance, tags: [.quick], phone: .strict) {
        Scenario(
            "advertisesItsService",
            "Phones scan only for the service: an accessory that does not advertise it is not found",
            covers: [.complaint(.f6), .complaint(.f22), .rule(.appOnTheLink)], closing: .disconnecting(.door)
        ) {
            Find(.door, within: .seconds(3))
                .otherwise(
                    "phones scan only for the service of its data channel", when: "advertising.noService",
                    "advertising.otherService")
            Connect(.door, within: .seconds(5))
        }

        Scenario(
            "answersAtOnce",
            "An app writes initialize as soon as possible: firmware that is still booting misses it or resets",
            covers: [
                .rule(.appOnTheLink), .complaint(.f3), .complaint(.f7), .complaint(.f30), .complaint(.f38),
            ]
        ) {
            Repeat(3) {
                Connect(.door, within: .seconds(5))
                Send(.initialize, to: .door)
                Expect(.received(.configuration, from: .door), count: 1, within: .seconds(5))
                    .otherwise(
                        "it does not answer an initialize right after connecting", code: "exchange.earlyInitializeLost",
                        when: .nothingCame)
                Disconnect(.door, within: .seconds(2))
            }
        }

        Scenario(
            "initializeBeforeSubscribing", "Apple's sample can write initialize before notifications are on",
            covers: [.complaint(.f39)], closing: .disconnecting(.door)
        ) {
            Connect(.door, upTo: .discovered, within: .seconds(5))
            Send(.initialize, to: .door)
            Stay(.milliseconds(500))
            Subscribe(.door, within: .seconds(2))
                .otherwise(
                    "after an initialize before the subscription it hangs up, or does not answer",
                    code: "exchange.initializeBeforeSubscription",
                    when: "link.silentAfterInitialize", "link.hungUpAfterInitialize", "link.unanswered")
            Send(.initialize, to: .door)
            Expect(.received(.configuration, from: .door), within: .seconds(5))
                .otherwise(
                    "after an initialize before the subscription it does not answer the next one",
                    code: "exchange.initializeBeforeSubscription", when: .nothingCame)
        }

        Scenario(
            "connectionStorm", "Twenty connections in a row: each must be released, or the last one finds no slot",
            tags: [.long], covers: [.complaint(.f38)], opening: .visited(.door),
            closing: .parting(.door)
        ) {
            Repeat(20) {
                Connect(.door, within: .seconds(5))
                    .otherwise(
                        "after some connections it can no longer be connected to", code: "link.connectionsLeak",
                        when: .notConnected)
                Disconnect(.door, within: .seconds(2))
            }
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after many connections it no longer starts", code: "session.noStartAfterConnections",
                    when: .notStarted)
        }

        Scenario(
            "advertisesAgain", "After a disconnect an accessory must be found again, by this phone and by others",
            covers: [.complaint(.f20), .complaint(.f22), .rule(.advertisingAndLink)], opening: .exchanged(.door)
        ) {
            Disconnect(.door, within: .seconds(2))
            // The search outlasts the limit: an accessory that is slow is not one that stays away.
            Together {
                Lane { Find(.door, within: .seconds(10)) }
                Lane {
                    Expect(.found(.door), within: .seconds(5))
                        .otherwise(
                            "it does not advertise again within 5 s after a disconnect", code: "advertising.notAgain",
                            when: .nothingCame, "expectation.late")
                }
            }
        }

        Scenario(
            "reconnectsAtOnce", "A phone that comes back immediately meets firmware that is still cleaning up",
            covers: [.complaint(.f20)], opening: .exchanged(.door), closing: .parting(.door)
        ) {
            Send(.stop, to: .door)
            Disconnect(.door, within: .seconds(2))
            Connect(.door, within: .seconds(5))
                .otherwise(
                    "it cannot be connected to right after a disconnect", code: "session.busyAfterStop",
                    when: .notConnected)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange right after a reconnection fails", code: "session.busyAfterStop", when: .notStarted)
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "smallestMTU", "At the smallest ATT_MTU nothing truncated may be sent, and nothing may get stuck",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f8), .complaint(.f9)],
            phone: .strict(mtu: 23), opening: .connected(.door), closing: .disconnecting(.door)
        ) {
            Send(.initialize, to: .door)
            Expect(.received(.configuration, from: .door), count: 0, for: .seconds(1))
                .otherwise(
                    "it sent configuration data although an ATT_MTU of 23 holds only 20 bytes of it",
                    code: "link.cutAtSmallMTU", when: .tooManyCame)
            Send(.stop, to: .door)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
                .otherwise(
                    "after configuration data that did not fit it does not answer a stop",
                    code: "exchange.silentAfterSmallMTU", when: .nothingCame)
        }

        Scenario(
            "exactMTU", "With an ATT_MTU that just holds its configuration data, an accessory must send it whole",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f8), .complaint(.f9)],
            phone: .strict(mtu: 52), opening: .connected(.door),
            closing: .parting(.door)
        ) {
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "with an ATT_MTU that just holds its configuration data the exchange fails",
                    code: "exchange.exactMTU", when: .notStarted)
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "phoneMTU", "At the ATT_MTU of iPhones everything must fit and be sent whole",
            covers: [.rule(.messageSizes)], phone: .strict(mtu: 185), opening: .connected(.door),
            closing: .parting(.door)
        ) {
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "longWrite",
            "At the smallest ATT_MTU phones write configureAndStart in pieces: the accessory must accept or refuse it",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f8)], phone: .strict(mtu: 23),
            opening: .connected(.door), closing: .disconnecting(.door)
        ) {
            Send(.initialize, to: .door)
            Stay(.milliseconds(500))
            // An accessory that never got its configuration data across may just accept the write, or refuse it.
            Send(.shareableConfiguration, to: .door)
            Stay(.seconds(1))
            Send(.stop, to: .door)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
                .otherwise(
                    "after a long write it does not answer a stop",
                    code: "link.longWriteUnanswered", when: .nothingCame)
        }

        Scenario(
            "connectionParameters",
            "By Apple's guidelines an accessory asks for no connection parameters beyond the limits of phones",
            tags: [.long, .guidelines], covers: [.rule(.advertisingAndLink)], opening: .connected(.door),
            closing: .disconnecting(.door)
        ) {
            Stay(.seconds(7)) {
                Expect(.parametersRequested(.door, acceptable: false), count: 0)
                    .otherwise(
                        "it asks for connection parameters that phones refuse", code: "link.connectionParameters",
                        when: .tooManyCame)
            }
        }

        Scenario(
            "keepsConnectionParameters", "Phones may keep the connection parameters: the accessory may not hang up",
            tags: [.long], covers: [.rule(.advertisingAndLink)], opening: .connected(.door), closing: .parting(.door)
        ) {
            Stay(.seconds(7)) {
                Expect(.disconnected(.door), count: 0)
                    .otherwise(
                        "it hangs up or resets when a phone keeps the connection parameters as they are",
                        code: "link.parametersHangUp", when: .tooManyCame)
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
        }

        Scenario(
            "linkLossWhileRanging", "The link is lost while both range: an accessory must recover by itself",
            tags: [.quick, .needsAir], covers: [.complaint(.f17)], opening: .ranging(.door),
            closing: .parting(.door)
        ) {
            Simulate(.linkLoss, of: .door)
            Expect(.disconnected(.door), within: .seconds(8))
            Connect(.door, within: .seconds(5)).otherwise(
                "it does not come back after its link was lost", code: "advertising.notAgainAfterLoss",
                when: "link.notFound", "link.notOpened")
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "it does not start again after its link was lost", code: "session.noStartAfterLoss",
                    when: .notStarted)
            Await(.ranging(.door), within: .seconds(5))
        }
    }
}
