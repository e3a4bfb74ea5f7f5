import Ground
import NearbyInteraction
import Phone
import Testing

/// Every code of NIError, and how a session gets it.
@Suite struct NearbyErrorTests {
    /// Returns the effects of a phone's single session with an accessory on this system.
    private func words(_ system: SystemSettings) -> String {
        var bench = SessionBench(system: system)
        bench.start()
        return bench.receive(SessionBench.answer)
    }

    /// Returns the effects of a phone's single session with another phone on this system.
    private func peerWords(
        _ system: SystemSettings, _ peer: DiscoveryToken = Self.peer, isExtendedDistance: Bool = false
    ) -> String {
        var bench = PeerBench(system: system)
        return bench.run("other", peer, isExtendedDistance: isExtendedDistance)
    }

    private static let peer = DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 0x5566))

    @Test func thePublishedCodesHaveNames() {
        #expect(NIErrorCode.allCases.map(\.code) == Array(-5889 ... -5880))
        #expect("\(NIErrorCode.userDidNotAllow)" == "userDidNotAllow (-5884)")
    }

    @Test func aPhoneWithoutUWBIsNoPlatform() {
        let system = SystemSettings(capabilities: PhoneCapabilities(distance: false))
        #expect(words(system) == "received configuration, invalid -5889")
    }

    @Test(arguments: [SystemVersion.iOS14, .iOS15]) func cameraAssistanceNeedsALaterSystem(version: SystemVersion) {
        #expect(words(SystemSettings(version: version, cameraAssistance: .ready)).hasSuffix("invalid -5889"))
        let without = SystemSettings(
            capabilities: PhoneCapabilities(cameraAssistance: false), cameraAssistance: .ready)
        #expect(words(without).hasSuffix("invalid -5889"))
        #expect(words(SystemSettings(version: .iOS16, cameraAssistance: .ready)).hasSuffix("range"))
    }

    @Test func badConfigurationDataIsRefused() {
        var bench = SessionBench()
        bench.start()
        #expect(bench.receive(SessionBench.answer.dropLast()) == "received configuration, fault, threw -5888")
        #expect(bench.pass(.seconds(60)) == "")
    }

    @Test func aSessionThatRunsIsUntouchedByConfigurationDataThatDoNotParse() {
        var bench = SessionBench()
        bench.start()
        bench.start()
        #expect(bench.receive(SessionBench.answer).hasPrefix("write configureAndStart"))
        #expect(bench.receive(SessionBench.answer.dropLast()) == "received configuration, fault, threw -5888")
        #expect(bench.isRunning)
        #expect(bench.receive(SessionBench.didStart) == "received didStart, started")
        #expect(bench.measure(.metres(1)) == "update 1.00 m")
    }

    @Test func theSystemMayFailASessionAtAnyTime() {
        var bench = SessionBench(in: .ranging)
        #expect(bench.fail(.sessionFailed) == "stop ranging, invalid -5887")
        #expect(bench.fail(.sessionFailed) == "")
    }

    @Test func aSessionThatRunsTooLongIsEnded() {
        var bench = SessionBench(system: SystemSettings(runningLimit: .seconds(10)))
        bench.startAndRun()
        bench.receive(SessionBench.didStart)
        for _ in 0..<9 {
            #expect(bench.pass(.seconds(1)) == "")
            bench.measure(.metres(1))
        }
        #expect(bench.pass(.seconds(1)) == "stop ranging, invalid -5886")
        #expect(bench.desk.deadline == nil)
    }

    @Test func aSessionThatIsSuspendedTooLongIsEnded() {
        var bench = SessionBench(system: SystemSettings(suspensionLimit: .seconds(30)))
        bench.startAndRun()
        bench.suspend()
        bench.receive(SessionBench.didStop)
        #expect(bench.pass(.milliseconds(29_999)) == "")
        #expect(bench.pass(.milliseconds(1)) == "invalid -5886")
        #expect(bench.endSuspension() == "")
    }

    @Test func aSuspensionThatEndsInTimeEndsNothing() {
        var bench = SessionBench(system: SystemSettings(suspensionLimit: .seconds(30)))
        bench.startAndRun()
        bench.suspend()
        bench.receive(SessionBench.didStop)
        bench.pass(.seconds(29))
        bench.endSuspension()
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
        #expect(!bench.pass(.seconds(2)).contains("invalid"))
    }

    @Test(arguments: 1...3) func moreSessionsThanTheSystemAllowsAreRefused(limit: Int) {
        let names: [AccessoryName] = ["a", "b", "c", "d"]
        var desk = NearbyController(
            settings: NearbySettings(), system: SystemSettings(activeSessionsLimit: limit), accessories: names,
            generator: SeededGenerator(seed: 3))
        var refused: [AccessoryName] = []
        for (number, name) in names.enumerated() {
            let effects = desk.cycle(name, address: UInt16(number + 1))
            if effects.contains(PeerSessionEffect(name, .event(.didInvalidate(code: .activeSessionsLimitExceeded)))) {
                refused.append(name)
            }
        }
        #expect(refused == Array(names[limit...]))
        // A slot that becomes free can be used.
        _ = desk.stop(names[0], at: .start)
        #expect(!desk.cycle("d", address: 9).contains { $0.effect.isInvalidation })
        // A suspended session keeps its slot.
        _ = desk.setSuspended("d", true, at: .start)
        #expect(desk.cycle("a", address: 10).contains { $0.effect.isInvalidation })
    }

    @Test func whoIsDeniedIsTold() {
        #expect(words(SystemSettings(permission: .denied)) == "received configuration, invalid -5884")
        #expect(words(SystemSettings(hasPurposeString: false)) == "received configuration, invalid -5884")
    }

    @Test func aCameraWithoutItsFirstFrameIsRefused() {
        #expect(words(SystemSettings(cameraAssistance: .notReady)) == "received configuration, invalid -5883")
    }

    @Test func aSessionForTheBackgroundNeedsItsAccessoryPaired() {
        let system = SystemSettings(version: .iOS16, backgroundModes: true)
        #expect(words(system) == "received configuration, invalid -5882")
        var bench = SessionBench(system: system)
        bench.desk.setPaired(SessionBench.name, true)
        bench.start()
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
        bench.loseChannel()
        #expect(bench.act { $0.run(SessionBench.name, at: $1) } == "note")
        // Before iOS 16 there are no such sessions, and pairing is not required.
        #expect(words(SystemSettings(version: .iOS15, backgroundModes: true)).hasSuffix("range"))
    }

    @Test func aPhoneOfAnotherGenerationIsIncompatible() {
        let stranger = DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 1), generation: 2)
        #expect(peerWords(SystemSettings(), stranger) == "invalid -5881")
        #expect(peerWords(SystemSettings()) == "runs, with a phone, range")
        // An accessory's token is invalid here; there is no specific error code for that.
        let accessory = DiscoveryToken(SessionBench.configuration)
        #expect(peerWords(SystemSettings(), accessory) == "invalid -5881")
    }

    @Test func extendedDistanceHasALimitOfItsOwn() {
        var bench = PeerBench(system: SystemSettings(extendedDistanceSessionsLimit: 1))
        let third = DiscoveryToken(rawValue: 2, phoneAt: ShortAddress(rawValue: 0x7788))
        #expect(bench.run("other", Self.peer, isExtendedDistance: true) == "runs, with a phone, range")
        #expect(bench.run("third", third, isExtendedDistance: true) == "invalid -5880")
        var mixed = PeerBench(system: SystemSettings(extendedDistanceSessionsLimit: 1))
        #expect(mixed.run("other", Self.peer, isExtendedDistance: false) == "runs, with a phone, range")
        #expect(mixed.run("third", third, isExtendedDistance: true) == "runs, with a phone, range")
        let without = SystemSettings(capabilities: PhoneCapabilities(extendedDistance: false))
        #expect(peerWords(without, isExtendedDistance: true) == "invalid -5889")
    }

    @Test(arguments: NIErrorCode.allCases) func noSystemSaysACodeThatItDoesNotKnow(code: NIErrorCode) {
        for version in [SystemVersion.iOS15, .iOS16, .iOS17] {
            var bench = SessionBench(system: SystemSettings(version: version))
            bench.startAndRun()
            let told = code.since <= version ? code : .sessionFailed
            #expect(bench.fail(code) == "stop ranging, invalid \(told.code)", "\(version)")
        }
    }

    @Test func anInvalidSessionErrsAgainWhenItIsRun() {
        var bench = SessionBench(in: .ranging)
        bench.fail(.resourceUsageTimeout)
        #expect(bench.runAgain() == "invalid -5886")
        bench.act { $0.relaunch(at: $1) }
        #expect(bench.start() == "write initialize")
        #expect(bench.receive(SessionBench.answer).hasSuffix("range"))
        bench.act { $0.invalidate(SessionBench.name, at: $1) }
        #expect(bench.runAgain() == "invalid -5887")
    }
}
