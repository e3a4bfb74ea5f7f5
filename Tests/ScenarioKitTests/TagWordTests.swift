import Ground
import ScenarioKit
import Testing

/// The step that each tag word becomes, and its line.
@Suite struct TagWordTests {
    private func action(_ word: some Word) -> Action { word.step.action }
    private let second = Lapse.seconds(1)

    @Test("words that hold tags become the actions of their names")
    func tags() {
        #expect(action(Present("a", within: second)) == .present(tag: "a", within: second))
        #expect(action(Remove("a", within: second)) == .remove(tag: "a", within: second))
        #expect(action(TearAway("a", after: 3, within: second)) == .tearAway(tag: "a", answers: 3, within: second))
        #expect(action(Swap("a", for: "b", within: second)) == .swap(tag: "a", other: "b", within: second))
        #expect(action(Hold("a", for: second)) == .hold(tag: "a", span: second, checks: []))
        #expect(action(OpenNotification(within: second)) == .openNotification(within: second))
        #expect(action(FollowLink("tel:1")) == .followLink(url: "tel:1"))
        let held = Hold("a", for: second) {
            Expect(.tagDetected, count: 1).otherwise("it is not found", when: .nothingCame)
        }
        #expect(held.step.action.checks.map(\.cause?.text) == ["it is not found"])
    }

    @Test("words for the phone and the reader become the actions of their names")
    func conditions() {
        #expect(
            action(TurnOn(.display)) == .system(act: .display(on: true))
                && action(TurnOff(.display)) == .system(act: .display(on: false)))
        #expect(action(TurnOn(.airplaneMode)) == .system(act: .airplane(on: true)))
        #expect(
            action(TurnOn(.camera)) == .system(act: .camera(on: true))
                && action(TurnOff(.wallet)) == .system(act: .wallet(on: false)))
        #expect(action(TurnOn(.readerSession)) == .system(act: .readerSession(on: true)))
        #expect(action(RestartPhone()) == .system(act: .restart))
        #expect(action(SimulateReader(.aborts)) == .simulateReader(trouble: .aborts))
        let block = SimulatingReader(.silent) { Lock() }
        guard case .simulatingReader(.silent, let steps) = block.step.action else {
            return #expect(Bool(false), "SimulatingReader became something else")
        }
        #expect(steps.map(\.action) == [.system(act: .lock)] && block.step.action.innerSteps == steps)
    }

    private let line = #line
    private let inspection = Inspect("a") {
        Is(.type4)
        HasChip("NTAG215")
        Holds(atLeast: 480)
        HasFree(atLeast: 40)
        Fits()
        Is(.locked).otherwise("anybody can write it", when: "tag.writable")
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
                .platform(platform: .type4), .chip(chip: "NTAG215"), .capacity(bytes: 480), .free(bytes: 40),
                .free(bytes: 0),
                .state(state: .locked), .link(url: "https://example.com"), .linkHost(host: "example.com"),
                .firstRecordIsLink,
                .records(count: 2), .opens(destination: .browser, path: "/a"), .noFindings(level: .warning),
                .noFindings(level: .note),
            ])
        #expect(checks.map { $0.spot.line - line } == Array(2...14))
        #expect(checks.compactMap(\.cause?.text) == ["anybody can write it"])
    }

    @Test("tag words require their devices of a bench")
    func needs() {
        func needs(_ action: Action) -> [Need] { Scenario.made(action).needs }
        #expect(needs(.swap(tag: "a", other: "b", within: second)) == [.nfc, .tag("a"), .tag("b")])
        #expect(
            needs(.hold(tag: "a", span: second, checks: [.expecting(.console(of: "door", containing: "x"))])).count == 4
        )
        #expect(needs(.simulateReader(trouble: .aborts)) == [.nfc, .simulatedReader])
        let steps = madeSteps(.present(tag: "a", within: second))
        #expect(needs(.simulatingReader(trouble: .unplugged, steps: steps)) == [.nfc, .readerCable, .tag("a")])
        for trouble in ReaderFailure.allCases where trouble != .unplugged {
            #expect(needs(.simulateReader(trouble: trouble)) == [.nfc, .simulatedReader])
        }
        #expect(needs(.followLink(url: "tel:1")) == [] && needs(.openNotification(within: second)) == [])
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
