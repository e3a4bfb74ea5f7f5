import Ground
import ScenarioKit
import Testing

/// Every problem that a check can find, provoked on purpose, with a part of its sentence and its line.
@Suite struct CheckTests {
    @Test func aSoundScenarioHasNoProblems() {
        let scenario = Scenario.made(
            .connecting, .exchanging, .expecting(.ranging("door")),
            .walking(from: 5, to: 0.5, .entering("far", at: 2.8), .entering("near", at: 1.3)),
            .stay(
                span: .seconds(1), checks: [.expecting(.zoneChange("door"), 0, line: 60)]),
            .walking(from: 0.5, to: 5, .leaving("near", at: 1.9), .leaving("far", at: 3.4)),
            .stopping, .disconnecting)
        #expect(scenario.problems(on: BenchFacts(accessories: ["door"], tags: [])) == [])
    }

    @Test func orderOfStepsIsChecked() {
        expect(.made(.exchanging), says: "door is not connected here: write Connect before Exchange", line: 1)
        expect(.made(.connecting, .walking(from: 5, to: 1)), says: "write Exchange before Walk", line: 2)
        expect(.made(.connecting, .stopping), says: "nothing to stop", line: 2)
        expect(.made(.connecting, .exchanging, .stopping, .stopping), says: "nothing to stop", line: 4)
        expect(.made(.connecting, .connecting), says: "door has been connected since line 1", line: 2)
        expect(.made(.disconnecting), says: "nothing to disconnect", line: 1)
        expect(.made(.connecting, .disconnecting, .exchanging), says: "not connected here", line: 3)
        expect(.made(.connecting, .exchanging, .disconnecting, .stopping), says: "nothing to stop", line: 4)
    }

    @Test func aRepeatIsLookedAtForItsSecondRoundToo() {
        let once = [Step(.connecting, spot: madeLine(70))]
        #expect(Scenario.made(.repeat(times: 1, steps: once)).problems() == [])
        expect(.made(.repeat(times: 2, steps: once)), says: "connected since line 70", line: 70)
        let whole = once + [Step(.disconnecting, spot: madeLine(71))]
        #expect(Scenario.made(.repeat(times: 2, steps: whole)).problems() == [])
    }

    @Test func deeplyNestedRepeatsAreCheckedInNoTime() {
        var steps = [Step(.connecting, spot: madeLine(70)), Step(.disconnecting, spot: madeLine(71))]
        for _ in 0..<100 { steps = [Step(.repeat(times: 2, steps: steps), spot: madeLine(72))] }
        #expect(Scenario.made(.repeat(times: 2, steps: steps)).problems() == [])
        expect(.made(.repeat(times: .max, steps: steps)), says: "rounds are too many", line: 1)
    }

    @Test func countsAndLimitsMustBePossible() {
        expect(.made(.link(act: .find, accessory: "door", within: .zero)), says: "nothing happens within 0 ns", line: 1)
        expect(.made(.tap(tag: "t", within: .seconds(-1), checks: [])), says: "nothing happens within -1.00 s", line: 1)
        expect(.made(.stay(span: .zero, checks: [])), says: "write a longer time", line: 1)
        expect(.made(.connecting, .expecting(.retry("door"), -1)), says: "use a count of 0 for never", line: 90)
        expect(.made(.connecting, .expecting(.retry("door"), .atLeast(0))), says: "always holds", line: 90)
        expect(.made(.repeat(times: 0, steps: [])), says: "repeated at least once", line: 1)
        expect(.made(.repeat(times: 2, steps: [])), says: "Repeat { } is empty", line: 1)
        expect(.made(.losing(.stop, times: 0, steps: [])), says: "lost at least once", line: 1)
        expect(.made(.losing(.stop, times: 1, steps: [])), says: "Losing { } is empty", line: 1)
    }

    @Test func aScenarioMustCheckSomething() {
        expect(.made(), says: "the scenario has no steps", line: 0)
        expect(.made(.stay(span: .seconds(1), checks: [])), says: "no step checks anything", line: 0)
        expect(.made(.tap(tag: "t", within: .seconds(1), checks: [])), says: "the tap checks nothing", line: 1)
    }

    @Test func onlyWhatThePhoneSendsAndTheBlockCausesCanBeLost() {
        let exchange = [Step(.exchanging, spot: madeLine(70))]
        expect(.made(.connecting, .losing(.didStart, times: 1, steps: exchange)), says: "the accessory sends", line: 2)
        expect(
            .made(.connecting, .losing(.stop, times: 1, steps: exchange)), says: "nothing in this block sends", line: 2)
        #expect(
            Scenario.made(.connecting, .losing(.shareableConfiguration, times: 1, steps: exchange)).problems() == [])
        expect(
            .made(.connecting, .losing(.shareableConfiguration, times: 2, steps: exchange)),
            says: "the phone tries again only 1 times", line: 2)
        let hasty = [Step(.exchange(kind: .configuration, accessory: "door", within: .seconds(3)), spot: madeLine(71))]
        expect(
            .made(.connecting, .losing(.shareableConfiguration, times: 1, steps: hasty)),
            says: "cannot finish within 3.00 s", line: 71)
    }

    @Test func namesThatTheBenchDoesNotHaveAreOfferedNearMisses() {
        let facts = BenchFacts(accessories: ["door", "gate"], tags: ["doorTag", "posterTag"])
        expect(
            .made(.link(act: .find, accessory: "dor", within: .seconds(1))), on: facts,
            says: "no accessory of the rig is called dor: did you mean door?", line: 1)
        expect(
            .made(.tap(tag: "dorTag", within: .seconds(1), checks: [])), on: facts,
            says: "no tag of the rig is called dorTag: did you mean doorTag", line: 1)
        expect(.made(.connecting, .expecting(.entered("fra", "door"))), says: "called fra: did you mean far?", line: 90)
    }

    @Test func whatCannotBeSeenIsNotExpected() {
        expect(.made(.expecting(.retry("door"), 0)), says: "never connected before this line", line: 90)
        expect(.made(.connecting, .expecting(.opened(.browser))), says: "nothing is tapped before", line: 90)
        let opened = Check.expecting(.opened(.browser), 1, line: 60)
        expect(.made(.stay(span: .seconds(1), checks: [opened])), says: "nothing is tapped during a Stay", line: 60)
        let tap = Action.tap(tag: "t", within: .seconds(1), checks: [opened])
        #expect(Scenario.made(tap, .expecting(.opened(.browser))).problems() == [])
        expect(
            .made(tap, .repeat(times: 1, steps: [Step(.expecting(.opened(.browser)), spot: madeLine(61))])),
            says: "nothing is tapped before", line: 90)
    }

    @Test func allProblemsComeAtOnceEachWithItsLine() {
        let problems = Scenario.made(.exchanging, .stay(span: .zero, checks: []), .stopping, .stopping).problems()
        #expect(problems.map(\.spot.line) == [1, 2, 4])
        #expect(problems[1].description == "Tests/Made.swift:2: the phone stays for 0 ns: write a longer time")
    }
}
