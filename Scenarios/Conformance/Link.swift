import ScenarioKit

extension ScenarioGroup {
    static let link = ScenarioGroup(suite: .conformance, tags: [.quick], phone: .strict) {
        Scenario(
            "advertisesItsService",
            "Phones look for the service alone: an accessory that does not advertise it is not found",
            covers: [.complaint(.f6), .complaint(.f22), .rule(.appOnTheLink)], closing: .disconnecting(.door)
        ) {
            Find(.door, within: .seconds(3))
                .otherwise(
                    "it does not advertise the service of its data channel, and phones look for nothing else",
                    code: "advertising.noService")
            Connect(.door, within: .seconds(5))
        }

        Scenario(
            "answersAtOnce",
            "An app writes initialize as soon as it may: firmware that still boots misses it or resets",
            covers: [
                .rule(.appOnTheLink), .complaint(.f3), .complaint(.f7), .complaint(.f30), .complaint(.f38),
            ]
        ) {
            Repeat(3) {
                Connect(.door, within: .seconds(5))
                Send(.initialize, to: .door)
                Expect(.received(.configuration, from: .door), count: 1, within: .seconds(5))
                    .otherwise(
                        "it does not answer an initialize right after connecting", code: "exchange.earlyInitializeLost")
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
                    code: "exchange.initializeBeforeSubscription")
        }

        Scenario(
            "connectionStorm", "Twenty connections in a row: each must be given back, or the last one finds no room",
            tags: [.long], covers: [.complaint(.f38)], opening: .visited(.door),
            closing: .parting(.door)
        ) {
            Repeat(20) {
                Connect(.door, within: .seconds(5))
                    .otherwise(
                        "after some connections it accepts no more",
                        code: "link.connectionsLeak")
                Disconnect(.door, within: .seconds(2))
            }
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("after many connections it no longer ranges", code: "session.noStartAfterConnections")
        }

        Scenario(
            "advertisesAgain", "After a disconnect an accessory must be found again, by this phone and by others",
            covers: [.complaint(.f20), .complaint(.f22), .rule(.advertisingAndLink)], opening: .exchanged(.door)
        ) {
            Disconnect(.door, within: .seconds(2))
            Find(.door, within: .seconds(5))
                .otherwise("it does not advertise again within 5 s after a disconnect", code: "advertising.notAgain")
        }

        Scenario(
            "reconnectsAtOnce", "A phone that comes back at once meets firmware that is still cleaning up",
            covers: [.complaint(.f20)], opening: .exchanged(.door), closing: .parting(.door)
        ) {
            Send(.stop, to: .door)
            Disconnect(.door, within: .seconds(2))
            Connect(.door, within: .seconds(5))
                .otherwise(
                    "it cannot be connected to right after a disconnect", code: "session.busyAfterStop")
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("the exchange right after a reconnection fails", code: "session.busyAfterStop")
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "smallestMTU", "At the smallest ATT_MTU nothing that is cut may be sent, and nothing may get stuck",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f8), .complaint(.f9)],
            phone: .strict(mtu: 23), opening: .connected(.door), closing: .disconnecting(.door)
        ) {
            Send(.initialize, to: .door)
            Expect(.received(.configuration, from: .door), count: 0, for: .seconds(1))
                .otherwise(
                    "it sent configuration data although an ATT_MTU of 23 carries only 20 bytes of it",
                    code: "link.cutAtSmallMTU")
            Send(.stop, to: .door)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
                .otherwise(
                    "after configuration data that did not fit it does not answer a stop",
                    code: "exchange.silentAfterSmallMTU")
        }

        Scenario(
            "exactMTU", "With just room enough for its configuration data an accessory must send it whole",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f8), .complaint(.f9)],
            phone: .strict(mtu: 52), opening: .connected(.door),
            closing: .parting(.door)
        ) {
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "with an ATT_MTU that just holds its configuration data the exchange does not come about",
                    code: "exchange.exactMTU")
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "phoneMTU", "At the ATT_MTU that iPhones are known for everything must fit, and be sent whole",
            covers: [.rule(.messageSizes)], phone: .strict(mtu: 185), opening: .connected(.door),
            closing: .parting(.door)
        ) {
            Exchange(.configuration, with: .door, within: .seconds(5))
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "longWrite",
            "At the smallest ATT_MTU phones write configureAndStart in pieces: it must be taken, or refused",
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
                    code: "link.longWriteUnanswered")
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
                        "it asks for connection parameters that phones refuse", code: "link.connectionParameters")
            }
        }

        Scenario(
            "keepsConnectionParameters", "Phones may leave the connection parameters as they are: nobody may hang up",
            tags: [.long], covers: [.rule(.advertisingAndLink)], opening: .connected(.door), closing: .parting(.door)
        ) {
            Stay(.seconds(7)) {
                Expect(.disconnected(.door), count: 0)
                    .otherwise(
                        "it hangs up when a phone leaves the connection parameters as they are",
                        code: "link.parametersHangUp")
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
        }

        Scenario(
            "linkLossWhileRanging", "The link goes while both range: an accessory must come back from that by itself",
            tags: [.quick, .simulatorOnly], covers: [.complaint(.f17)], opening: .ranging(.door),
            closing: .parting(.door)
        ) {
            Simulate(.linkLoss, of: .door)
            Expect(.disconnected(.door), within: .seconds(8))
            Connect(.door, within: .seconds(5)).otherwise(
                "it does not come back after its link was lost", code: "advertising.notAgainAfterLoss")
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("it does not range again after its link was lost", code: "session.noStartAfterLoss")
            Await(.ranging(.door), within: .seconds(5))
        }
    }
}
