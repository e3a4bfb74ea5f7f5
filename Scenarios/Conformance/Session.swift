import ScenarioKit

extension ScenarioGroup {
    static let session = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: .strict, opening: .ranging(.door), closing: .parting(.door)
    ) {
        Scenario(
            "restartsAfterStop", "Firmware that starts only once per boot passes every short test",
            covers: [.rule(.normalSequence), .complaint(.f2)], closing: .disconnecting(.door)
        ) {
            Stop(.door, within: .seconds(10)).otherwise(
                "it does not say that it stopped", code: "session.stopUnanswered")
            Repeat(2) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                    .otherwise("it does not start again after it was stopped", code: "session.noStartAfterStop")
                Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
                    .otherwise(
                        "after it was stopped it says that it ranges again, and does not", code: "session.rangesNot")
                Stop(.door, within: .seconds(10))
            }
        }

        Scenario(
            "hundredRounds", "A hundred times started and stopped: what leaks a little each time shows at last",
            tags: [.long], covers: [.rule(.normalSequence)], opening: .stopped(.door),
            closing: .disconnecting(.door)
        ) {
            Repeat(99) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                    .otherwise(
                        "after many starts and stops it starts no more", code: "session.startsLeak",
                        afterRounds: 5)
                Stop(.door, within: .seconds(10))
                    .otherwise(
                        "after many starts and stops it stops no more", code: "session.stopsLeak",
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
                .otherwise("it does not answer the stop of a suspended session", code: "session.stopUnanswered")
            Resume(.door)
            // Its report may come after the first distances: an accessory may take its time.
            Await(.received(.didStart, from: .door), within: .seconds(5))
                .otherwise("it does not start again when the app comes back", code: "session.noStartAfterSuspension")
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(8))
                .otherwise("when the app comes back it says that it ranges, and does not", code: "session.rangesNot")
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
                    code: "session.noStartWithoutInitialize")
        }

        Scenario(
            "leftRanging", "An app that never says stop: the next start must not fail with already ranging",
            covers: [.complaint(.f16), .rule(.suspension)], phone: .strict(suspension: .silent)
        ) {
            Suspend(.door)
            Stay(.seconds(3))
            Resume(.door)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "a start without a stop before it fails",
                    code: "session.noStartWithoutStop")
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "a start without a stop before it fails",
                    code: "session.noStartWithoutStop")
        }

        Scenario(
            "configuresTwice", "A second configureAndStart while it ranges, the same one: ranging must go on",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f18)]
        ) {
            Send(.shareableConfiguration, to: .door)
            Stay(.seconds(1))
            Stay(.seconds(2)) {
                Expect(.ranging(.door), count: .atLeast(3))
                    .otherwise(
                        "it does not range on after a repeated configureAndStart", code: "session.repeatedConfigureEnds"
                    )
            }
            Stop(.door, within: .seconds(10))
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after a repeated configureAndStart it cannot be started again",
                    code: "session.noStartAfterRepeatedConfigure")
        }

        Scenario(
            "configuresAnew", "A second configureAndStart while it ranges, another one: the newer one counts",
            covers: [.rule(.timeouts), .complaint(.f18)]
        ) {
            Run(.door)
            Await(.ranging(.door), count: .atLeast(3), within: .seconds(6))
                .otherwise(
                    "it does not range with new shareable configuration data",
                    code: "session.ignoresNewParameters")
        }

        Scenario(
            "stopsWhatItStarted",
            "A second configureAndStart must not leave the first session behind, where no stop ends it",
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
                        "it ranges on after a second configureAndStart and a stop",
                        code: "session.secondConfigureLeaks")
            }
        }

        Scenario(
            "quietAfterStop", "What goes on ranging after a stop drains a battery and blocks the next start",
            covers: [.rule(.normalSequence), .rule(.accessorySide)], closing: .disconnecting(.door)
        ) {
            Send(.stop, to: .door)
            Expect(.received(.didStop, from: .door), within: .seconds(10))
            Stay(.seconds(1))
            Stay(.seconds(1)) {
                Expect(.kitMeasured(.door), count: 0).otherwise(
                    "it says that it stopped, and ranges on", code: "session.rangesAfterStop")
            }
        }

        Scenario(
            "quietAfterDisconnect", "A phone that leaves without a word: ranging must end with the link",
            suite: .robustness, tags: [.robustness], covers: [.complaint(.f17)], closing: .nothing
        ) {
            Disconnect(.door, within: .seconds(2))
            Stay(.seconds(1))
            Stay(.seconds(1)) {
                Expect(.kitMeasured(.door), count: 0).otherwise(
                    "it ranges on although the link is gone", code: "session.rangesAfterDisconnect")
            }
        }

        Scenario(
            "leavesWhileRanging", "The link goes in the middle of ranging, five times: each time it must start anew",
            covers: [.complaint(.f17)], closing: .nothing
        ) {
            Disconnect(.door, within: .seconds(2))
            Repeat(4) {
                Connect(.door, within: .seconds(5))
                    .otherwise(
                        "after a disconnect while ranging it cannot be connected to again",
                        code: "link.notAgainAfterRanging")
                Exchange(.configuration, with: .door, within: .seconds(5))
                    .otherwise(
                        "after a disconnect while ranging it does not start again",
                        code: "session.noStartAfterDisconnect")
                Expect(.ranging(.door), within: .seconds(3))
                    .otherwise(
                        "after a disconnect while ranging it says that it ranges, and does not",
                        code: "session.rangesNot")
                Disconnect(.door, within: .seconds(2))
            }
        }

        Scenario(
            "permissionDenied",
            "No shareable data ever comes when a person does not allow it: an accessory must wait it out",
            covers: [.complaint(.f26), .rule(.permission)], opening: .stopped(.door)
        ) {
            ChangePermission(to: .denied)
            Begin(.configuration, with: .door)
            Expect(.invalidated(.door, code: .userDidNotAllow), count: 1, within: .seconds(6))
            Stay(.seconds(3)) {
                Expect(.sent(.shareableConfiguration, to: .door), count: 0)
                Expect(.received(.didStart, from: .door), count: 0).otherwise(
                    "it ranges without having been configured", code: "session.startedUnasked")
                Expect(.disconnected(.door), count: 0).otherwise(
                    "it hangs up when a phone does not go on", code: "session.hangsUpOnWaiting")
            }
            ChangePermission(to: .allowed)
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after a phone that did not go on it does not start any more",
                    code: "session.noStartAfterBrokenExchange")
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
                    "the exchange after one that was broken off fails",
                    code: "session.noStartAfterBrokenExchange")
            Expect(.ranging(.door), within: .seconds(3))
        }

        Scenario(
            "sampleAppRetries",
            "Apple's sample app tries again without limit and without waiting: it must end in ranging", tags: [.long],
            covers: [.complaint(.f35), .rule(.phoneSide)],
            phone: .strict(retry: .appleSample, rangingTimeout: .seconds(5)), opening: .stopped(.door)
        ) {
            Losing(.shareableConfiguration, times: 3) {
                Exchange(.configuration, with: .door, within: .seconds(30))
                    .otherwise(
                        "the exchange fails after stop and initialize at once, as Apple's sample app writes them",
                        code: "exchange.backToBackInitialize")
                Expect(.retry(.door), count: 3)
            }
            Expect(.ranging(.door), within: .seconds(3))
        }
    }
}
