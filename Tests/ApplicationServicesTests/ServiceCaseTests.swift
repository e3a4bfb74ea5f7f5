import ApplicationServices
import Ground
import Testing

private let straight = ["1 setup", "1 preparing", "1 ready"]

/// Returns a bench whose screen has a connection that is ready.
private func connected(
    _ app: CompanionApp = CompanionApp(ServiceBench.app, services: ["game"]),
    settings: AgentSettings = AgentSettings(), policy: ScreenPolicy = ScreenPolicy()
) -> ServiceBench {
    var bench = ServiceBench(app, settings: settings, policies: [policy])
    bench.choose()
    bench.run(for: .seconds(3))
    return bench
}

/// The fact sheet's cases (section 9), with a screen that behaves as in Apple's talk.
@Suite struct ServiceCaseTests {
    @Test func theWholeWayFromThePickerToReady() {
        let bench = connected()
        #expect(bench.states() == straight && bench.faults == [] && bench.deliveries == [1])
        #expect(bench.findings == [] && bench.ends() == [])
    }

    @Test(arguments: [ConsentPolicy.Answer.refuses, .neverAnswers])
    func case8ConsentIsDeniedOrNeverGiven(answer: ConsentPolicy.Answer) {
        var bench = ServiceBench(settings: AgentSettings(consent: ConsentPolicy(answer)))
        bench.choose()
        bench.run(for: .seconds(59))
        #expect(bench.ends() == (answer == .refuses ? [.denied] : []))
        bench.run(for: .seconds(2))
        #expect(bench.ends() == [answer == .refuses ? .denied : .timedOut])
        #expect(bench.states() == [] && bench.deliveries == [])
    }

    @Test func case9TheAppIsInstalledLater() {
        let app = CompanionApp(ServiceBench.app, services: ["game"])
        var bench = ServiceBench(app, missing: [ServiceBench.app])
        #expect(bench.agents["Phone"]?.record.services == [])
        // A picker that lists the device nevertheless and so offers the store.
        bench.screens = [ServiceScreen(picker: DevicePicker(offersWithoutService: true))]
        bench.choose()
        bench.run(for: .seconds(3))
        #expect(bench.ends() == [.notInstalled] && bench.states() == [])
        bench.app(.install)
        #expect(bench.agents["Phone"]?.record.services == ["game"])
        bench.choose()
        bench.run(for: .seconds(3))
        #expect(bench.states() == straight && bench.faults == [])
    }

    @Test(arguments: [100, 1_000, 5_000, 30_000]) func case10TheListenerComesLate(delay: Int) {
        var app = CompanionApp(ServiceBench.app, services: ["game"])
        app.listenerDelay = .milliseconds(delay)
        var bench = ServiceBench(app)
        bench.choose()
        // The person takes a second, and the launch 300 ms.
        bench.run(for: .milliseconds(1_300 + delay))
        #expect(bench.endpoint == nil)
        bench.run(for: .milliseconds(100))
        #expect(bench.endpoint != nil && bench.states() == straight && bench.opened() == 2)
    }

    @Test func case11TheListenerComesWithAView() {
        var app = CompanionApp(ServiceBench.app, services: ["game"])
        app.listenerDelay = nil
        var bench = ServiceBench(app, settings: AgentSettings(listenerPatience: .seconds(30)))
        bench.choose()
        bench.run(for: .seconds(35))
        #expect(bench.ends() == [.noListener] && bench.states() == [])
        bench.choose()
        bench.run(for: .seconds(5))
        bench.app(.listen)
        bench.run(for: .seconds(1))
        #expect(bench.states() == straight)
    }

    @Test(arguments: [1, 60, 600]) func cases12And13BackgroundAndResume(delay: Int) {
        var bench = connected()
        bench.app(.background)
        bench.run(for: .seconds(delay))
        #expect(
            bench.states() == straight + ["1 failed(ECONNABORTED)", "1 cancelled", "2 setup", "2 preparing"])
        #expect(bench.opened() == 3 && bench.deliveries == [1])
        bench.app(.resume)
        bench.run(for: .seconds(1))
        #expect(bench.states().last == "2 ready" && bench.faults == [])
        #expect(bench.deliveries == [1, 1], "the same listener gets the connection")
    }

    @Test func anAppThatRenewsItsListenersHasAnotherOneAfterwards() {
        var app = CompanionApp(ServiceBench.app, services: ["game"])
        app.renewsListeners = true
        var bench = connected(app)
        bench.app(.background)
        bench.run(for: .seconds(1))
        bench.app(.resume)
        bench.run(for: .seconds(1))
        #expect(bench.isReady() && bench.deliveries == [1, 2] && bench.faults == [])
    }

    @Test func whatTheBackgroundEndedGoesOnWithTheSameEndpointAndListener() {
        var bench = connected()
        #expect(bench.resumptions == [])
        for round in 2...3 {
            bench.app(.background)
            bench.run(for: .seconds(1))
            #expect(bench.resumptions.count == round - 2, "it waits for the app")
            bench.app(.resume)
            bench.run(for: .seconds(1))
            #expect(bench.resumptions.last == [round, 1])
        }
        #expect(bench.resumptions.count == 2)
    }

    @Test func anotherListenerOrAnotherEndpointGoesOnWithNothing() {
        var app = CompanionApp(ServiceBench.app, services: ["game"])
        app.renewsListeners = true
        var renewed = connected(app)
        renewed.app(.background)
        renewed.run(for: .seconds(1))
        renewed.app(.resume)
        renewed.run(for: .seconds(1))
        #expect(renewed.isReady() && renewed.resumptions == [])
        var killed = connected()
        killed.app(.kill)
        killed.run(for: .seconds(3))
        #expect(killed.isReady() && killed.resumptions == [])
        var chosenAnew = connected(policy: ScreenPolicy(reconnection: .never))
        chosenAnew.app(.background)
        chosenAnew.run(for: .seconds(1))
        chosenAnew.choose()
        chosenAnew.run(for: .seconds(3))
        #expect(chosenAnew.isReady() && chosenAnew.resumptions == [])
    }

    @Test(arguments: [true, false], [true, false]) func case15TheAppIsKilled(isTold: Bool, relaunches: Bool) {
        var bench = connected(settings: AgentSettings(relaunchesKilled: relaunches, tellsKill: isTold))
        bench.app(.kill)
        bench.run(for: .seconds(2))
        guard isTold else {
            #expect(bench.states() == straight + ["1 failed(ECONNRESET)", "1 cancelled"])
            return
        }
        #expect(bench.states().contains("1 failed(ECONNABORTED)") && bench.isReady() == relaunches)
        bench.app(.launch)
        bench.run(for: .seconds(1))
        #expect(bench.isReady() && bench.deliveries == [1, 2] && bench.faults == [])
    }

    @Test(arguments: TransportEnd.allCases) func case16OtherFailuresAreNotTriedAgain(end: TransportEnd) {
        var bench = connected()
        bench.screen(.ended(TransportID(2), end))
        bench.run(for: .seconds(60))
        #expect(bench.states() == straight + ["1 failed(\(end.failure))", "1 cancelled"])
        #expect(bench.opened() == 2 && bench.faults == [])
    }

    @Test func case16AScreenThatTriesAgainIsSeen() {
        var bench = connected(policy: ScreenPolicy(reconnection: .afterAnyFailure))
        bench.screen(.ended(TransportID(2), .reset))
        bench.run(for: .seconds(1))
        // The agent still holds the first connection and is busy; without a pause the screen retries repeatedly.
        #expect(bench.opened() > 10)
    }

    @Test func case17TwoConnectionsOfOneEndpointMakeOneSession() throws {
        var bench = connected()
        bench.app(.background)
        bench.run(for: .seconds(1))
        bench.screen(.connect(try #require(bench.endpoint)))
        bench.run(for: .seconds(1))
        bench.app(.resume)
        bench.run(for: .seconds(1))
        #expect(bench.screens[0].connections.map(\.state) == [.ready] && bench.agents["Phone"]?.connections.count == 1)
        #expect(bench.states().contains("3 failed(ECONNRESET)") && bench.faults == [])
    }

    @Test(arguments: [AgentSettings.BusyEnd.reset, .aborted], [true, false])
    func case18ASecondScreenIsRefused(end: AgentSettings.BusyEnd, asksFirst: Bool) {
        let settings = AgentSettings(busyEnd: end, refusesWhileBusy: !asksFirst)
        let second = ScreenPolicy(reconnection: .never)
        var bench = ServiceBench(settings: settings, policies: [ScreenPolicy(), second])
        bench.choose(0)
        bench.run(for: .seconds(3))
        bench.choose(1)
        bench.run(for: .seconds(3))
        #expect(bench.isReady(0) && !bench.isReady(1) && bench.states(0) == straight && bench.faults == [])
        if asksFirst {
            let failure = end == .reset ? "ECONNRESET" : "ECONNABORTED"
            #expect(bench.states(1) == ["1 setup", "1 preparing", "1 failed(\(failure))", "1 cancelled"])
        } else {
            #expect(bench.ends(1) == [.busy] && bench.states(1) == [])
        }
        bench.screen(.send(ServiceFrame(type: 2, payload: [1])))
        bench.run(for: .seconds(1))
        #expect(bench.framesAtApp == [ServiceFrame(type: 2, payload: [1])])
    }

    @Test func case19CancelledWhilePreparing() {
        var bench = connected()
        bench.app(.background)
        bench.run(for: .seconds(1))
        bench.screen(.cancel)
        bench.run(for: .milliseconds(10))
        bench.app(.resume)
        bench.run(for: .seconds(5))
        #expect(bench.states().suffix(3) == ["2 setup", "2 preparing", "2 cancelled"])
        #expect(bench.deliveries == [1] && bench.faults == [])
    }

    /// The app may already have the connection when its end is on the way.
    @Test func case19CancelledWhileTheAppComesBack() {
        var bench = connected()
        bench.app(.background)
        bench.run(for: .seconds(1))
        bench.screen(.cancel)
        bench.app(.resume)
        bench.run(for: .seconds(5))
        #expect(bench.states().last == "2 cancelled" && bench.deliveries == [1, 1])
        #expect(bench.agents["Phone"]?.connections == [] && bench.faults == [])
    }

    @Test func case25AnEndpointIsLookedUpAnew() throws {
        var bench = connected()
        bench.app(.quit)
        bench.run(for: .seconds(1))
        #expect(bench.states().suffix(2) == ["1 failed(EOF)", "1 cancelled"])
        // A restarted device has forgotten its tokens, and the name leads to its current location.
        bench.run(for: .seconds(600))
        bench.screen(.connect(try #require(bench.endpoint)))
        bench.run(for: .seconds(1))
        #expect(bench.isReady() && bench.deliveries == [1, 2])
        bench.agents["Phone"] = CompanionAgent(
            platform: .iOS, pin: ServiceBench.pin, apps: [CompanionApp(ServiceBench.app, services: ["game"])], seed: 2)
        bench.screen(.cancel)
        bench.screen(.connect(try #require(bench.endpoint)))
        bench.run(for: .seconds(1))
        #expect(bench.states().contains("3 failed(refused (unknown token))"))
    }

    @Test func case32OurOwnNetworkIsDown() {
        var bench = ServiceBench()
        bench.connectsAtOnce = false
        bench.choose()
        bench.run(for: .seconds(3))
        bench.screen(.path(isUp: false))
        if let endpoint = bench.endpoint { bench.screen(.connect(endpoint)) }
        bench.run(for: .seconds(3))
        #expect(bench.states() == ["1 setup", "1 waiting(ENETDOWN)"])
        bench.screen(.path(isUp: true))
        bench.run(for: .seconds(1))
        #expect(bench.states().suffix(2) == ["1 preparing", "1 ready"] && bench.faults == [])
    }

    @Test func case32AWatchThatKeepsItsAppOutIsWaitedFor() {
        var bench = ServiceBench()
        bench.agent(.path(isUp: false))
        bench.choose()
        bench.run(for: .seconds(30))
        #expect(bench.states() == ["1 setup", "1 preparing"] && bench.deliveries == [])
        bench.agent(.path(isUp: true))
        bench.run(for: .seconds(1))
        #expect(bench.states() == straight && bench.deliveries.count == 1 && bench.faults == [])
    }

    @Test(arguments: ServiceParameters.Field.allCases)
    func cases20And33OtherParametersAreNamed(field: ServiceParameters.Field) {
        var other = ServiceParameters.standard
        switch field {
        case .framer: other.framer = nil
        case .applicationProtocol: other.applicationProtocol = "other/1"
        case .security: other.isSecure = false
        case .keepalive: other.keepalive = nil
        case .peerToPeer: other.includesPeerToPeer = true
        }
        let picker = ServiceParameters.standard
        let bench = connected(policy: ScreenPolicy(parameters: picker, connectionParameters: other))
        let refusal = ServiceRefusal(differing: [field])
        #expect(refusal.fields == [field])
        #expect(bench.states() == ["1 setup", "1 preparing", "1 failed(refused (\(refusal)))", "1 cancelled"])
        // Both picker and connection, and otherwise the listener.
        let both = connected(policy: ScreenPolicy(parameters: other))
        #expect(both.states().contains("1 failed(refused (\(refusal)))"))
    }

    @Test func aDeviceThatIsSilentIsPreparedForUntilTheOwnLimit() throws {
        var bench = connected(policy: ScreenPolicy(preparationLimit: .seconds(20)))
        bench.isSilent = true
        bench.screen(.cancel)
        bench.screen(.connect(try #require(bench.endpoint)))
        bench.run(for: .seconds(19))
        #expect(bench.states().last == "2 preparing")
        bench.run(for: .seconds(2))
        #expect(bench.states().suffix(2) == ["2 failed(ETIMEDOUT)", "2 cancelled"])
    }

    @Test func rememberedConsentIsNotAskedForAgain() {
        var bench = connected(settings: AgentSettings(remembersConsent: true))
        bench.screen(.cancel)
        bench.run(for: .seconds(1))
        bench.choose()
        bench.run(for: .milliseconds(100))
        #expect(bench.isReady())
        #expect(bench.agentEffects.count { if case .prompted = $0.effect { true } else { false } } == 1)
    }

    @Test func aScreenThatIsNotReadySendsNothing() {
        var bench = ServiceBench()
        bench.choose()
        bench.screen(.send(ServiceFrame(type: 1, payload: [])))
        bench.run(for: .seconds(3))
        #expect(bench.framesAtApp == [])
        #expect(bench.screenEffects.contains { $0.effect == .unsent(ServiceFrame(type: 1, payload: [])) })
    }
}
