import Ground
import Journal
import Reports
import Testing
import Vocabulary

@Suite struct LiveLineTests {
    let terminal = TerminalTraits(isLive: true, hasColours: false)
    let clear = "\r\u{1B}[K"

    @Test func theStepUnderWayIsShownInPlaceAndThenClearedForItsLine() {
        #expect(
            shown(
                [
                    .stepStarted(step: Sample.connect),
                    .stepPassed(step: Sample.connect, elapsed: .milliseconds(12), measured: []),
                ], on: terminal)
                == clear + "   0.000 s  ...      connect to door within 5.00 s"
                + clear + "   0.100 s  ok       connect to door within 5.00 s [12.0 ms]\n")
    }

    @Test func theDistanceOfEveryAccessoryIsRewrittenInPlace() {
        #expect(
            shown(
                [
                    .phone(event: .distance(accessory: "door", measured: .metres(2.97), smoothed: .metres(3.01))),
                    .phone(event: .distance(accessory: "gate", measured: .metres(8), smoothed: nil)),
                    .phone(event: .distance(accessory: "door", measured: .metres(3), smoothed: nil)),
                    .runEnded(summary: Sample.summary(.passed)),
                ], on: terminal)
                == clear + "   0.000 s  ...      door 2.97 m, smoothed 3.01 m"
                + clear + "   0.100 s  ...      door 2.97 m, smoothed 3.01 m; gate 8.00 m"
                + clear + "   0.200 s  ...      door 3.00 m; gate 8.00 m"
                + clear + "passed    zoneWalk on simulated, seed 7: 2 of 3 steps in 4.20 s\n")
    }

    @Test func theLiveLineLeavesTheLastColumnFree() {
        let narrow = TerminalTraits(isLive: true, hasColours: false, columns: 20)
        let text = shown([.stepStarted(step: Sample.connect)], on: narrow)
        #expect(text == clear + "   0.000 s  ...    ")
        let wide = StepRecord(number: 1, depth: 0, text: "戸口", spot: Sample.spot(line: 1))
        let room = TerminalTraits(isLive: true, hasColours: false, columns: 25)
        #expect(shown([.stepStarted(step: wide)], on: room).hasSuffix("戸"))
    }

    @Test func aLineThatStaysIsNeverCut() {
        let narrow = TerminalTraits(isLive: true, hasColours: false, columns: 20)
        let text = shown([.stepPassed(step: Sample.connect, elapsed: .zero, measured: [])], on: narrow)
        #expect(text == "   0.000 s  ok       connect to door within 5.00 s [0 ns]\n")
    }

    @Test func withoutATerminalThereIsNoLiveLine() {
        #expect(
            shown([
                .stepStarted(step: Sample.connect),
                .phone(event: .distance(accessory: "door", measured: .zero, smoothed: nil)),
            ]).isEmpty)
    }

    @Test func coloursMarkTheVerdictAndNothingElseChanges() {
        let colours = TerminalTraits(isLive: false, hasColours: true)
        #expect(
            shown([.runStarted(header: Sample.header), .runEnded(summary: Sample.summary(.passed))], on: colours)
                == "\u{1B}[1mzoneWalk\u{1B}[0m on simulated, seed 7\n"
                + "\u{1B}[32mpassed   \u{1B}[0m zoneWalk on simulated, seed 7: 2 of 3 steps in 4.20 s\n")
    }

    @Test func theEnvironmentDecidesWhatATerminalMayShow() {
        func traits(_ isTerminal: Bool, _ environment: [String: String]) -> TerminalTraits {
            TerminalTraits(isTerminal: isTerminal, columns: 100, environment: environment)
        }
        let all = TerminalTraits(isLive: true, hasColours: true, columns: 100)
        let none = TerminalTraits(isLive: false, hasColours: false, columns: 100)
        #expect(traits(true, ["TERM": "xterm"]) == all)
        #expect(traits(true, ["TERM": "xterm", "NO_COLOR": ""]) == all)
        #expect(traits(true, ["NO_COLOR": "1"]) == TerminalTraits(isLive: true, hasColours: false, columns: 100))
        #expect(traits(true, ["TERM": "dumb"]) == none)
        #expect(traits(false, ["TERM": "xterm"]) == none)
    }

    @Test(arguments: [nil, 0, -1]) func aTerminalThatDoesNotTellItsWidthHasTheUsualOne(columns: Int?) {
        let traits = TerminalTraits(isTerminal: true, columns: columns, environment: [:])
        #expect(traits.columns == TerminalTraits.usualColumns)
    }
}
