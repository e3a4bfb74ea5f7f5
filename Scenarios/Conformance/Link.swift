import ScenarioKit

extension Scenario {
    public static let advertisesItsService = Scenario(
        "advertisesItsService",
        "Phones look for the service alone: an accessory that does not advertise it is not found",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f6), .complaint(.f22), .rule(.appOnTheLink)],
        phone: .strict
    ) {
        Find(.door, within: .seconds(3))
            .otherwise(
                "it does not advertise the service of its data channel, and phones look for nothing else",
                code: "advertising.noService")
        Connect(.door, within: .seconds(5))
        Disconnect(.door, within: .seconds(2))
    }

    public static let answersAtOnce = Scenario(
        "answersAtOnce", "An app writes initialize as soon as it may: firmware that still boots misses it or resets",
        suite: .conformance, tags: [.quick],
        covers: [.complaint(.f3), .complaint(.f7), .complaint(.f30), .complaint(.f38)],
        phone: .strict
    ) {
        Repeat(3) {
            Connect(.door, within: .seconds(5))
            Send(.initialize, to: .door)
            Expect(.received(.configuration, from: .door), count: 1, within: .seconds(2))
                .otherwise("an initialize right after connecting is lost on it", code: "exchange.earlyInitializeLost")
            Disconnect(.door, within: .seconds(2))
        }
    }

    public static let initializeBeforeSubscribing = Scenario(
        "initializeBeforeSubscribing", "Apple's sample can write initialize before notifications are on",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f39)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5), upTo: .discovered)
        Send(.initialize, to: .door)
        Stay(.milliseconds(500))
        Subscribe(.door, within: .seconds(2))
            .otherwise(
                "an initialize before the subscription leaves it without a voice",
                code: "exchange.initializeBeforeSubscription")
        Send(.initialize, to: .door)
        Expect(.received(.configuration, from: .door), within: .seconds(2))
            .otherwise(
                "an initialize before the subscription leaves it deaf to the next one",
                code: "exchange.initializeBeforeSubscription")
        Disconnect(.door, within: .seconds(2))
    }

    public static let connectionStorm = Scenario(
        "connectionStorm", "Twenty connections in a row: each must be given back, or the last one finds no room",
        suite: .conformance, tags: [.long], covers: [.complaint(.f38), .complaint(.f17)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
        Repeat(20) {
            Connect(.door, within: .seconds(5))
                .otherwise(
                    "it does not give its connections back: after some of them it accepts no more",
                    code: "link.connectionsLeak")
            Disconnect(.door, within: .seconds(2))
        }
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise("after many connections it no longer ranges")
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let advertisesAgain = Scenario(
        "advertisesAgain", "After a disconnect an accessory must be found again, by this phone and by others",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f20), .complaint(.f22)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Disconnect(.door, within: .seconds(2))
        Find(.door, within: .seconds(3))
            .otherwise("it does not advertise again within 3 s after a disconnect", code: "advertising.notAgain")
    }

    public static let reconnectsAtOnce = Scenario(
        "reconnectsAtOnce", "A phone that comes back at once meets firmware that is still cleaning up",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f20), .complaint(.f17)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Send(.stop, to: .door)
        Disconnect(.door, within: .seconds(2))
        Connect(.door, within: .seconds(5))
            .otherwise("stopping takes it so long that it cannot be connected to again")
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise("it is still busy with the stop before the disconnect")
        Expect(.ranging(.door), within: .seconds(3))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let smallestMTU = Scenario(
        "smallestMTU", "At the smallest ATT_MTU nothing that is cut may be sent, and nothing may get stuck",
        suite: .robustness, tags: [.quick, .robustness], covers: [.complaint(.f8), .complaint(.f9)],
        phone: .strict(mtu: 23)
    ) {
        Connect(.door, within: .seconds(5))
        Send(.initialize, to: .door)
        Stay(.seconds(1)) {
            Expect(.received(.configuration, from: .door), count: 0)
                .otherwise(
                    "it sent configuration data although an ATT_MTU of 23 carries only 20 bytes of it",
                    code: "link.cutAtSmallMTU")
        }
        Send(.stop, to: .door)
        Expect(.received(.didStop, from: .door), within: .seconds(3))
            .otherwise("a notification that did not fit leaves it without a voice")
        Disconnect(.door, within: .seconds(2))
    }

    public static let exactMTU = Scenario(
        "exactMTU", "With just room enough for its configuration data an accessory must send it whole",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f8), .complaint(.f9)], phone: .strict(mtu: 52)
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise("with an ATT_MTU that just holds its configuration data the exchange does not come about")
        Expect(.ranging(.door), within: .seconds(3))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let longWrite = Scenario(
        "longWrite", "At the smallest ATT_MTU phones write configureAndStart in pieces: it must be taken, or refused",
        suite: .robustness, tags: [.quick, .robustness], covers: [.complaint(.f8)], phone: .strict(mtu: 23)
    ) {
        Connect(.door, within: .seconds(5))
        Send(.initialize, to: .door)
        Stay(.milliseconds(500))
        // An accessory that never got its configuration data across may leave it at taking the write, or refuse it.
        Send(.shareableConfiguration, to: .door)
        Stay(.seconds(1))
        Send(.stop, to: .door)
        Expect(.received(.didStop, from: .door), within: .seconds(3))
            .otherwise(
                "it neither takes nor refuses a long write: nothing after it is answered",
                code: "link.longWriteUnanswered")
        Disconnect(.door, within: .seconds(2))
    }

    public static let connectionParameters = Scenario(
        "connectionParameters",
        "Phones refuse connection parameters beyond their limits: nobody should ask for them, or depend on them",
        suite: .conformance, tags: [.long], covers: [.rule(.advertisingAndLink)], phone: .strict
    ) {
        Throughout {
            Expect(.parametersRequested(.door, acceptable: false), count: 0)
                .otherwise("it asks for connection parameters that phones refuse", code: "link.connectionParameters")
            Expect(.disconnected(.door), count: 0)
                .otherwise("it hangs up when a phone leaves the connection parameters as they are")
        } steps: {
            Connect(.door, within: .seconds(5))
            Stay(.seconds(7))
        }
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let linkLossWhileRanging = Scenario(
        "linkLossWhileRanging", "The link goes while both range: an accessory must come back from that by itself",
        suite: .conformance, tags: [.quick, .simulatorOnly], covers: [.complaint(.f17)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Simulate(.linkLoss, of: .door)
        Expect(.disconnected(.door), within: .seconds(8))
        Connect(.door, within: .seconds(5))
            .otherwise("it does not come back after its link was lost")
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise("it does not range again after its link was lost")
        Expect(.ranging(.door), within: .seconds(3))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }
}
