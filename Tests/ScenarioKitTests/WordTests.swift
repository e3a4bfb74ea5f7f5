import ScenarioKit
import Testing

@Suite struct WordTests {
    private let line = #line
    private let scenario = Scenario("words", "Uses every word") {
        Connect("door", within: .seconds(5))
        Exchange(.configuration, with: "door", within: .milliseconds(500))
        Walk(toward: "door", from: .metres(5), to: .metres(0.5), at: .metresPerSecond(1.2)) {
            Enter("far", at: .metres(3), give: .metres(0.3))
        }
        Walk(awayFrom: "door", from: .metres(0.5), to: .metres(5), at: .metresPerSecond(1.2)) {
            Leave("far", at: .metres(3), give: .metres(0.3))
        }
        Losing(.shareableConfiguration, times: 2) {
            Repeat(3) { Stop("door", within: .seconds(1)) }
        }
        Stay(.seconds(2)) { Expect(.zoneChange("door"), count: 0) }
        Tap("doorTag") { Expect(.opened(.browser)) }
        Expect(.retry("door"), count: .atMost(2), within: .seconds(3))
        Disconnect("door", within: .seconds(1))
    }

    @Test func everyWordBecomesItsStepAtOnce() {
        let course = WalkPath(
            accessory: "door", from: .metres(5), to: .metres(0.5), speed: .metresPerSecond(1.2),
            crossings: [
                Crossing(
                    .enter, "far", at: .metres(3), give: .metres(0.3),
                    spot: SourceSpot(file: "Tests/ScenarioKitTests/WordTests.swift", line: line + 5))
            ])
        let actions = scenario.steps.map(\.action)
        #expect(actions.count == 9)
        #expect(actions[0] == .link(act: .connect(upTo: .subscribed), accessory: "door", within: .seconds(5)))
        #expect(actions[1] == .exchange(kind: .configuration, accessory: "door", within: .milliseconds(500)))
        #expect(actions[2] == .walk(course: course))
        #expect(actions[8] == .link(act: .disconnect, accessory: "door", within: .seconds(1)))
    }

    @Test func everyWordKnowsItsLine() {
        #expect(scenario.spot.line == line + 1)
        #expect(scenario.steps.map { $0.spot.line - line } == [2, 3, 4, 7, 10, 13, 14, 15, 16])
        #expect(scenario.steps.allSatisfy { $0.spot.file == "Tests/ScenarioKitTests/WordTests.swift" })
    }

    @Test func blocksHoldTheirSteps() {
        guard case .tampering(.withhold, .shareableConfiguration, 2, let steps) = scenario.steps[4].action,
            case .repeat(3, let inner)? = steps.first?.action
        else {
            Issue.record("expected Losing around Repeat, found \(scenario.steps[4].action)")
            return
        }
        #expect(inner.map(\.action) == [.stop(accessory: "door", within: .seconds(1))])
    }

    @Test func anExpectationWithoutCountIsAtLeastOneAndABareNumberIsExact() {
        #expect(scenario.steps[6].action.expectations.map(\.count) == [.atLeast(1)])
        #expect(scenario.steps[5].action.expectations.map(\.count) == [.exactly(0)])
        #expect(scenario.steps[7].action.expectations.map(\.count) == [.atMost(2)])
    }

    @Test func aScenarioNeedsEachPartOnce() {
        #expect(
            scenario.needs == [
                .bluetooth, .accessory("door"), .uwb, .motion, .nfc, .tag("doorTag"),
            ])
        #expect(Scenario("tap", "Taps") { Tap("a") { Expect(.opened(.browser)) } }.needs == [.nfc, .tag("a")])
    }

    @Test(arguments: [
        (Count.exactly(2), [false, false, true, false]), (.atLeast(2), [false, false, true, true]),
        (.atMost(2), [true, true, true, false]), (.exactly(0), [true, false, false, false]),
    ]) func aCountIsMetByItsNumbersOnly(count: Count, met: [Bool]) {
        #expect((0...3).map { count.isMet(by: $0) } == met)
    }

    @Test func onlyALowerBoundCannotBeExceeded() {
        #expect(Count.exactly(1).isExceeded(by: 2) && !Count.exactly(1).isExceeded(by: 1))
        #expect(Count.atMost(1).isExceeded(by: 2) && !Count.atLeast(1).isExceeded(by: 99))
        #expect(Count.exactly(1).isJudgedAgainAtTheEnd && Count.atMost(1).isJudgedAgainAtTheEnd)
        #expect(!Count.atLeast(1).isJudgedAgainAtTheEnd)
    }

    @Test func stepsReadAsSentences() {
        #expect(scenario.steps[0].action.description == "connect to door within 5.00 s")
        #expect(scenario.steps[2].action.description == "walk toward door from 5.00 m to 0.50 m at 1.20 m/s")
        #expect(scenario.steps[4].action.description == "lose shareableConfiguration 2 times")
        #expect(scenario.steps[7].action.description == "expect retry with door at most 2 times within 3.00 s")
        let opened = Outcome.opened(.app("com.example.door"), path: "/open")
        #expect(opened.description == "app com.example.door opened at /open")
        #expect(Count.exactly(0).description == "never" && Count.atMost(0).description == "never")
        let sent = Send([.stop, .cut(.shareableConfiguration, to: 12)], to: "door", apart: .milliseconds(50))
        #expect(
            sent.step.action.description == "send stop, shareableConfiguration cut to 12 bytes to door 50.0 ms apart")
        #expect(Send([.stop, .initialize], to: "door").step.action.description.hasSuffix("to door back to back"))
        #expect(Send(.bytes([0x0B, 0xFF]), to: "door").step.action.description == "send 0x0bff to door")
        let required = Require(.latency(.didStart, of: "door"), percentile: 95, atMost: .seconds(1))
        #expect(
            required.step.action.description == "require latency of didStart from door at most 1.00 s in 95 of 100")
        #expect(
            Require(.bias(of: "door"), within: .millimetres(100)).step.action.description
                == "require bias of door within 0.10 m")
        #expect(
            Require(.updateRate(of: "door"), atLeast: .hertz(4)).step.action.description
                == "require update rate of door at least 4.00 Hz")
    }
}
