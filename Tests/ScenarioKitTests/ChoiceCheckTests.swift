import Ground
import ScenarioKit
import Testing

/// Outcomes that are impossible between a screen and its companions are rejected before the run, and no others.
@Suite struct ChoiceCheckTests {
    private static let open = Action.screen(act: .openPicker(service: "game", platforms: [.iPadOS]), screen: "tv")
    private static let pick = Action.screen(act: .pick(name: "Pad"), screen: "tv")
    private static let leave = Action.screen(act: .leavePicker, screen: "tv")
    private static let connected = awaiting(.connected)

    private static func pad(
        _ platform: CompanionPlatform = .iPadOS, services: [ServiceIdentifier] = ["game"], isInstalled: Bool = true,
        isOffered: Bool = true, person answer: ConsentPolicy.Answer = .allows, listener: Lapse? = .milliseconds(50),
        limit: Int = 1, system: CompanionSystem? = nil
    ) -> CompanionSetup {
        CompanionSetup(
            "pad", shownAs: "Pad", platform, services: services, isInstalled: isInstalled, isOffered: isOffered,
            consent: ConsentPolicy(answer), listenerDelay: listener, connectionLimit: limit, system: system)
    }

    private static func awaiting(_ outcome: CompanionOutcome, of name: CompanionName = "pad") -> Action {
        .await(
            expectation: Expectation(
                .companion(name, outcome), count: .atLeast(1), within: .seconds(9), spot: madeLine(90)))
    }

    private static func act(_ act: CompanionAct, _ name: CompanionName = "pad") -> Action {
        .companion(act: act, companion: name)
    }

    private static func made(_ companions: [CompanionSetup], _ actions: [Action]) -> Scenario {
        let steps = actions.enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(
            name: "made", summary: "Made", phone: PhoneSetup(companions: companions), steps: steps, spot: madeLine(0))
    }

    private func refused(
        _ setup: CompanionSetup, _ actions: [Action], says message: String, line: Int = 90,
        source: SourceLocation = #_sourceLocation
    ) {
        let problems = Self.made([setup], actions).problems()
        #expect(
            problems.count == 1 && problems[0].message.contains(message) && problems[0].spot == madeLine(line)
                && problems[0].weight == .fault, "found \(problems)", sourceLocation: source)
    }

    private func sound(
        _ setups: [CompanionSetup], _ actions: [Action], source: SourceLocation = #_sourceLocation
    ) {
        expectSound(Self.made(setups, actions), source: source)
    }

    private func sound(_ actions: [Action], source: SourceLocation = #_sourceLocation) {
        sound([Self.pad()], actions, source: source)
    }

    private func refused(
        _ actions: [Action], says message: String, line: Int = 90, source: SourceLocation = #_sourceLocation
    ) {
        refused(Self.pad(), actions, says: message, line: line, source: source)
    }

    /// Companions that cannot connect, each with a part of the sentence that says why.
    private static let hopeless: [(CompanionSetup, String)] = [
        (pad(isOffered: false), "not on the network"), (pad(isInstalled: false), "not installed"),
        (pad(person: .refuses), "pad refuses"), (pad(person: .neverAnswers), "never answers"),
        (pad(limit: 0), "connectionLimit is 0"),
        (pad(limit: 0, system: CompanionSystem(refusesWhileBusy: false)), "connectionLimit is 0"),
        (pad(services: ["Game"]), "looks for \"game\", and pad advertises \"Game\""),
        (pad(.iOS), "lists iPadOS, and pad runs iOS"), (pad(listener: nil), "listens only in a view"),
        (pad(listener: .seconds(2), system: CompanionSystem(listenerPatience: .seconds(1))), "its system waits"),
    ]

    @Test func aNewNameIsKnownBehindTheLineThatGivesIt() {
        let rename = Self.act(.rename(shownAs: "Kitchen"))
        let pick = Action.screen(act: .pick(name: "Kitchen"), screen: "tv")
        sound([Self.open, rename, pick, Self.connected])
        refused([Self.open, pick, rename, Self.pick, Self.connected], says: "no companion is shown as", line: 2)
    }

    @Test func aConnectionThatNothingCanBringAboutIsRefused() {
        for (setup, message) in Self.hopeless {
            // The consequences are part of the same problem.
            let ready = Action.expecting(.companion("pad", .frame()), line: 91)
            refused(setup, [Self.open, Self.pick, Self.connected, ready], says: message)
        }
    }

    @Test func thatNothingConnectsMayBeExpectedOfEach() {
        for (setup, message) in Self.hopeless {
            for count in [Count.exactly(0), .atMost(0), .atMost(2)] {
                let none = Self.made(
                    [setup],
                    [
                        Self.open, Self.pick, .expecting(.companion("pad", .connected), count),
                        .stay(span: .seconds(1), checks: []),
                    ])
                #expect(none.problems() == [], "\(message), \(count)")
            }
        }
        sound([.expecting(.companion("pad", .invited), .exactly(0)), Self.open, .stay(span: .seconds(1), checks: [])])
    }

    @Test func aChoiceNeedsANameThatIsThereAndAPicker() {
        let pod = Action.screen(act: .pick(name: "Pod"), screen: "tv")
        refused([Self.open, pod, Self.connected], says: "no companion is shown as Pod: did you mean Pad?", line: 2)
        refused([Self.pick, Self.connected], says: "no picker is open at tv: write", line: 1)
        refused([Self.pick, Self.open, Self.connected], says: "no picker is open at tv", line: 1)
        refused([Self.open, Self.leave, Self.pick, Self.connected], says: "closed in line 2", line: 3)
        let other = Action.screen(act: .openPicker(service: "game", platforms: [.iPadOS]), screen: "second")
        refused([other, Self.pick, Self.connected], says: "no picker is open at tv", line: 2)
        refused([Self.open, Self.connected], says: "pad is not chosen before this line")
        refused([Self.open, Self.pick, Self.leave, Self.connected], says: "pad is not chosen")
        // The choice that led to a connection closed its picker.
        refused(
            [Self.open, Self.pick, Self.connected, .screen(act: .cancel, screen: "tv"), Self.pick, Self.connected],
            says: "closed in line 90", line: 5)
        // A chosen device that is not a companion is another one on the network.
        sound([], [Self.open, pod, .expecting(.screenConsole(of: "tv", containing: "x"))])
    }

    @Test func oneOfTwoWithANameGetsANumber() {
        let two = [Self.pad(), CompanionSetup("other", shownAs: "pad", .iPadOS, services: ["game"])]
        let second = Action.screen(act: .pick(name: "Pad #2"), screen: "tv")
        for name in two.map(\.name) { sound(two, [Self.open, second, Self.awaiting(.connected, of: name)]) }
        refused([Self.open, second, Self.connected], says: "no companion is shown as Pad #2", line: 2)
    }

    @Test func whatALineChangesCounts() {
        sound([Self.pad(isOffered: false)], [Self.open, Self.act(.offer), Self.pick, Self.connected])
        // A chosen companion connects as soon as it is listed.
        sound([Self.pad(isOffered: false)], [Self.open, Self.pick, Self.act(.offer), Self.connected])
        sound([Self.pad(isInstalled: false)], [Self.open, Self.pick, Self.act(.install), Self.connected])
        sound([Self.pad(listener: nil)], [Self.open, Self.pick, Self.act(.showView), Self.connected])
        refused([Self.act(.leave), Self.open, Self.pick, Self.connected], says: "which it left in line 1")
        refused([Self.act(.uninstall), Self.open, Self.pick, Self.connected], says: "since line 1")
        refused([Self.act(.impersonate), Self.open, Self.pick, Self.connected], says: "foreign certificate")
        sound([Self.act(.impersonate), Self.act(.beItself), Self.open, Self.pick, Self.connected])
        refused([Self.act(.losePath), Self.open, Self.pick, Self.connected], says: "off the network since line 1")
        let waiting = [Self.act(.losePath), Self.open, Self.pick, Self.awaiting(.parked)]
        sound(waiting + [Self.act(.regainPath), Self.connected])
        let late = CompanionSystem(listenerPatience: .milliseconds(100))
        sound([Self.pad(system: late)], [Self.act(.launch), Self.open, Self.pick, Self.connected])
    }

    @Test func whoIsConnectedComesAgainBehindTheBackgroundAlone() {
        let begin = [Self.open, Self.pick, Self.connected]
        sound(begin + [Self.act(.background), Self.awaiting(.parked), Self.act(.resume), Self.connected])
        sound(begin + [Self.act(.kill), Self.connected])
        sound(begin + [Self.act(.background), Self.open, Self.pick, Self.connected])
        refused(begin + [Self.act(.background), Self.connected], says: "in the background since line 4")
        refused(begin + [Self.act(.quit), Self.connected], says: "pad is not chosen")
        refused(begin + [Self.connected], says: "pad is not chosen")
        refused(begin + [Self.awaiting(.parked)], says: "never goes away")
        refused(begin + [Self.awaiting(.acknowledged)], says: "makes no move")
        sound(begin + [Self.act(.play(moves: 1, apart: .zero)), Self.awaiting(.acknowledged)])
        let dead = Self.pad(system: CompanionSystem(relaunchesKilled: false))
        refused(dead, begin + [Self.act(.kill), Self.connected], says: "does not relaunch it")
        sound([dead], begin + [Self.act(.kill), Self.act(.launch), Self.connected])
    }

    @Test func lanesArePlayedSideBySide() {
        func lanes(_ first: [Action], _ second: [Action]) -> Action {
            .together(
                lanes: [first, second].map { actions in
                    Lane(actions.map { Step($0, spot: madeLine(60)) }, spot: madeLine(60))
                })
        }
        let absent = Self.pad(isOffered: false)
        sound([absent], [lanes([Self.connected], [Self.open, Self.act(.offer), Self.pick])])
        let goes = [Self.act(.offer), Self.act(.leave)]
        sound([lanes(goes, [Self.open, Self.pick, Self.connected]), Self.connected])
        refused(absent, [lanes([Self.connected], [Self.open, Self.pick])], says: "not on the network")
    }

    @Test func aBlockCountsAsItsSteps() {
        func inner(_ actions: Action...) -> [Step] { actions.map { Step($0, spot: madeLine(70)) } }
        let checks = [Check.expecting(.companion("pad", .connected))]
        sound([.throughout(checks: checks, steps: inner(Self.open, Self.pick, .stay(span: .seconds(1), checks: [])))])
        refused(
            [.throughout(checks: checks, steps: inner(Self.open, .stay(span: .seconds(1), checks: [])))],
            says: "pad is not chosen")
        sound([.repeat(times: 2, steps: inner(Self.open, Self.pick, Self.connected))])
        refused([Self.open, .repeat(times: 2, steps: inner(Self.pick, Self.connected))], says: "closed in", line: 70)
        refused(
            [.troubling(network: .cableOut, steps: inner(Self.open, Self.pick, Self.connected))],
            says: "the cable has been unplugged since line 1")
        refused(
            [.troubling(network: .silence, steps: inner(Self.open, Self.pick, Self.connected))],
            says: "the network has been silent since line 1")
        sound([.troubling(network: .cableOut, steps: inner(Self.open, Self.pick)), Self.connected])
    }

    @Test func ofSeveralOutcomesOneIsEnough() {
        let two = [Self.pad(person: .refuses), CompanionSetup("watch", shownAs: "Watch", .watchOS, services: ["game"])]
        let any = Outcome.anyOf([.companion("pad", .connected), .companion("watch", .connected)])
        let watch = Action.screen(act: .openPicker(service: "game", platforms: [.watchOS, .iPadOS]), screen: "tv")
        sound(two, [watch, .screen(act: .pick(name: "Watch"), screen: "tv"), .expecting(any)])
        let none = Self.made(two, [watch, Self.pick, .expecting(any)])
        #expect(none.problems().map(\.spot.line) == [90, 90])
    }

    @Test func theBackgroundIsGoneOnFromOnceTheAppIsBack() {
        let (away, back) = (Self.act(.background), Self.act(.resume))
        let begin = [Self.open, Self.pick, Self.connected]
        for outcome in [CompanionOutcome.resumed, .failed(with: .aborted)] {
            let returned = Self.awaiting(outcome)
            refused(begin + [returned], says: "never goes to the background")
            refused(begin + [away, returned], says: "never comes back")
            refused(begin + [back, away, returned], says: "never comes back")
            refused([Self.open, away, back, returned], says: "pad is not chosen")
            sound(begin + [away, back, returned])
            sound(begin + [away, Self.open, Self.pick, .expecting(.companion("pad", outcome))])
            refused(begin + [away, back, away, returned], says: "has been in the background since line 6")
            sound(begin + [.expecting(.companion("pad", outcome), .exactly(0))])
        }
    }

    @Test func aConnectionTimesOutWhereNothingPasses() {
        func inner(_ actions: Action...) -> [Step] { actions.map { Step($0, spot: madeLine(70)) } }
        let begin = [Self.open, Self.pick, Self.connected]
        let ended = Self.awaiting(.failed(with: .timedOut))
        refused(begin + [ended], says: "packets always pass")
        for trouble in [NetworkDisturbance.cableOut, .silence] {
            sound(begin + [.troubling(network: trouble, steps: inner(.stay(span: .seconds(9), checks: []))), ended])
            sound(begin + [.troubling(network: trouble, steps: inner(ended))])
        }
        for failure in CompanionFailure.allCases where ![.timedOut, .aborted].contains(failure) {
            sound(begin + [Self.awaiting(.failed(with: failure))])
        }
    }

    @Test func aFigureNeedsWhatItMeasures() {
        func figure(_ measure: ScreenMeasure) -> Action {
            let amount = Quantity.span(.seconds(1))
            return .requiring(.ofScreen(measure: measure, companion: "pad"), .atMost(amount))
        }
        let begin = [Self.open, Self.pick, Self.connected]
        refused(
            Self.pad(person: .refuses), [Self.open, Self.pick, figure(.pickToReady)], says: "pad refuses", line: 80)
        sound(begin + [figure(.pickToReady)])
        refused(begin + [figure(.frameRoundTrip)], says: "makes no move", line: 80)
        refused(begin + [figure(.resumeToReady)], says: "never goes away", line: 80)
        refused(begin + [Self.act(.kill), figure(.abortToReconnect)], says: "sent to the background", line: 80)
        sound(begin + [Self.act(.background), figure(.abortToReconnect)])
    }
}
