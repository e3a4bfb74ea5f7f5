import ScenarioKit

extension ScenarioGroup {
    static let exchange = ScenarioGroup(suite: .conformance, tags: [.quick], phone: .strict, closing: .parting(.door)) {
        Scenario(
            "silentUntilAsked",
            "An accessory speaks when it is spoken to: apps take an unasked word for an answer, or crash",
            covers: [.complaint(.f36), .rule(.messageIDs), .rule(.normalSequence)], closing: .nothing
        ) {
            Throughout {
                Expect(.received(.configuration, from: .door), count: 0).otherwise(
                    "it sends configuration data unasked", code: "configuration.unasked")
                Expect(.received(.didStart, from: .door), count: 0).otherwise(
                    "it says that it ranges, unasked", code: "session.startedUnasked")
            } steps: {
                Connect(.door, within: .seconds(5))
                Stay(.seconds(3))
                Disconnect(.door, within: .seconds(2))
            }
        }

        Scenario(
            "leavesPairingToPhones",
            "By Apple's guidelines the phone asks for pairing, when it was refused something, and the accessory "
                + "does not",
            tags: [.quick, .pairing, .guidelines], covers: [.rule(.advertisingAndLink)], phone: .strict(pairs: false),
            closing: .disconnecting(.door)
        ) {
            Connect(.door, upTo: .discovered, within: .seconds(5))
            Expect(.encrypted(.door), count: 0, for: .seconds(3))
                .otherwise("it asks for pairing before anything was refused for want of it", code: "pairing.tooEarly")
        }

        Scenario(
            "answersInTime", "Nobody waits at a door: how long every answer takes, over twenty exchanges",
            suite: .robustness, tags: [.long, .robustness], covers: [.rule(.accessorySide), .complaint(.f20)],
            opening: .connected(.door),
            closing: .disconnecting(.door)
        ) {
            Throughout {
                Require(.latency(.configuration, of: .door), percentile: 95, atMost: .milliseconds(500))
                    .otherwise(
                        "it takes too long to answer initialize with its configuration data",
                        code: "exchange.slowConfiguration")
                Require(.latency(.didStart, of: .door), percentile: 95, atMost: .seconds(2))
                    .otherwise("it takes too long to start ranging", code: "session.slowStart")
                Require(.latency(.didStop, of: .door), percentile: 95, atMost: .seconds(1))
                    .otherwise("it takes too long to stop", code: "session.slowStop")
                Require(.firstFix(of: .door), percentile: 95, atMost: .seconds(3))
                    .otherwise(
                        "from configureAndStart to the first distance it takes too long",
                        code: "session.slowFirstDistance")
            } steps: {
                // A 95th percentile needs 20 samples.
                Repeat(20) {
                    Exchange(.configuration, with: .door, within: .seconds(8))
                    Expect(.ranging(.door), within: .seconds(5))
                    Stop(.door, within: .seconds(8))
                }
            }
        }

        Scenario(
            "initializesAgain",
            "Apps send initialize again while an accessory ranges: each must be answered, and sense remain",
            covers: [.complaint(.f1), .complaint(.f37)], opening: .ranging(.door)
        ) {
            Repeat(3) {
                Send(.initialize, to: .door)
                Expect(.received(.configuration, from: .door), count: .atLeast(1), within: .seconds(5))
                    .otherwise("it does not answer initialize while it ranges", code: "exchange.initializeWhileRanging")
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
            Await(.ranging(.door), within: .seconds(5))
                .otherwise(
                    "after initialize while ranging it does not range again", code: "session.noStartAfterInitialize")
        }

        Scenario(
            "stopAndInitializeAtOnce",
            "Apple's sample writes stop and initialize back to back, a hundred times if need be", tags: [.long],
            covers: [.complaint(.f35), .rule(.phoneSide)], opening: .exchanged(.door)
        ) {
            Repeat(100) {
                Send([.stop, .initialize], to: .door)
                Expect(.received(.didStop, from: .door), count: 1, within: .seconds(10))
                    .otherwise(
                        "of stop and initialize, written back to back, stop is not answered every time",
                        code: "exchange.backToBackStop")
                Expect(.received(.configuration, from: .door), count: .atLeast(1), within: .seconds(3))
                    .otherwise(
                        "of stop and initialize, written back to back, initialize is not answered every time",
                        code: "exchange.backToBackInitialize")
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("after many rounds of stop and initialize it no longer ranges", code: "session.startsLeak")
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "stopWhileIdle",
            "An app stops an accessory that does not range: known firmware answers", suite: .robustness,
            tags: [.robustness], covers: [.rule(.phoneSide), .complaint(.f35)], opening: .visited(.door)
        ) {
            Connect(.door, within: .seconds(5))
            Send(.stop, to: .door)
            Await(.received(.didStop, from: .door), within: .seconds(10))
                .otherwise("it does not answer stop while it is idle", code: "session.idleStopUnanswered")
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("the exchange after a stop while idle fails", code: "session.noStartAfterIdleStop")
        }

        Scenario(
            "saysOnceThatItRanges",
            "One start is one didStart: an app that counts starts would count two sessions", suite: .robustness,
            tags: [.quick, .robustness], covers: [.rule(.accessorySide)], opening: .connected(.door)
        ) {
            Throughout {
                Expect(.received(.didStart, from: .door), count: 1)
                    .otherwise("it does not say exactly once that it ranges", code: "session.startedTwice")
            } steps: {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Stay(.seconds(3))
            }
        }

        Scenario(
            "configureBeforeInitialize", "configureAndStart without initialize must not confuse an accessory for good",
            suite: .robustness, tags: [.robustness], covers: [.rule(.accessorySide)], opening: .visited(.door)
        ) {
            Connect(.door, within: .seconds(5))
            Send(.shareableConfiguration, to: .door)
            Stay(.seconds(1)) {
                Expect(.received(.didStart, from: .door), count: 0)
                    .otherwise(
                        "it says that it ranges although no phone knows its configuration",
                        code: "session.startedUnasked")
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after configureAndStart without initialize fails",
                    code: "session.noStartAfterEarlyConfigure"
                )
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "unknownMessages", "Messages that it does not know, also those of Android apps, an accessory must ignore",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f29), .rule(.messageIDs)],
            opening: .stopped(.door)
        ) {
            Throughout {
                Expect(.received(.configuration, from: .door), count: 0)
                    .otherwise(
                        "it takes an Android app's initialize (0xA5) for its own", code: "message.answersAndroid")
                Expect(.received(.other, from: .door), count: 0).otherwise(
                    "it answers messages that it does not know", code: "message.answersUnknown")
            } steps: {
                Send(
                    [
                        .bytes([0xA5]), .bytes([0x1A]), .bytes([0x2F]), .bytes([0x00]), .bytes([0x7F, 1, 2]),
                        .bytes([0xFF]),
                    ],
                    to: .door, apart: .milliseconds(50))
                Stay(.seconds(1))
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("the exchange after messages that it does not know fails", code: "message.unknownConfuses")
        }

        Scenario(
            "emptyMessage",
            "An empty write has no message id to look at: firmware that looks all the same reads past its end",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f33)], opening: .stopped(.door)
        ) {
            Send(.bytes([]), to: .door)
            Stay(.seconds(1)) {
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up or resets after an empty write", code: "message.emptyWriteHangsUp")
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after an empty write fails", code: "message.emptyWriteSilences",
                    when: "exchange.noConfiguration", "link.hungUpAfterInitialize", "link.silentAfterInitialize",
                    "link.unanswered")
        }

        Scenario(
            "longMessages", "Writes beyond a fixed buffer must be dropped, not copied", suite: .robustness,
            tags: [.robustness], covers: [.complaint(.f33)], opening: .stopped(.door)
        ) {
            Send(
                [
                    .bytes(.init(repeating: 0x7E, count: 51)), .bytes(.init(repeating: 0x7E, count: 64)),
                    .bytes(.init(repeating: 0x7E, count: 244)),
                ], to: .door,
                apart: .milliseconds(100))
            Stay(.seconds(1)) {
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up or resets after a write beyond its buffer", code: "message.longWriteHangsUp")
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after a write beyond its buffer fails", code: "message.longWriteSilences",
                    when: "exchange.noConfiguration", "link.hungUpAfterInitialize", "link.silentAfterInitialize",
                    "link.unanswered")
        }

        Scenario(
            "truncatedConfiguration", "Shareable configuration data that was cut short must not start anything",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f33)], opening: .stopped(.door)
        ) {
            Send(.initialize, to: .door)
            Throughout {
                Expect(.received(.didStart, from: .door), count: 0)
                    .otherwise(
                        "it accepts shareable configuration data that was cut short, length byte and all",
                        code: "shareable.truncatedAccepted")
            } steps: {
                Expect(.received(.configuration, from: .door))
                Send([.everyCut(of: .shareableConfiguration)], to: .door, apart: .milliseconds(30))
                Stay(.seconds(2))
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after shareable configuration data that was cut short it does not range any more",
                    code: "shareable.truncatedConfuses")
        }

        Scenario(
            "trailingBytes", "Bytes behind the end of a message must do no harm", suite: .robustness,
            tags: [.robustness], covers: [.complaint(.f34), .rule(.messageIDs)], opening: .stopped(.door)
        ) {
            Send(.padded(.initialize, by: 3), to: .door)
            Await(.received(.configuration, from: .door), count: 1, within: .seconds(5))
                .otherwise("an initialize with bytes behind it is not answered", code: "message.trailingBytesRefused")
            Send(.padded(.shareableConfiguration, by: 4), to: .door)
            Stay(.seconds(1))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after bytes behind a message's end fails", code: "message.trailingBytesConfuse")
        }
    }
}
