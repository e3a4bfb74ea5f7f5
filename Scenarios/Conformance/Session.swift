import ScenarioKit

extension ScenarioGroup {
    static let session = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: .strict, opening: .ranging(.door), closing: .parting(.door)
    ) {
        Scenario(
            "restartsAfterStop", "Firmware that starts only once per boot passes every short test",
            covers: [.rule(.normalSequence), .complaint(.f2)], closing: .disconnecting(.door)
        ) {
            Stop(.door, within: .seconds(10))
            Repeat(2) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                    .otherwise(
                        "it does not start again after it was stopped", code: "session.noStartAfterStop",
                        when: .notStarted)
                Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
                    .otherwise(
                        "after a stop it reports ranging again, and does not range", code: "session.rangesNot",
                        when: "session.rangesNot")
                Stop(.door, within: .seconds(10))
            }
        }

        Scenario(
            "hundredRounds", "A hundred times started and stopped: even small leaks show in the end",
            tags: [.long], covers: [.rule(.normalSequence)], opening: .stopped(.door),
            closing: .disconnecting(.door)
        ) {
            Repeat(99) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                    .otherwise(
                        Meaning(
                            "after many starts and stops it no longer starts", code: "session.startsLeak",
                            when: .notStarted),
                        afterRounds: 5)
                Stop(.door, within: .seconds(10))
                    .otherwise(
                        Meaning(
                            "after many starts and stops it no longer stops", code: "session.stopsLeak",
                            when: .notStopped),
                        afterRounds: 5)
            }
        }

        Scenario(
            "suspendsAndResumes", "An app goes to the background and comes back: stop, then initialize again",
            covers: [.rule(.suspension), .complaint(.f15)]
        ) {
            Suspend(.door)
            Expect(.suspended(.door), count: 1)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
                .otherwise(
                    "it does not answer the stop of a suspended session", code: "session.stopUnanswered",
                    when: .nothingCame)
            Resume(.door)
            // Its report may come after the first distances: an accessory may take its time.
            Await(.received(.didStart, from: .door), within: .seconds(5))
                .otherwise(
                    "it does not start again when the app comes back", code: "session.noStartAfterSuspension",
                    when: .nothingCame)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(8))
                .otherwise(
                    "when the app comes back it reports ranging, and does not range", code: "session.rangesNot",
                    when: "session.rangesNot")
        }

        Scenario(
            "resumesWithoutInitialize",
            "Some apps come back with fresh shareable data and no initialize: it must be used",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f15), .rule(.timeouts)],
            phone: .strict(suspension: .rerun)
        ) {
            Suspend(.door)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
            Resume(.door)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "new shareable configuration data without initialize does not make it range again",
                    code: "session.noStartWithoutInitialize", when: .nothingMeasured)
        }

        Scenario(
            "leftRanging", "An app never sends stop: the next start must not fail because it is still ranging",
            covers: [.complaint(.f16), .rule(.suspension)], phone: .strict(suspension: .silent)
        ) {
            Suspend(.door)
            Stay(.seconds(3))
            Resume(.door)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "a start without a stop before it fails",
                    code: "session.noStartWithoutStop", when: .notStarted)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "after a start without a stop before it nothing is measured", code: "session.noStartWithoutStop",
                    when: .nothingMeasured)
        }

        Scenario(
            "configuresTwice", "The same configureAndStart again while it ranges: ranging must continue",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f18)]
        ) {
            Send(.shareableConfiguration, to: .door)
            Stay(.seconds(1))
            Stay(.seconds(2)) {
                Expect(.ranging(.door), count: .atLeast(3))
                    .otherwise(
                        "it stops ranging after a repeated configureAndStart", code: "session.repeatedConfigureEnds",
                        when: .nothingMeasured)
            }
            Stop(.door, within: .seconds(10))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after a repeated configureAndStart it cannot be started again",
                    code: "session.noStartAfterRepeatedConfigure", when: .notStarted)
        }

        Scenario(
            "configuresAnew", "A different configureAndStart while it ranges: the newer one counts",
            covers: [.rule(.timeouts), .complaint(.f18)]
        ) {
            Run(.door)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(6))
                .otherwise(
                    "it does not range with new shareable configuration data",
                    code: "session.ignoresNewParameters", when: .nothingMeasured)
        }

        Scenario(
            "stopsWhatItStarted",
            "A second configureAndStart must not leave the first session running, out of reach of a stop",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f18)], closing: .disconnecting(.door)
        ) {
            Send(.shareableConfiguration, to: .door)
            Stay(.seconds(1))
            Send(.stop, to: .door)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
            Stay(.seconds(1))
            Stay(.seconds(1)) {
                Expect(.kitMeasured(.door), count: 0)
                    .otherwise(
                        "it continues ranging after a second configureAndStart and a stop",
                        code: "session.secondConfigureLeaks", when: .tooManyCame)
            }
        }

        Scenario(
            "staysStarted", "An unrequested report of a stop, right after the start, ends the app's session",
            suite: .robustness, tags: [.robustness], covers: [.rule(.timeouts)], opening: .exchanged(.door)
        ) {
            Stay(.seconds(2)) {
                Expect(.received(.didStop, from: .door), count: 0).otherwise(
                    "it reports that it stopped, without being asked", code: "session.stoppedUnasked",
                    when: .tooManyCame)
            }
        }

        Scenario(
            "quietAfterStop", "Ranging after a stop drains the accessory's battery and blocks the next start",
            covers: [.rule(.normalSequence), .rule(.accessorySide)], closing: .disconnecting(.door)
        ) {
            Send(.stop, to: .door)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
            Stay(.seconds(1))
            Stay(.seconds(1)) {
                Expect(.kitMeasured(.door), count: 0).otherwise(
                    "it reports that it stopped, and continues ranging", code: "session.rangesAfterStop",
                    when: .tooManyCame)
            }
        }

        Scenario(
            "quietAfterDisconnect", "A phone disconnects without a stop: ranging must end with the link",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f17)], closing: .nothing
        ) {
            Disconnect(.door, within: .seconds(2))
            Stay(.seconds(1))
            Stay(.seconds(1)) {
                Expect(.kitMeasured(.door), count: 0).otherwise(
                    "it continues ranging although the link is gone", code: "session.rangesAfterDisconnect",
                    when: .tooManyCame)
            }
        }

        Scenario(
            "leavesWhileRanging", "The link is lost during ranging, five times: each time it must start again",
            covers: [.complaint(.f17)], closing: .nothing
        ) {
            Disconnect(.door, within: .seconds(2))
            Repeat(4) {
                Connect(.door, within: .seconds(5))
                    .otherwise(
                        "after a disconnect while ranging it cannot be connected to again",
                        code: "link.notAgainAfterRanging", when: .notConnected)
                Exchange(.configuration, with: .door, within: .seconds(5))
                    .otherwise(
                        "after a disconnect while ranging it does not start again",
                        code: "session.noStartAfterDisconnect", when: .notStarted)
                Expect(.ranging(.door), within: .seconds(3))
                    .otherwise(
                        "after a disconnect while ranging it reports ranging, and does not range",
                        code: "session.rangesNot", when: "session.rangesNot")
                Disconnect(.door, within: .seconds(2))
            }
        }

        Scenario(
            "permissionDenied",
            "Without the user's permission no shareable data ever comes: an accessory must wait",
            covers: [.complaint(.f26), .rule(.permission)], opening: .stopped(.door)
        ) {
            ChangePermission(to: .denied)
            Begin(.configuration, with: .door)
            Expect(.invalidated(.door, code: .userDidNotAllow), count: 1, within: .seconds(6))
            Stay(.seconds(3)) {
                Expect(.sent(.shareableConfiguration, to: .door), count: 0)
                Expect(.received(.didStart, from: .door), count: 0).otherwise(
                    "it reports ranging without having been configured", code: "session.startedUnasked",
                    when: .tooManyCame)
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up or resets when a phone does not continue", code: "session.hangsUpOnWaiting",
                    when: .tooManyCame)
            }
            ChangePermission(to: .allowed)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after a phone that did not continue it no longer starts",
                    code: "session.noStartAfterBrokenExchange", when: .notStarted)
        }

        Scenario(
            "abandonedExchange",
            "A phone app ends between initialize and configureAndStart: the next phone must be served",
            covers: [.complaint(.f28), .rule(.permission)], opening: .stopped(.door)
        ) {
            Send(.initialize, to: .door)
            Await(.received(.configuration, from: .door), within: .seconds(5))
            Disconnect(.door, within: .seconds(2))
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "the exchange after an aborted one fails",
                    code: "session.noStartAfterBrokenExchange", when: .notStarted)
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "sampleAppRetries",
            "Apple's sample app retries without limit and without waiting: it must end in ranging", tags: [.long],
            covers: [.complaint(.f35), .rule(.phoneSide)],
            phone: .strict(retry: .appleSample, rangingTimeout: .seconds(5)), opening: .stopped(.door)
        ) {
            Losing(.shareableConfiguration, times: 3) {
                Exchange(.configuration, with: .door, within: .seconds(30))
                    .otherwise(
                        "the exchange fails after stop and initialize in a row, as Apple's sample app writes them",
                        code: "exchange.backToBackInitialize", when: .notStarted)
                Expect(.retry(.door), count: 3)
            }
            Expect(.ranging(.door), within: .seconds(3))
        }
    }
}
