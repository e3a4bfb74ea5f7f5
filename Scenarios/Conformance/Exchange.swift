import ScenarioKit

extension ScenarioGroup {
    static let exchange = ScenarioGroup(suite: .conformance, tags: [.quick], phone: .strict, closing: .parting(.door)) {
        Scenario(
            "silentUntilAsked",
            "An accessory speaks only when spoken to: apps take an unsolicited message for an answer, or crash",
            covers: [.complaint(.f36), .rule(.messageIDs), .rule(.normalSequence)], closing: .nothing
        ) {
            Throughout {
                Expect(.received(.configuration, from: .door), count: 0).otherwise(
                    "it sends unsolicited configuration data", code: "configuration.unasked", when: .tooManyCame)
                Expect(.received(.didStart, from: .door), count: 0).otherwise(
                    "it reports that ranging started, unsolicited", code: "session.startedUnasked", when: .tooManyCame)
            } steps: {
                Connect(.door, within: .seconds(5))
                Stay(.seconds(3))
                Disconnect(.door, within: .seconds(2))
            }
        }

        Scenario(
            "leavesPairingToPhones",
            "By Apple's guidelines the phone requests pairing after a refusal, and the accessory "
                + "does not",
            tags: [.quick, .pairing, .guidelines], covers: [.rule(.advertisingAndLink)], phone: .strict(pairs: false),
            closing: .disconnecting(.door)
        ) {
            Connect(.door, upTo: .discovered, within: .seconds(5))
            Expect(.encrypted(.door), count: 0, for: .seconds(3))
                .otherwise(
                    "it asks for pairing before it has refused anything", code: "pairing.tooEarly", when: .tooManyCame)
        }

        Scenario(
            "answersInTime", "Nobody likes to wait at a door: the time of every answer over twenty exchanges",
            suite: .robustness, tags: [.long, .robustness], covers: [.rule(.accessorySide), .complaint(.f20)],
            opening: .connected(.door),
            closing: .disconnecting(.door)
        ) {
            Throughout {
                Require(.latency(.configuration, of: .door), percentile: 95, atMost: .milliseconds(500))
                    .otherwise(
                        "it takes too long to answer initialize with its configuration data",
                        code: "exchange.slowConfiguration", when: .limitMissed)
                Require(.latency(.didStart, of: .door), percentile: 95, atMost: .seconds(2))
                    .otherwise("it takes too long to start ranging", code: "session.slowStart", when: .limitMissed)
                Require(.latency(.didStop, of: .door), percentile: 95, atMost: .seconds(1))
                    .otherwise("it takes too long to stop", code: "session.slowStop", when: .limitMissed)
                Require(.firstFix(of: .door), percentile: 95, atMost: .seconds(3))
                    .otherwise(
                        "it takes too long from configureAndStart to the first distance",
                        code: "session.slowFirstDistance", when: .limitMissed)
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
            "Apps send initialize again while an accessory ranges: each must be answered, with correct data",
            covers: [.complaint(.f1), .complaint(.f37)], opening: .ranging(.door)
        ) {
            Repeat(3) {
                Send(.initialize, to: .door)
                Expect(.received(.configuration, from: .door), count: .atLeast(1), within: .seconds(5))
                    .otherwise(
                        "it does not answer initialize during a session", code: "exchange.initializeWhileRanging",
                        when: .nothingCame)
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
            Await(.ranging(.door), within: .seconds(5))
                .otherwise(
                    "after initialize while ranging it does not range again", code: "session.noStartAfterInitialize",
                    when: .nothingMeasured)
        }

        Scenario(
            "stopAndInitializeAtOnce",
            "Apple's sample writes stop and initialize back to back, a hundred times if necessary", tags: [.long],
            covers: [.complaint(.f35), .rule(.phoneSide)], opening: .exchanged(.door)
        ) {
            Repeat(100) {
                Send([.stop, .initialize], to: .door)
                Expect(.received(.didStop, from: .door), count: 1, within: .seconds(10))
                    .otherwise(
                        "with stop and initialize written back to back, stop is not always answered",
                        code: "exchange.backToBackStop", when: .nothingCame)
                Expect(.received(.configuration, from: .door), count: .atLeast(1), within: .seconds(3))
                    .otherwise(
                        "with stop and initialize written back to back, initialize is not always answered",
                        code: "exchange.backToBackInitialize", when: .nothingCame)
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after many rounds of stop and initialize it no longer starts", code: "session.startsLeak",
                    when: .notStarted)
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
                .otherwise(
                    "it does not answer stop while it is idle", code: "session.idleStopUnanswered", when: .nothingCame)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after a stop while idle fails", code: "session.noStartAfterIdleStop",
                    when: .notStarted)
        }

        Scenario(
            "saysOnceThatItRanges",
            "One start is one didStart: an app that counts starts would count two sessions", suite: .robustness,
            tags: [.quick, .robustness], covers: [.rule(.accessorySide)], opening: .connected(.door)
        ) {
            Throughout {
                Expect(.received(.didStart, from: .door), count: 1)
                    .otherwise(
                        "it reports more than once that ranging started", code: "session.startedTwice",
                        when: .tooManyCame)
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
                        "it reports ranging although it was not initialized", code: "session.startedUnasked",
                        when: .tooManyCame)
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after configureAndStart without initialize fails",
                    code: "session.noStartAfterEarlyConfigure", when: .notStarted)
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "unknownMessages", "An accessory must ignore unknown messages, including those of Android apps",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f29), .rule(.messageIDs)],
            opening: .stopped(.door)
        ) {
            Throughout {
                Expect(.received(.configuration, from: .door), count: 0)
                    .otherwise(
                        "it takes an Android app's initialize (0xA5) for an iPhone's", code: "message.answersAndroid",
                        when: .tooManyCame)
            } steps: {
                Send(.bytes([0xA5]), to: .door)
                Stay(.seconds(1))
            }
            Throughout {
                Expect(.anyOf([.received(.configuration, from: .door), .received(.other, from: .door)]), count: 0)
                    .otherwise("it answers unknown messages", code: "message.answersUnknown", when: .tooManyCame)
            } steps: {
                Send(
                    [.bytes([0x1A]), .bytes([0x2F]), .bytes([0x00]), .bytes([0x7F, 1, 2]), .bytes([0xFF])], to: .door,
                    apart: .milliseconds(50))
                Stay(.seconds(1))
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after unknown messages fails", code: "message.unknownConfuses", when: .notStarted)
        }

        Scenario(
            "emptyMessage",
            "An empty write has no message id: firmware that reads one anyway reads past its end",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f33)], opening: .stopped(.door)
        ) {
            Send(.bytes([]), to: .door)
            Stay(.seconds(1)) {
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up or resets after an empty write", code: "message.emptyWriteHangsUp", when: .tooManyCame)
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after an empty write fails", code: "message.emptyWriteSilences",
                    when: "exchange.noConfiguration", "link.hungUpAfterInitialize", "link.silentAfterInitialize")
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
                    "it hangs up or resets after a write beyond its buffer", code: "message.longWriteHangsUp",
                    when: .tooManyCame)
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after a write beyond its buffer fails", code: "message.longWriteSilences",
                    when: "exchange.noConfiguration", "link.hungUpAfterInitialize", "link.silentAfterInitialize")
        }

        Scenario(
            "truncatedConfiguration", "Shareable configuration data that was truncated must not start anything",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f33)], opening: .stopped(.door)
        ) {
            Send(.initialize, to: .door)
            Throughout {
                Expect(.received(.didStart, from: .door), count: 0)
                    .otherwise(
                        "it accepts shareable configuration data that was truncated, including its length byte",
                        code: "shareable.truncatedAccepted", when: .tooManyCame)
            } steps: {
                Expect(.received(.configuration, from: .door))
                Send([.everyCut(of: .shareableConfiguration)], to: .door, apart: .milliseconds(30))
                Stay(.seconds(2))
            }
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after truncated shareable configuration data it no longer starts",
                    code: "shareable.truncatedConfuses", when: .notStarted)
        }

        Scenario(
            "trailingBytes", "Bytes after the end of a message must do no harm", suite: .robustness,
            tags: [.robustness], covers: [.complaint(.f34), .rule(.messageIDs)], opening: .stopped(.door)
        ) {
            Send(.padded(.initialize, by: 3), to: .door)
            Await(.received(.configuration, from: .door), count: 1, within: .seconds(5))
                .otherwise(
                    "an initialize with trailing bytes is not answered", code: "message.trailingBytesRefused",
                    when: .nothingCame)
            Send(.padded(.shareableConfiguration, by: 4), to: .door)
            Stay(.seconds(1))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after trailing bytes fails", code: "message.trailingBytesConfuse", when: .notStarted)
        }
    }
}
