import Ground
import NearbyInteraction
import Phone
import Testing

@Suite struct PermissionTests {
    private static let run = "write configureAndStart, received configuration, runs, generated, range"
    private static let asked = "received configuration, prompted"
    private static let goesOn = "runs, generated, write configureAndStart, range"

    private func bench(_ version: SystemVersion, _ permission: NearbyPermission) -> SessionBench {
        SessionBench(system: SystemSettings(version: version, permission: permission))
    }

    /// The app requests a session, and the accessory answers; returns the effects.
    private func session(_ bench: inout SessionBench) -> String {
        bench.start()
        return bench.receive(SessionBench.answer).replacing("runs, ", with: "")
    }

    private func relaunch(_ bench: inout SessionBench) {
        bench.act { $0.relaunch(at: $1) }
        bench.receive(SessionBench.didStop)
    }

    @Test(arguments: [SystemVersion.iOS15, .iOS16, .iOS17])
    func nothingIsWrittenWhileThePersonThinks(version: SystemVersion) {
        var bench = bench(version, .asks(.allowWhileInUse, after: .seconds(45)))
        #expect(session(&bench) == Self.asked)
        #expect(bench.pass(.seconds(44)) == "" && bench.sent == [.initialize])
        let runs = version >= .iOS16 ? Self.goesOn : "generated, write configureAndStart, range"
        #expect(bench.pass(.seconds(1)) == "answered allowWhileInUse, \(runs)")
    }

    @Test(arguments: [SystemVersion.iOS15, .iOS17])
    func aDenialLooksOnTheWireLikeAnEndlessWait(version: SystemVersion) {
        var bench = bench(version, .asks(.deny, after: .seconds(2)))
        #expect(session(&bench) == Self.asked)
        #expect(bench.pass(.seconds(2)) == "answered deny, invalid -5884")
        #expect(bench.pass(.seconds(600)) == "" && bench.sent == [.initialize])
        // Another session is refused immediately, but the accessory is still asked for its data.
        #expect(session(&bench) == "received configuration, invalid -5884")
        #expect(bench.sent == [.initialize, .initialize])
    }

    @Test func iOS14RunsNoSessionsWithAccessories() {
        var bench = bench(.iOS14, .allowed)
        #expect(session(&bench) == "received configuration, invalid -5889")
    }

    /// Returns the admission of a run with another phone on iOS 14, which has no other kind.
    private func admission(_ system: inout NearbySystem) -> Admission {
        let token = DiscoveryToken(rawValue: 1, phoneAt: ShortAddress(rawValue: 0x1234))
        return system.admit(.init(.phone(token, isExtendedDistance: false)), at: .start)
    }

    @Test func iOS14AsksInEveryLifeOfTheAppAndOffersAllowOnce() {
        var system = NearbySystem(SystemSettings(version: .iOS14, permission: .asks(.allowWhileInUse, after: .zero)))
        for _ in 1...3 {
            #expect(admission(&system) == .asking)
            #expect(system.advance(to: .start) == .allowOnce)
            #expect(admission(&system) == .granted)
            system.relaunch()
        }
    }

    @Test func onIOS14OnlyARelaunchAsksAgainAfterARefusal() {
        var system = NearbySystem(SystemSettings(version: .iOS14, permission: .asks(.deny, after: .zero)))
        #expect(admission(&system) == .asking)
        #expect(system.advance(to: .start) == .deny)
        #expect(system.setPermission(.allowed) == .notListed)
        #expect(admission(&system) == .refused(.userDidNotAllow))
        system.relaunch()
        #expect(admission(&system) == .asking)
    }

    @Test func iOS15KeepsTheAnswer() {
        var bench = bench(.iOS15, .asks(.allowWhileInUse, after: .zero))
        _ = session(&bench)
        bench.pass(.zero)
        for _ in 0..<3 {
            relaunch(&bench)
            #expect(session(&bench).hasSuffix("range"))
        }
        var denied = self.bench(.iOS15, .asks(.deny, after: .zero))
        _ = session(&denied)
        denied.pass(.zero)
        relaunch(&denied)
        #expect(session(&denied) == "received configuration, invalid -5884")
    }

    @Test func fromIOS15OnThereIsNoAllowOnce() {
        var bench = bench(.iOS15, .asks(.allowOnce, after: .zero))
        #expect(session(&bench) == Self.asked)
        #expect(bench.pass(.zero).hasPrefix("answered allowWhileInUse, generated"))
        relaunch(&bench)
        #expect(session(&bench).hasSuffix("range"))
    }

    @Test func aChangeInTheSettingsCountsAtOnce() {
        var bench = bench(.iOS15, .denied)
        #expect(session(&bench) == "received configuration, invalid -5884")
        #expect(bench.act { $0.setPermission(.allowed, at: $1) } == "")
        #expect(session(&bench).hasSuffix("range"))
        #expect(bench.act { $0.setPermission(.denied, at: $1) } == "stop ranging, invalid -5884")
        #expect(session(&bench) == "received configuration, invalid -5884")
    }

    @Test func anAppThatNeverAskedDoesNotStandInTheSettings() {
        var bench = bench(.iOS15, .asks(.deny, after: .seconds(60)))
        #expect(bench.act { $0.setPermission(.allowed, at: $1) } == "doubt: warning")
        #expect(session(&bench) == Self.asked)
        // Nor does one whose prompt is still on the screen.
        #expect(bench.act { $0.setPermission(.allowed, at: $1) } == "doubt: warning")
        #expect(bench.doubts.map(\.code) == ["permission.notInSettings"])
        #expect(bench.pass(.seconds(60)) == "answered deny, invalid -5884")
        #expect(bench.act { $0.setPermission(.allowed, at: $1) } == "")
        #expect(session(&bench).hasSuffix("range"))
    }

    @Test func theQuestionComesUpOnceForSessionsThatWaitTogether() {
        let names: [AccessoryName] = ["a", "b"]
        var desk = NearbyController(
            settings: NearbySettings(),
            system: SystemSettings(permission: .asks(.allowWhileInUse, after: .seconds(3)), activeSessionsLimit: 1),
            accessories: names, generator: SeededGenerator(seed: 1))
        let first = desk.cycle("a", address: 1)
        let second = desk.cycle("b", address: 2)
        #expect((first + second).filter { $0.effect == .event(.prompted) }.map(\.name) == ["a"])
        let told = desk.advance(to: .start + .seconds(3))
        #expect(told.filter { $0.effect == .event(.answered(answer: .allowWhileInUse)) }.map(\.name) == names)
        // The limit is checked when the answer arrives, and the second one is too late.
        #expect(desk.isRunning("a") && !desk.isRunning("b"))
        #expect(told.last == PeerSessionEffect("b", .event(.didInvalidate(code: .activeSessionsLimitExceeded))))
    }

    @Test func aMissingPurposeStringIsNeverAskedFor() {
        for version in [SystemVersion.iOS15, .iOS17] {
            let system = SystemSettings(
                version: version, permission: .asks(.allowWhileInUse, after: .zero), hasPurposeString: false)
            var bench = SessionBench(system: system)
            #expect(session(&bench) == "received configuration, invalid -5884")
        }
    }

    @Test func aRelaunchTakesTheQuestionAway() {
        var bench = bench(.iOS15, .asks(.allowWhileInUse, after: .seconds(5)))
        _ = session(&bench)
        relaunch(&bench)
        #expect(bench.pass(.seconds(60)) == "" && bench.desk.deadline == nil)
        #expect(session(&bench) == Self.asked)
    }

    @Test func theWireShowsADenialToASimulatedAccessory() {
        var phone = PhoneBench(as: .quick(permission: .asks(.deny, after: .seconds(1))))
        phone.connect()
        phone.play(.seconds(1), until: { $0.isReady("door") })
        for _ in 0..<3 {
            phone.start()
            phone.play(.seconds(4))
        }
        #expect(phone.sent(.initialize) == 3 && phone.sent(.shareableConfiguration) == 0 && phone.sent(.stop) == 0)
        #expect(phone.nearby().filter { $0 == .prompted }.count == 1)
        #expect(phone.nearby().filter { $0 == .didInvalidate(code: .userDidNotAllow) }.count == 3)
        #expect(phone.nearby().filter { $0 == .received(message: .configuration) }.count == 3)
        #expect(phone.accusations.isEmpty && phone.faults.isEmpty)
    }
}
