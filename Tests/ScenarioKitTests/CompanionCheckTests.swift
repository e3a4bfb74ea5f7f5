import Ground
import ScenarioKit
import Testing

/// Problems of scenarios about screens and companions, found before they are played.
@Suite struct CompanionCheckTests {
    private static let facts = BenchFacts(accessories: [], tags: [], screens: ["tv"])
    private static let pad = CompanionSetup("pad", shownAs: "Pad", .iPadOS, services: ["game"])
    private static let open = Action.screen(
        act: .openPicker(service: "game", platforms: [.iPadOS, .iOS]), screen: "tv")
    private static let pick = Action.screen(act: .pick(name: "Pad"), screen: "tv")
    private static let connected = Action.expecting(.companion("pad", .connected))

    /// Returns a scenario in which the picker is open at first; the lines of the actions are numbered from 1.
    private func made(_ companions: [CompanionSetup] = [pad], _ actions: Action...) -> Scenario {
        let open = companions.isEmpty || !actions.contains(Self.pick) ? [] : [Step(Self.open, spot: madeLine(0))]
        let steps = open + actions.enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(
            name: "made", summary: "Made", phone: PhoneSetup(companions: companions), steps: steps, spot: madeLine(0))
    }

    @Test func aSoundOneHasNoProblemsAndNeedsItsScreenAlone() {
        let scenario = made([Self.pad], Self.pick, Self.connected)
        expectSound(scenario, on: Self.facts)
        #expect(scenario.needs == [.screen("tv")])
    }

    @Test func whoIsNotThereIsNamed() {
        let expecting = made([Self.pad], Self.pick, .expecting(.companion("pod", .connected)))
        #expect(expecting.problems().contains { $0.message.contains("no companion pod") })
        expect(
            made([Self.pad], Self.pick, .companion(act: .background, companion: "pod"), Self.connected),
            says: "no companion pod", line: 2)
        expect(
            made([Self.pad], .screen(act: .cancel, screen: "tvv"), Self.connected), on: Self.facts,
            says: "no rig has the screen tvv", line: 1)
    }

    @Test func companionsWithoutAScreenAreAProblem() {
        expect(made([Self.pad], Self.connected), says: "no step uses a screen", line: 0)
    }

    @Test func aConsoleIsOfAScreenThatThereIs() {
        let line = Action.expecting(.screenConsole(of: "tv", containing: "ready"))
        let sound = made([Self.pad], Self.pick, line)
        expectSound(sound, on: Self.facts)
        #expect(sound.needs == [.screen("tv"), .screenConsole("tv")])
        expect(
            made([Self.pad], Self.pick, .expecting(.screenConsole(of: "tvv", containing: "x"))), on: Self.facts,
            says: "no rig has the screen tvv", line: 90)
        for text in ["", " ", String(repeating: "x", count: 5_000)] {
            let scenario = made([Self.pad], Self.pick, .expecting(.screenConsole(of: "tv", containing: text)))
            #expect(scenario.problems(on: Self.facts).map(\.weight) == [.fault], "\(text.count) bytes")
        }
    }

    @Test func whatNoPersonCanDoNeedsASimulatedScreen() {
        let sending = made([Self.pad], .screen(act: .send(type: 1, payload: [], times: 1, apart: .zero), screen: "tv"))
        #expect(sending.needs == [.screen("tv"), .simulatedScreens])
        let cut = made(
            [Self.pad], Self.pick, .troubling(network: .cableOut, steps: [Step(Self.connected, spot: madeLine(9))]))
        #expect(cut.needs == [.screen("tv"), .troubledNetwork])
        let slow = Requirement(
            .ofScreen(measure: .pickToReady, companion: "pad"), .atMost(.span(.seconds(1))), spot: madeLine(1))
        #expect(made([Self.pad], Self.pick, .require(requirement: slow)).needs == [.screen("tv"), .simulatedScreens])
    }

    @Test func timesBeforeTheirCauseAreRefused() {
        func setup(
            _ consent: Lapse = .zero, launch: Lapse = .zero, listener: Lapse? = .zero, patience: Lapse = .seconds(1),
            limit: Int = 1
        ) -> CompanionSetup {
            CompanionSetup(
                "pad", shownAs: "Pad", .iOS, services: ["game"], consent: ConsentPolicy(.allows, after: consent),
                launchDelay: launch, listenerDelay: listener, connectionLimit: limit,
                system: CompanionSystem(listenerPatience: patience))
        }
        let none = Action.expecting(.companion("pad", .connected), .exactly(0))
        let stay = Action.stay(span: .seconds(1), checks: [])
        expectSound(made([setup(listener: nil, limit: 0)], Self.pick, none, stay), on: Self.facts)
        for wrong in [
            setup(.seconds(-1)), setup(launch: .seconds(-1)), setup(listener: .seconds(-1)), setup(patience: .zero),
            setup(limit: -1),
        ] {
            #expect(made([wrong], Self.pick, Self.connected).problems(on: Self.facts).map(\.weight) == [.fault])
        }
    }

    @Test func whatCannotBeWrittenInARecordIsRefused() {
        func companion(_ shown: String, _ services: [ServiceIdentifier]) -> CompanionSetup {
            CompanionSetup("pad", shownAs: shown, .iOS, services: services)
        }
        expect(made([companion("", ["game"])], Self.pick, Self.connected), says: "1 to 63 bytes", line: 0)
        expect(made([companion("P", ["a,b"])], Self.pick, Self.connected), says: "a comma", line: 0)
        expect(made([companion("P", [""])], Self.pick, Self.connected), says: "without a name", line: 0)
        let long = ServiceIdentifier(String(repeating: "x", count: 300))
        expect(made([companion("P", [long])], Self.pick, Self.connected), says: "255", line: 0)
        expect(made([Self.pad, Self.pad], Self.pick, Self.connected), says: "two companions", line: 0)
    }

    @Test(arguments: [
        Action.screen(act: .openPicker(service: "", platforms: [.iOS]), screen: "tv"),
        .screen(act: .openPicker(service: "game", platforms: []), screen: "tv"),
        .screen(act: .pick(name: ""), screen: "tv"),
        .screen(act: .send(type: 1, payload: [], times: 0, apart: .zero), screen: "tv"),
        .companion(act: .play(moves: 0, apart: .zero), companion: "pad"),
        .companion(act: .send(type: 1, payload: [UInt8](repeating: 0, count: 65_537)), companion: "pad"),
        .troubling(network: .losing(permille: 1000), steps: [Step(connected, spot: madeLine(9))]),
        .troubling(network: .delayed(by: .zero), steps: [Step(connected, spot: madeLine(9))]),
        .troubling(network: .cableOut, steps: []),
    ]) func whatCannotHappenIsAProblem(action: Action) {
        let scenario = made([Self.pad], Self.pick, action, Self.connected)
        #expect(scenario.problems(on: Self.facts).contains { $0.spot.line == 2 }, "\(action)")
    }
}
