import ScenarioKit
import Testing

@Suite struct RequirementCheckTests {
    private func ranging(_ figure: Figure, _ bound: Bound, percentile: Int? = nil) -> Scenario {
        .made(
            .place(accessory: "door", at: .metres(2)), .connecting, .exchanging,
            .requiring(figure, bound, percentile: percentile))
    }

    private let second = Bound.atMost(.span(.seconds(1)))

    @Test func everyFigureWithItsUnitIsSound() {
        expectSound(ranging(.latency(message: .didStart, accessory: "door"), second, percentile: 95))
        expectSound(ranging(.connection(accessory: "door"), second, percentile: 1))
        expectSound(ranging(.exchange(accessory: "door"), second, percentile: 100))
        expectSound(ranging(.firstFix(accessory: "door"), second))
        expectSound(ranging(.updateRate(accessory: "door"), .atLeast(.rate(.hertz(4)))))
        expectSound(ranging(.updateRate(accessory: "door"), .atMost(.rate(.hertz(10)))))
        expectSound(ranging(.availability(accessory: "door"), .atLeast(.share(.percent(90)))))
        expectSound(ranging(.bias(accessory: "door"), .within(.distance(.millimetres(100)))))
        expectSound(ranging(.standardDeviation(accessory: "door"), .atMost(.distance(.millimetres(80)))))
    }

    @Test func aPercentileLiesFrom1To100() {
        for percentile in [-1, 0, 101] {
            expect(
                ranging(.exchange(accessory: "door"), second, percentile: percentile),
                says: "a percentile is 1 to 100, not \(percentile)", line: 80)
        }
        expect(
            ranging(.updateRate(accessory: "door"), .atLeast(.rate(.hertz(4))), percentile: 95),
            says: "one value of all samples: omit the percentile", line: 80)
    }

    @Test func aLimitHasTheFiguresUnitAndSide() {
        expect(
            ranging(.updateRate(accessory: "door"), second), says: "is measured as a rate, and the limit is 1.00 s",
            line: 80)
        expect(
            ranging(.bias(accessory: "door"), .atMost(.distance(.millimetres(100)))),
            says: "may be positive or negative: write within: 0.10 m", line: 80)
        expect(
            ranging(.standardDeviation(accessory: "door"), .within(.distance(.millimetres(80)))),
            says: "is never negative: write atMost: 0.08 m", line: 80)
        expect(ranging(.exchange(accessory: "door"), .atMost(.span(.zero))), says: "limits nothing", line: 80)
        expect(ranging(.updateRate(accessory: "door"), .atLeast(.rate(.zero))), says: "limits nothing", line: 80)
        expect(ranging(.availability(accessory: "door"), .atLeast(.share(.zero))), says: "limits nothing", line: 80)
        expect(ranging(.bias(accessory: "door"), .within(.distance(.zero))), says: "limits nothing", line: 80)
        expect(
            ranging(.availability(accessory: "door"), .atLeast(.share(.percent(101)))), says: "at most the whole",
            line: 80)
    }

    @Test func onlyAnswersHaveALatency() {
        for message in MessageKind.allCases where message.question == nil {
            expect(
                ranging(.latency(message: message, accessory: "door"), second), says: "\(message) answers nothing",
                line: 80)
        }
    }

    @Test func whatIsMeasuredMustBeThere() {
        let rate = Action.requiring(.updateRate(accessory: "door"), .atLeast(.rate(.hertz(4))))
        expect(.made(rate), says: "never connected before this line: it has nothing to measure", line: 80)
        expect(.made(.connecting, rate), says: "nothing ranges with door in this block", line: 80)
        expectSound(.made(.connecting, .requiring(.connection(accessory: "door"), second)))
        expect(
            .made(
                .connecting, .exchanging, .requiring(.bias(accessory: "door"), .within(.distance(.metres(0.1))))
            ), says: "the true distance of door is unknown: write Place or Walk first", line: 80)
        expect(
            .made(.connecting, .exchanging, .requiring(.exchange(accessory: "dor"), second)),
            on: BenchFacts(accessories: ["door"], tags: []), says: "did you mean door?", line: 80)
    }

    @Test func aBlockMeasuresFromItsOwnBeginning() {
        let rate = Action.requiring(.updateRate(accessory: "door"), .atLeast(.rate(.hertz(4))))
        expectSound(.made(.connecting, .exchanging, .repeat(times: 1, steps: madeSteps(rate))))
        expect(
            .made(.connecting, .exchanging, .stopping, .repeat(times: 1, steps: madeSteps(rate))),
            says: "nothing ranges with door in this block", line: 80)
        // After Stop the block still has its earlier measurements.
        expectSound(.made(.connecting, .exchanging, .stopping, rate))
        expectSound(.made(.connecting, .repeat(times: 2, steps: madeSteps(.exchanging, .stopping)), rate))
    }

    @Test("a span is measured if it starts in a step of the block, or in an earlier one that does not wait")
    func spansNeedAStep() {
        func latency(_ message: MessageKind) -> Action {
            .requiring(.latency(message: message, accessory: "door"), second)
        }
        let fix = Action.requiring(.firstFix(accessory: "door"), second)
        let connection = Action.requiring(.connection(accessory: "door"), second)
        expect(.made(.connecting, latency(.configuration)), says: "no step of this block measures", line: 80)
        expect(.made(.connecting, fix), says: "write Exchange first", line: 80)
        expect(.made(.connecting, .exchanging, latency(.didStop)), says: "write Stop first", line: 80)
        expectSound(.made(.connecting, .exchanging, .stopping, latency(.didStop)))
        expect(
            .made(.connecting, .exchanging, .repeat(times: 2, steps: madeSteps(latency(.configuration)))),
            says: "write Exchange", line: 80)
        expect(
            .made(.connecting, .repeat(times: 2, steps: madeSteps(.exchanging, .stopping, connection))),
            says: "write Connect first", line: 80)
        // The first distance comes after the exchange is over, and the request of Begin is answered later.
        expectSound(.made(.connecting, .exchanging, .repeat(times: 1, steps: madeSteps(fix))))
        expectSound(
            .made(
                .connecting, .session(act: .begin(kind: .configuration), accessory: "door"),
                .repeat(times: 1, steps: madeSteps(.stay(span: .seconds(1), checks: []), latency(.configuration)))))
        // After a removal the phone retries by itself, which may be measured.
        expectSound(
            .made(
                .connecting, .exchanging,
                .tampering(
                    tampering: .withhold, message: .shareableConfiguration, times: 1,
                    steps: madeSteps(.exchanging, latency(.didStop)))))
    }

    @Test func requirementsMayStandInStaysAndTaps() {
        let requirement = Requirement(.updateRate(accessory: "door"), .atLeast(.rate(.hertz(4))), spot: madeLine(80))
        expectSound(
            .made(.connecting, .exchanging, .stay(span: .seconds(5), checks: [.require(requirement: requirement)])))
        expect(
            .made(.connecting, .stay(span: .seconds(5), checks: [.require(requirement: requirement)])),
            says: "nothing ranges", line: 80)
    }
}
