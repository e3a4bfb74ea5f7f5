import ScenarioKit

extension Scenario {
    public static let restartsAfterStop = Scenario(
        "restartsAfterStop", "Firmware that starts only once per boot passes every short test",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f2), .complaint(.f15)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Stop(.door, within: .seconds(3)).otherwise("it does not say that it stopped")
        Repeat(2) {
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise("it does not start again after it was stopped")
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(3))
                .otherwise("after it was stopped it says that it ranges again, and does not")
            Stop(.door, within: .seconds(3))
        }
        Disconnect(.door, within: .seconds(2))
    }

    public static let hundredRounds = Scenario(
        "hundredRounds", "A hundred times started and stopped: what leaks a little each time shows at last",
        suite: .conformance, tags: [.long], covers: [.complaint(.f35), .complaint(.f18)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        Repeat(99) {
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after many starts and stops it starts no more: something leaks", code: "session.startsLeak",
                    afterRounds: 5)
            Stop(.door, within: .seconds(3))
                .otherwise(
                    "after many starts and stops it stops no more: something leaks", code: "session.stopsLeak",
                    afterRounds: 5)
        }
        Disconnect(.door, within: .seconds(2))
    }

    public static let suspendsAndResumes = Scenario(
        "suspendsAndResumes", "An app goes to the background and comes back: stop, then initialize again",
        suite: .conformance, tags: [.quick], covers: [.rule(.suspension), .complaint(.f15)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Suspend(.door)
        Expect(.suspended(.door), count: 1)
        Expect(.received(.didStop, from: .door), within: .seconds(3))
            .otherwise("it does not answer the stop of a suspended session")
        Resume(.door)
        Throughout {
            Expect(.received(.didStart, from: .door), count: 1, within: .seconds(5))
                .otherwise("it does not start again when the app comes back")
        } steps: {
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise("when the app comes back it says that it ranges, and does not")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let resumesWithoutInitialize = Scenario(
        "resumesWithoutInitialize", "Some apps come back with fresh shareable data and no initialize: it must be used",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f15)], phone: .strict(suspension: .rerun)
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Suspend(.door)
        Expect(.received(.didStop, from: .door), within: .seconds(3))
        Resume(.door)
        Repeat(1) {
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "new shareable configuration data without initialize does not make it range again",
                    code: "session.noStartWithoutInitialize")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let leftRanging = Scenario(
        "leftRanging", "An app that never says stop: the next start must not fail with already ranging",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f16)], phone: .strict(suspension: .silent)
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Suspend(.door)
        Stay(.seconds(3))
        Resume(.door)
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise(
                "a start without a stop before it fails: it still takes itself for ranging",
                code: "session.noStartWithoutStop")
        Repeat(1) {
            Expect(.ranging(.door), count: .atLeast(3), within: .seconds(5))
                .otherwise(
                    "a start without a stop before it fails: it still takes itself for ranging",
                    code: "session.noStartWithoutStop")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let configuresTwice = Scenario(
        "configuresTwice", "A second configureAndStart while it ranges, the same one: ranging must go on",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f18)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Send(.shareableConfiguration, to: .door)
        Stay(.seconds(1))
        Stay(.seconds(2)) {
            Expect(.ranging(.door), count: .atLeast(3))
                .otherwise("a repeated configureAndStart ends its ranging", code: "session.repeatedConfigureEnds")
        }
        Stop(.door, within: .seconds(3))
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise("after a repeated configureAndStart it cannot be started again")
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let configuresAnew = Scenario(
        "configuresAnew", "A second configureAndStart while it ranges, another one: the newer one counts",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f18)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Run(.door)
        Stay(.seconds(1))
        Stay(.seconds(2)) {
            Expect(.ranging(.door), count: .atLeast(3))
                .otherwise("new shareable configuration data while it ranges is not used")
        }
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let stopsWhatItStarted = Scenario(
        "stopsWhatItStarted",
        "A second configureAndStart must not leave the first session behind, where no stop ends it",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f18)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Send(.shareableConfiguration, to: .door)
        Stay(.seconds(1))
        Send(.stop, to: .door)
        Expect(.received(.didStop, from: .door), within: .seconds(3))
        Stay(.seconds(1))
        Stay(.seconds(1)) {
            Expect(.kitMeasured(.door), count: 0)
                .otherwise(
                    "a second configureAndStart starts a second session, and stop ends only one of them",
                    code: "session.secondConfigureLeaks")
        }
        Disconnect(.door, within: .seconds(2))
    }

    public static let quietAfterStop = Scenario(
        "quietAfterStop", "What goes on ranging after a stop drains a battery and blocks the next start",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f16), .rule(.accessorySide)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Send(.stop, to: .door)
        Expect(.received(.didStop, from: .door), within: .seconds(3))
        Stay(.seconds(1))
        Stay(.seconds(1)) {
            Expect(.kitMeasured(.door), count: 0).otherwise(
                "it says that it stopped, and ranges on", code: "session.rangesAfterStop")
        }
        Disconnect(.door, within: .seconds(2))
    }

    public static let quietAfterDisconnect = Scenario(
        "quietAfterDisconnect", "A phone that leaves without a word: ranging must end with the link",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f17)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
        Stay(.seconds(1))
        Stay(.seconds(1)) {
            Expect(.kitMeasured(.door), count: 0).otherwise(
                "it ranges on although the link is gone", code: "session.rangesAfterDisconnect")
        }
    }

    public static let leavesWhileRanging = Scenario(
        "leavesWhileRanging", "The link goes in the middle of ranging, five times: each time it must start anew",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f17)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Expect(.ranging(.door), within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
        Repeat(4) {
            Connect(.door, within: .seconds(5))
                .otherwise("after a disconnect while ranging it cannot be connected to again")
            Exchange(.configuration, with: .door, within: .seconds(5))
                .otherwise(
                    "after a disconnect while ranging it does not start again: the old session was not ended",
                    code: "session.noStartAfterDisconnect")
            Expect(.ranging(.door), within: .seconds(3))
                .otherwise("after a disconnect while ranging it says that it ranges, and does not")
            Disconnect(.door, within: .seconds(2))
        }
    }

    public static let permissionDenied = Scenario(
        "permissionDenied",
        "No shareable data ever comes when a person does not allow it: an accessory must wait it out",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f26), .rule(.permission)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        ChangePermission(to: .denied)
        Begin(.configuration, with: .door)
        Expect(.invalidated(.door, code: .userDidNotAllow), count: 1, within: .seconds(3))
        Stay(.seconds(3)) {
            Expect(.sent(.shareableConfiguration, to: .door), count: 0)
            Expect(.received(.didStart, from: .door), count: 0).otherwise("it ranges without having been configured")
            Expect(.disconnected(.door), count: 0).otherwise("it hangs up when a phone does not go on")
        }
        ChangePermission(to: .allowed)
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise("after a phone that did not go on it does not start any more")
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let abandonedExchange = Scenario(
        "abandonedExchange", "A phone app ends between initialize and configureAndStart: the next phone must be served",
        suite: .conformance, tags: [.quick], covers: [.complaint(.f28)], phone: .strict
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        Send(.initialize, to: .door)
        Repeat(1) { Expect(.received(.configuration, from: .door), within: .seconds(2)) }
        Disconnect(.door, within: .seconds(2))
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
            .otherwise("an exchange that was broken off keeps it from the next one")
        Expect(.ranging(.door), within: .seconds(3))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }

    public static let sampleAppRetries = Scenario(
        "sampleAppRetries", "Apple's sample app tries again without limit and without waiting: it must end in ranging",
        suite: .conformance, tags: [.long], covers: [.complaint(.f35), .rule(.phoneSide)],
        phone: .strict(retry: .appleSample, rangingTimeout: .seconds(1))
    ) {
        Connect(.door, within: .seconds(5))
        Exchange(.configuration, with: .door, within: .seconds(5))
        Stop(.door, within: .seconds(3))
        Losing(.shareableConfiguration, times: 3) {
            Exchange(.configuration, with: .door, within: .seconds(15))
                .otherwise("stop and initialize at once, as Apple's sample app writes them, are too much for it")
            Expect(.retry(.door), count: 3)
        }
        Expect(.ranging(.door), within: .seconds(3))
        Stop(.door, within: .seconds(3))
        Disconnect(.door, within: .seconds(2))
    }
}
