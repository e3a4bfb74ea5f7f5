import Ground
import NearbyInteraction
import Phone
import Testing

@Suite struct RetryPolicyTests {
    private static let run = "write configureAndStart, received configuration, runs, generated, range"
    private static let sample = "retry %, write stop, write initialize"

    private func ranging(_ rule: RetryPolicy) -> SessionBench {
        var bench = SessionBench(retry: rule)
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        return bench
    }

    @Test func theSampleAppWritesStopAndInitializeBackToBackWithoutLimit() {
        var bench = ranging(.appleSample)
        for attempt in 1...100 {
            let words = bench.pass(.seconds(3))
            #expect(words == "stop ranging, removed timeout, retry \(attempt), write stop, write initialize")
            #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
            #expect(bench.receive(SessionBench.answer) == Self.run)
            #expect(bench.receive(SessionBench.didStart) == "received didStart, started")
        }
        #expect(bench.pass(.milliseconds(2_999)) == "")
    }

    @Test func theSampleAppDoesNotWaitForTheWordThatRangingStopped() {
        var bench = ranging(.appleSample)
        bench.pass(.seconds(3))
        // An answer out of turn violates the protocol, but delays nothing.
        #expect(bench.receive(SessionBench.answer).hasPrefix("write configureAndStart, received configuration, fault"))
        #expect(bench.receive(SessionBench.didStart) == "received didStart, started")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        // It refers to the previous ranging, not to this one.
        bench.pass(.milliseconds(600))
        #expect(bench.isRunning && bench.measure(.metres(1)) == "update 1.00 m")
        #expect(bench.receive(SessionBench.didStart) == "received didStart, warning")
        #expect(bench.windDown() == "write stop, stop ranging")
    }

    @Test func aStopThatIsNeverAnsweredIsStillMissed() {
        var bench = ranging(.appleSample)
        bench.pass(.seconds(3))
        bench.receive(SessionBench.answer)
        bench.receive(SessionBench.didStart)
        bench.pass(.seconds(2))
        bench.measure(.metres(1))
        #expect(bench.pass(.seconds(1)) == "warning")
        #expect(bench.findings.first?.meaning.contains("word that ranging stopped") == true)
    }

    @Test(arguments: [
        NIErrorCode.sessionFailed, .resourceUsageTimeout, .activeSessionsLimitExceeded, .invalidARConfiguration,
        .accessoryPeerDeviceUnavailable,
    ])
    func theSampleAppMakesANewSessionAfterErrors(code: NIErrorCode) {
        var bench = ranging(.appleSample)
        let words = bench.fail(code)
        #expect(words == "stop ranging, invalid \(code.code), retry 1, write stop, write initialize")
        bench.receive(SessionBench.didStop)
        #expect(bench.receive(SessionBench.answer) == Self.run)
    }

    @Test(arguments: [Lapse.zero, .seconds(1)]) func aNewSessionHasAFullCycleBeforeIt(backOff: Lapse) {
        let rule = RetryPolicy(
            attempts: nil, cycle: .cachedConfiguration, backOff: backOff, writes: .backToBack)
        var bench = SessionBench(retry: rule, system: SystemSettings(cameraAssistance: .notReady))
        bench.start()
        for attempt in 1...50 {
            let refused = "received configuration, invalid -5883, retry \(attempt)"
            let writes = "write stop, write initialize"
            let seen = bench.receive(SessionBench.answer)
            #expect(seen == (backOff == .zero ? "\(refused), \(writes)" : refused))
            if backOff > .zero { #expect(bench.pass(backOff) == writes) }
            #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        }
    }

    @Test(arguments: [NIErrorCode.userDidNotAllow, .invalidConfiguration])
    func theSampleAppGivesUpWhatAnotherTryCannotHelp(code: NIErrorCode) {
        var bench = ranging(.appleSample)
        #expect(bench.fail(code) == "stop ranging, invalid \(code.code), gave up 0 invalidated")
        #expect(bench.pass(.seconds(60)) == "")
    }

    @Test func anotherAppLeavesAnInvalidSessionBe() {
        var bench = ranging(RetryPolicy(attempts: 5, cycle: .full))
        #expect(bench.fail(.sessionFailed) == "stop ranging, invalid -5887")
        #expect(bench.pass(.seconds(60)) == "")
    }

    @Test func theSampleAppIgnoresThatThePeerEnded() {
        var bench = ranging(.appleSample)
        #expect(bench.peerEnded() == "stop ranging, removed peerEnded, gave up 0 peerEnded")
        #expect(bench.pass(.seconds(60)) == "")
    }

    @Test(arguments: [true, false]) func anAppMayTakeTheAccessorysWordForIt(givesUp: Bool) {
        var bench = ranging(RetryPolicy(attempts: 3, cycle: .full, givesUpWhenStopped: givesUp))
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped, note")
        let next = givesUp ? "gave up 0 accessoryStopped" : "retry 1, write stop"
        #expect(bench.pass(.seconds(3)) == "stop ranging, removed timeout, \(next)")
    }

    @Test("an accessory last measured too far away is not retried; one that was never measured is")
    func nearEnough() {
        for (last, next) in [(10.0, "retry 1"), (10.01, "gave up 0 tooFar")] {
            var bench = ranging(RetryPolicy(attempts: 3, nearEnough: .metres(10)))
            bench.measure(.metres(1))
            bench.measure(.metres(last))
            #expect(bench.pass(.seconds(3)).contains(next), "\(last)")
        }
        var unseen = ranging(RetryPolicy(attempts: 3, nearEnough: .metres(10)))
        #expect(unseen.pass(.seconds(3)).contains("retry 1"))
        var anew = ranging(RetryPolicy(attempts: 3, nearEnough: .metres(10)))
        anew.measure(.metres(20))
        anew.startAndRun()
        #expect(anew.pass(.seconds(3)).contains("retry 1"), "what an earlier session measured is forgotten")
    }

    @Test func anEarlierStopIsNotTheAccessorysWordForThisTime() {
        var bench = ranging(RetryPolicy(attempts: 3, cycle: .full, givesUpWhenStopped: true))
        bench.stop()
        bench.receive(SessionBench.didStop)
        bench.startAndRun()
        #expect(bench.pass(.seconds(3)).contains("retry 1"))
    }

    @Test(arguments: [
        RetryPolicy(attempts: 5, cycle: .full), .appleSample, RetryPolicy(attempts: 5, cycle: .cachedConfiguration),
    ])
    func nothingIsWrittenIntoADeadChannel(rule: RetryPolicy) {
        var bench = ranging(rule)
        bench.loseChannel()
        let before = bench.sent.count
        #expect(bench.pass(.seconds(3)) == "stop ranging, removed timeout, gave up 0 noChannel")
        #expect(bench.pass(.seconds(60)) == "" && bench.sent.count == before)
    }

    @Test func aChannelThatGoesDuringTheBackOffEndsTheRetry() {
        var bench = ranging(RetryPolicy(attempts: 5, cycle: .full, backOff: .seconds(2)))
        bench.pass(.seconds(3))
        #expect(bench.loseChannel() == "gave up 1 noChannel")
        #expect(bench.pass(.seconds(60)) == "" && bench.sent.filter { $0 == .stop }.isEmpty)
    }

    @Test func aNewChannelBeforeTheTimeoutCanBeWrittenTo() {
        var bench = ranging(RetryPolicy(attempts: 5, cycle: .full))
        bench.loseChannel()
        bench.pass(.seconds(1))
        bench.desk.channelOpened(to: SessionBench.name)
        #expect(bench.pass(.seconds(2)) == "stop ranging, removed timeout, retry 1, write stop")
    }

    @Test func theEndOfTheLinkEndsTheSessionWhereTheAppWantsIt() {
        var bench = SessionBench(settings: NearbySettings(endsWithLink: true))
        bench.startAndRun()
        #expect(bench.loseChannel() == "stop ranging")
        #expect(bench.pass(.seconds(60)) == "")
    }

    @Test func attemptsAreCountedFromTheAppsWish() {
        var bench = ranging(RetryPolicy(attempts: 1, cycle: .cachedConfiguration))
        #expect(bench.pass(.seconds(3)).contains("retry 1"))
        #expect(bench.pass(.seconds(3)).hasSuffix("gave up 1 attemptsSpent"))
        bench.startAndRun()
        #expect(bench.pass(.seconds(3)).contains("retry 1"))
    }

    @Test func aWithheldStopDoesNotHoldTheRetryUpAndAccusesNobody() {
        var bench = SessionBench(retry: RetryPolicy(attempts: 1, cycle: .full))
        bench.withheld = [.stop]
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        bench.pass(.seconds(3))
        #expect(bench.pass(.seconds(3)) == "write initialize")
        #expect(bench.receive(SessionBench.answer) == Self.run)
    }

    @Test(arguments: [MessageKind.initialize, .shareableConfiguration, .stop])
    func aRefusedMessageIsOwedNoAnswer(kind: MessageKind) {
        for isRefused in [false, true] {
            var bench = SessionBench(retry: RetryPolicy(attempts: 0, cycle: .full))
            bench.start()
            if kind != .initialize { bench.receive(SessionBench.answer) }
            if kind == .stop { bench.stop() }
            if isRefused { bench.desk.writeRefused(kind, by: SessionBench.name) }
            #expect(bench.pass(.seconds(10)).contains("warning") == !isRefused)
            let late = bench.receive(kind == .initialize ? SessionBench.answer : SessionBench.didStop)
            let isUnasked = late.hasSuffix("configuration, fault") || late.hasSuffix("note")
            #expect(isUnasked == (isRefused || kind == .shareableConfiguration), "\(late)")
        }
    }

    @Test func aWithheldMessageIsOwedNoAnswer() {
        var bench = SessionBench()
        bench.withheld = [.initialize, .shareableConfiguration, .stop]
        bench.start()
        #expect(bench.pass(.seconds(10)) == "")
        #expect(bench.receive(SessionBench.answer) == "received configuration, fault")
        bench.withheld = [.shareableConfiguration]
        bench.startAndRun()
        #expect(bench.receive(SessionBench.didStart) == "received didStart, fault")
        #expect(bench.pass(.milliseconds(2_999)) == "")
        bench.withheld = [.stop]
        bench.stop()
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.pass(.seconds(10)) == "")
    }
}
