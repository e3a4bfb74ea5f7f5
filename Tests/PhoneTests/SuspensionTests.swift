import Ground
import NearbyInteraction
import Phone
import Simulators
import Testing

@Suite struct SuspensionTests {
    private static let run = "write configureAndStart, received configuration, runs, generated, range"
    private static let again = "runs, generated, write configureAndStart, range"

    private func ranging(_ policy: SuspensionPolicy, _ system: SystemSettings = SystemSettings()) -> SessionBench {
        var bench = SessionBench(settings: NearbySettings(suspension: policy), system: system)
        if system.backgroundModes { bench.desk.setPaired(SessionBench.name, true) }
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        return bench
    }

    @Test func theSampleAppStopsAndInitializes() {
        var bench = ranging(.stopAndInitialize)
        #expect(bench.suspend() == "stop ranging, suspended, write stop")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.pass(.seconds(60)) == "")
        #expect(bench.endSuspension() == "suspension ended, write initialize")
        #expect(bench.receive(SessionBench.answer) == Self.run)
    }

    @Test func anAppMayRunAgainWithNewShareableDataAlone() {
        var bench = ranging(.rerun)
        let first = bench.sent
        #expect(bench.suspend() == "stop ranging, suspended, write stop")
        bench.receive(SessionBench.didStop)
        #expect(bench.endSuspension() == "suspension ended, \(Self.again)")
        #expect(bench.receive(SessionBench.didStart) == "received didStart, started")
        #expect(bench.sent.count == first.count + 2 && !bench.sent.dropFirst().contains(.initialize))
        #expect(bench.sent.last != first.last)
    }

    @Test func anAppMayLeaveTheAccessoryAlone() {
        var bench = ranging(.silent)
        #expect(bench.suspend() == "stop ranging, suspended")
        // The accessory ranges without a peer, and reports that after a while.
        #expect(bench.receive(SessionBench.didStop) == "received didStop, note")
        #expect(bench.endSuspension() == "suspension ended" && bench.pass(.seconds(60)) == "")
        #expect(bench.runAgain() == Self.again)
        var other = ranging(.silent)
        other.suspend()
        other.endSuspension()
        #expect(other.start() == "write initialize")
    }

    @Test(arguments: [SuspensionPolicy.stopAndInitialize, .rerun, .silent])
    func runningBeforeTheEndDoesNothing(policy: SuspensionPolicy) {
        var bench = ranging(policy)
        bench.suspend()
        #expect(bench.runAgain() == "note" && !bench.isRunning)
        #expect(bench.endSuspension().hasPrefix("suspension ended"))
    }

    @Test func anAccessoryThatNeverSaidThatItStoppedIsInitializedAllTheSame() {
        var bench = ranging(.stopAndInitialize)
        bench.suspend()
        #expect(bench.endSuspension() == "suspension ended, write initialize")
        #expect(bench.receive(SessionBench.didStop) == "received didStop, stopped")
        #expect(bench.receive(SessionBench.answer) == Self.run)
    }

    @Test func theSuspensionLastsUntilItsLastCauseIsGone() {
        var bench = ranging(.stopAndInitialize)
        #expect(bench.act { $0.setBackground(true, at: $1) } == "stop ranging, suspended, write stop")
        bench.receive(SessionBench.didStop)
        #expect(bench.act { $0.setLocked(true, at: $1) } == "")
        #expect(bench.act { $0.setBackground(false, at: $1) } == "")
        #expect(bench.act { $0.setLocked(false, at: $1) } == "suspension ended, write initialize")
    }

    @Test func aSessionThatIsRunInTheBackgroundIsSuspendedAtOnce() {
        var bench = SessionBench()
        bench.act { $0.setBackground(true, at: $1) }
        bench.start()
        #expect(bench.receive(SessionBench.answer) == "received configuration, suspended, write stop")
        bench.receive(SessionBench.didStop)
        #expect(bench.act { $0.setBackground(false, at: $1) } == "suspension ended, write initialize")
        #expect(bench.receive(SessionBench.answer) == Self.run)
    }

    @Test func aSessionForTheBackgroundGoesOnWithoutTellingTheApp() {
        let system = SystemSettings(version: .iOS16, backgroundModes: true)
        var bench = ranging(.stopAndInitialize, system)
        #expect(bench.act { $0.setBackground(true, at: $1) } == "")
        for _ in 0..<20 {
            bench.pass(.seconds(1))
            #expect(bench.measure(.metres(1)) == "" && bench.isRunning)
        }
        #expect(bench.act { $0.setLocked(true, at: $1) } == "")
        #expect(bench.measure(.metres(1)) == "")
        #expect(bench.act { $0.setLocked(false, at: $1) } == "")
        #expect(bench.act { $0.setBackground(false, at: $1) } == "")
        #expect(bench.measure(.metres(1)) == "update 1.00 m")
        // A call still suspends it, and silence ends it in the background as well.
        #expect(bench.suspend() == "stop ranging, suspended, write stop")
    }

    @Test func aSilentAccessoryIsRemovedInTheBackgroundToo() {
        var bench = ranging(.stopAndInitialize, SystemSettings(version: .iOS16, backgroundModes: true))
        bench.act { $0.setBackground(true, at: $1) }
        #expect(
            bench.pass(.seconds(3))
                == "stop ranging, removed timeout, retry 1, runs, generated, write configureAndStart, range")
    }

    @Test func onlyTheSessionThatIsMeantIsSuspended() {
        var desk = NearbyController(
            settings: NearbySettings(), system: SystemSettings(), accessories: ["a", "b"],
            generator: SeededGenerator(seed: 1))
        _ = desk.cycle("a", address: 1)
        _ = desk.cycle("b", address: 2)
        let told = desk.setSuspended("a", true, at: .start)
        #expect(told.allSatisfy { $0.name == "a" } && !desk.isRunning("a") && desk.isRunning("b"))
        let all = desk.setLocked(true, at: .start)
        #expect(all.filter { $0.effect == .event(.sessionWasSuspended) }.map(\.name) == ["b"])
        let ended = desk.setLocked(false, at: .start)
        #expect(ended.filter { $0.effect == .event(.sessionSuspensionEnded) }.map(\.name) == ["b"])
    }

    @Test func whoseChannelIsGoneMeanwhileIsGivenUp() {
        var bench = ranging(.stopAndInitialize)
        bench.suspend()
        bench.loseChannel()
        #expect(bench.endSuspension() == "suspension ended, gave up 0 noChannel")
    }

    @Test(arguments: [SuspensionPolicy.stopAndInitialize, .rerun, .silent])
    func aSimulatedAccessoryRangesAgainAfterASuspension(policy: SuspensionPolicy) {
        var phone = PhoneBench(as: .quick(suspension: policy))
        #expect(phone.range() == true)
        phone.carryOut(phone.phone.setBackground(true, at: phone.links.now))
        phone.play(.seconds(2))
        let before = phone.distances("door").count
        #expect(phone.sent(.stop) == (policy == .silent ? 0 : 1))
        phone.carryOut(phone.phone.setBackground(false, at: phone.links.now))
        if policy == .silent { phone.start() }
        #expect(phone.play(.seconds(3), until: { $0.distances("door").count > before + 4 }) == true)
        #expect(phone.sent(.initialize) == (policy == .rerun ? 1 : 2) && phone.sent(.shareableConfiguration) == 2)
        #expect(phone.accusations.isEmpty && phone.faults.isEmpty)
    }
}
