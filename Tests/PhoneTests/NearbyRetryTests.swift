import Ground
import NearbyInteraction
import Phone
import Testing

@Suite struct NearbyRetryTests {
    /// Lets every attempt fail while the accessory answers all messages, and counts the writes.
    private func playToTheEnd(_ bench: inout SessionBench) -> (initialize: Int, configure: Int, stop: Int, last: String)
    {
        var counts = (initialize: 0, configure: 0, stop: 0, last: "")
        bench.start()
        for _ in 0..<200 {
            let due = bench.effects
            var answers: [[UInt8]] = []
            for effect in due {
                switch effect {
                case .write(.initialize):
                    counts.initialize += 1
                    answers.append(SessionBench.answer)
                case .write(.configureAndStart):
                    counts.configure += 1
                    answers.append(SessionBench.didStart)
                case .write(.stop):
                    counts.stop += 1
                    answers.append(SessionBench.didStop)
                default: counts.last = SessionBench.word(effect)
                }
            }
            var led: [NearbyEffect] = []
            for answer in answers {
                bench.receive(answer)
                led += bench.effects
            }
            bench.effects = led
            guard led.isEmpty else { continue }
            guard let next = bench.desk.deadline else { break }
            bench.pass(next - bench.now)
        }
        return counts
    }

    @Test(arguments: [0, 1, 3]) func aFullCycleIsTriedAsOftenAsTheRuleSays(attempts: Int) {
        var bench = SessionBench(retry: RetryPolicy(attempts: attempts, cycle: .full))
        let seen = playToTheEnd(&bench)
        #expect(seen == (attempts + 1, attempts + 1, attempts, "gave up \(attempts) attemptsSpent"))
    }

    @Test(arguments: [0, 1, 3]) func aCachedCycleInitializesOnce(attempts: Int) {
        var bench = SessionBench(retry: RetryPolicy(attempts: attempts, cycle: .cachedConfiguration))
        let seen = playToTheEnd(&bench)
        #expect(seen == (1, attempts + 1, 0, "gave up \(attempts) attemptsSpent"))
    }

    @Test func theBackOffIsWaitedForToTheNanosecond() {
        var bench = SessionBench(retry: RetryPolicy(attempts: 1, cycle: .full, backOff: .seconds(2)))
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        #expect(bench.pass(.seconds(3)) == "stop ranging, removed timeout, retry 1")
        #expect(bench.desk.deadline == bench.now + .seconds(2))
        #expect(bench.pass(Lapse(nanoseconds: 1_999_999_999)) == "")
        #expect(bench.pass(Lapse(nanoseconds: 1)) == "write stop")
    }

    @Test func aPeerThatEndedIsTriedAgainOnlyWhereTheRuleSaysSo() {
        var strict = SessionBench(in: .running)
        #expect(strict.peerEnded() == "stop ranging, removed peerEnded, gave up 0 peerEnded")
        var lenient = SessionBench(retry: RetryPolicy(attempts: 1, onlyOnTimeout: false, cycle: .full))
        lenient.startAndRun()
        #expect(lenient.peerEnded() == "stop ranging, removed peerEnded, retry 1, write stop")
    }

    @Test func theStandardRetryRunsTheSessionAgainWithTheSameConfiguration() {
        var bench = SessionBench(retry: .standard)
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        let words = bench.pass(.seconds(3))
        #expect(words.contains("retry 1") && words.contains("write configureAndStart"), "\(words)")
        #expect(!words.contains("write initialize") && !words.contains("write stop"), "\(words)")
        #expect(bench.sent.count { $0 == .initialize } == 1)
    }

    /// Whether the accessory stops by itself or on request, its session was terminated.
    @Test func aConfigurationIsVoidOnceTheAccessorySaidThatItStopped() {
        var bench = SessionBench(retry: .standard)
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        #expect(bench.receive(SessionBench.didStop).hasPrefix("received didStop, stopped"))
        let words = bench.pass(.seconds(3))
        #expect(words.hasSuffix("retry 1, write initialize"), "\(words)")
        #expect(bench.receive(SessionBench.answer).hasPrefix("write configureAndStart"))
        bench.receive(SessionBench.didStart)
        #expect(bench.pass(.seconds(3)).hasSuffix("gave up 1 attemptsSpent"))
    }

    @Test func theCacheIsOfNoUseAfterADisconnection() {
        var bench = SessionBench(retry: RetryPolicy(attempts: 3, cycle: .cachedConfiguration, backOff: .seconds(1)))
        bench.startAndRun()
        bench.pass(.seconds(3))
        bench.loseChannel()
        #expect(bench.desk.deadline == nil)
        #expect(bench.pass(.seconds(60)) == "")
        #expect(bench.start() == "write initialize")
    }

    @Test func anAppThatStartsAgainHasAllItsAttemptsAgain() {
        var bench = SessionBench(retry: RetryPolicy(attempts: 1, cycle: .full))
        #expect(playToTheEnd(&bench).last == "gave up 1 attemptsSpent")
        #expect(playToTheEnd(&bench) == (2, 2, 1, "gave up 1 attemptsSpent"))
    }

    @Test func aStopThatIsNotAnsweredDoesNotHoldTheRetryUp() {
        var bench = SessionBench(in: .startingAgain)
        #expect(bench.pass(.seconds(3)) == "warning, write initialize")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.answer).hasPrefix("write configureAndStart"))
    }

    @Test(arguments: [RetryPolicy.Cycle.full, .cachedConfiguration]) func limitsOfZeroEnd(cycle: RetryPolicy.Cycle) {
        var settings = NearbySettings(retry: RetryPolicy(attempts: 3, cycle: cycle))
        settings.configurationLimit = .zero
        settings.didStartLimit = .zero
        settings.didStopLimit = .zero
        settings.rangingTimeout = .zero
        var bench = SessionBench(settings: settings)
        bench.startAndRun()
        bench.pass(.zero)
        #expect(bench.desk.deadline == nil)
    }

    @Test func everyRunHasShareableDataOfItsOwn() {
        var ids: Set<UInt32> = []
        var vectors: Set<[UInt8]> = []
        var addresses: Set<UInt16> = []
        for seed in 1...50 as ClosedRange<UInt64> {
            var bench = SessionBench(retry: RetryPolicy(attempts: 1, cycle: .cachedConfiguration), seed: seed)
            bench.startAndRun()
            let first = bench.shareable
            bench.pass(.seconds(3))
            for shareable in [first, bench.shareable] {
                guard let shareable else {
                    Issue.record("a run came without shareable configuration data")
                    return
                }
                ids.insert(shareable.sessionID)
                vectors.insert(shareable.initialization.bytes)
                addresses.insert(shareable.address.rawValue)
                #expect(shareable.findings().isEmpty)
                #expect(shareable.address != SessionBench.configuration.address && shareable.address.isUsable)
            }
        }
        #expect(ids.count > 95 && vectors.count == 100 && addresses.count > 95)
    }
}

private func == (
    one: (initialize: Int, configure: Int, stop: Int, last: String), other: (Int, Int, Int, String)
) -> Bool {
    one.initialize == other.0 && one.configure == other.1 && one.stop == other.2 && one.last == other.3
}
