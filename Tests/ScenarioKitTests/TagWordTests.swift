import Ground
import ScenarioKit
import Testing

/// What each word for tags becomes, and on which line.
@Suite struct TagWordTests {
    private func action(_ word: some Word) -> Action { word.step.action }
    private let second = Span.seconds(1)

    @Test("words that hold tags become the actions of their names")
    func tags() {
        #expect(action(Present("a", within: second)) == .present("a", within: second))
        #expect(action(Remove("a", within: second)) == .remove("a", within: second))
        #expect(action(TearAway("a", after: 3, within: second)) == .tearAway("a", after: 3, within: second))
        #expect(action(Swap("a", for: "b", within: second)) == .swap("a", for: "b", within: second))
        #expect(action(Hold("a", for: second)) == .hold("a", for: second, checks: []))
        #expect(action(OpenNotification(within: second)) == .openNotification(within: second))
        #expect(action(FollowLink("tel:1")) == .followLink("tel:1"))
        let held = Hold("a", for: second) { Expect(.tagDetected, count: 1).otherwise("it is not found") }
        #expect(held.step.action.checks.map(\.cause) == ["it is not found"])
    }

    @Test("words for the phone and the reader become the actions of their names")
    func conditions() {
        #expect(
            action(TurnOn(.display)) == .system(.display(true)) && action(TurnOff(.display)) == .system(.display(false))
        )
        #expect(action(TurnOn(.airplaneMode)) == .system(.airplane(true)))
        #expect(
            action(TurnOn(.camera)) == .system(.camera(true)) && action(TurnOff(.wallet)) == .system(.wallet(false)))
        #expect(action(TurnOn(.readerSession)) == .system(.readerSession(true)))
        #expect(action(RestartPhone()) == .system(.restart))
        #expect(action(SimulateReader(.aborts)) == .simulateReader(.aborts))
        let block = SimulatingReader(.silent) { Lock() }
        guard case .simulatingReader(.silent, let steps) = block.step.action else {
            return #expect(Bool(false), "SimulatingReader became something else")
        }
        #expect(steps.map(\.action) == [.system(.lock)] && block.step.action.innerSteps == steps)
    }

    private let line = #line
    private let inspection = Inspect("a") {
        Is(.type4)
        HasChip("NTAG215")
        Holds(atLeast: 480)
        HasFree(atLeast: 40)
        Fits()
        Is(.locked).otherwise("anybody can write it")
        LinksTo("https://example.com")
        LinksTo(host: "example.com")
        StartsWithLink()
        HasRecords(2)
        Opens(.browser, path: "/a")
        IsClean(upTo: .warning)
        IsClean()
    }

    @Test("an inspection holds its checks, each with its line and its cause")
    func inspections() {
        guard case .inspect("a", let limit, let checks) = inspection.step.action, limit == .seconds(10) else {
            return #expect(Bool(false), "Inspect became something else")
        }
        #expect(
            checks.map(\.what) == [
                .platform(.type4), .chip("NTAG215"), .capacity(atLeast: 480), .free(atLeast: 40), .free(atLeast: 0),
                .state(.locked), .link("https://example.com"), .linkHost("example.com"), .firstRecordIsLink,
                .records(2), .opens(.browser, path: "/a"), .noFindings(upTo: .warning), .noFindings(upTo: .note),
            ])
        #expect(checks.map { $0.spot.line - line } == Array(2...14))
        #expect(checks.compactMap(\.cause) == ["anybody can write it"])
    }

    @Test("what tags need of a bench is asked for")
    func needs() {
        func needs(_ action: Action) -> [Need] { Scenario.made(action).needs }
        #expect(needs(.swap("a", for: "b", within: second)) == [.nfc, .tag("a"), .tag("b")])
        #expect(needs(.hold("a", for: second, checks: [.expecting(.console(of: "door", containing: "x"))])).count == 4)
        #expect(needs(.simulateReader(.aborts)) == [.nfc, .simulatedReader])
        let steps = madeSteps(.present("a", within: second))
        #expect(needs(.simulatingReader(.unplugged, steps: steps)) == [.nfc, .readerCable, .tag("a")])
        for trouble in ReaderTrouble.allCases where trouble != .unplugged {
            #expect(needs(.simulateReader(trouble)) == [.nfc, .simulatedReader])
        }
        #expect(needs(.followLink("tel:1")) == [] && needs(.openNotification(within: second)) == [])
        #expect(needs(.requiring(.readCommands, .atMost(.count(1)))) == [.nfc])
        #expect(Need.simulatedReader.description == "a simulated NFC reader")
        #expect(Need.readerCable.description == "an NFC reader whose cable can be pulled")
    }

    @Test("requirements on tags know their units")
    func requirements() {
        #expect(Require(.readCommands, atMost: 55).requirement.bound == .atMost(.count(55)))
        let span = Require(.detectedToRouted, percentile: 50, atMost: .milliseconds(1)).requirement
        #expect(span.figure == .detectedToRouted && span.bound == .atMost(.span(.milliseconds(1))))
        #expect(span.figure.accessory == nil && !span.figure.isRanging)
    }
}
