import Ground
import ScenarioKit
import Testing

/// Scenarios that nobody would write: whatever a file says, it is checked without a trap and always the same way.
@Suite struct ScenarioFuzzTests {
    private let numbers = [Int.min, -1, 0, 1, 2, 3, 100, 10_001, .max]
    private let spans = [Span(nanoseconds: .min), .milliseconds(-1), .zero, .seconds(1), Span(nanoseconds: .max)]

    private func message(_ generator: inout SeededGenerator, depth: Int) -> RawMessage {
        let whole = RawMessage.everyCase[Int.random(in: 0..<9, using: &generator)]
        guard depth > 0 else { return whole }
        let inner = message(&generator, depth: depth - 1)
        let number = numbers.randomElement(using: &generator)!
        return switch Int.random(in: 0..<5, using: &generator) {
        case 0: .cut(inner, to: number)
        case 1: .padded(inner, by: number)
        case 2: .corrupted(inner, byte: number, xor: UInt8.random(in: 0...2, using: &generator))
        case 3: .everyCut(of: inner)
        default: whole
        }
    }

    private func action(_ generator: inout SeededGenerator, depth: Int) -> Action {
        let number = numbers.randomElement(using: &generator)!
        let span = spans.randomElement(using: &generator)!
        func steps(_ generator: inout SeededGenerator) -> [Step] {
            (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                Step(action(&generator, depth: depth - 1), spot: madeLine(Int.random(in: 1...50, using: &generator)))
            }
        }
        switch Int.random(in: 0..<(depth > 0 ? 12 : 7), using: &generator) {
        case 0: return .send([message(&generator, depth: 4)], to: "door", apart: span)
        case 1: return .link(LinkAct.everyCase.randomElement(using: &generator)!, "door", within: span)
        case 2:
            let figure = Figure.everyCase.randomElement(using: &generator)!
            return .requiring(figure, .atMost(.span(span)), percentile: number)
        case 3: return .walking(from: 5, to: Double(number), speed: Double(number), .entering("far", at: 3))
        case 4: return .expecting(Outcome.everyCase.randomElement(using: &generator)!, .exactly(number))
        case 5, 6: return Action.everyCase.randomElement(using: &generator)!
        case 7:
            let tampering = [Tampering.delay(span), .repeat(number), .cut(to: number), .corrupt(byte: number, xor: 1)]
                .randomElement(using: &generator)!
            let message = MessageName.allCases.randomElement(using: &generator)!
            return .tampering(tampering, with: message, times: number, steps: steps(&generator))
        case 8: return .simulating(.uwbSilence, of: "door", steps: steps(&generator))
        case 9: return .together([Lane(steps(&generator), spot: madeLine(3)), Lane([], spot: madeLine(4))])
        case 10: return .throughout([.expecting(.ranging("trunk"))], steps: steps(&generator))
        default: return .repeat(number, steps: steps(&generator))
        }
    }

    @Test func noScenarioTrapsTheCheckAndEveryOneIsCheckedTheSameWayTwice() {
        var generator = SeededGenerator(seed: 20)
        var sound = 0
        for _ in 0..<3_000 {
            let phone = PhoneSetup(
                retry: RetryPolicy(attempts: numbers.randomElement(using: &generator)),
                rangingTimeout: spans.randomElement(using: &generator)!,
                shareable: ShareableSetup(interval: spans.randomElement(using: &generator)))
            let steps = (0..<4).map { Step(action(&generator, depth: 3), spot: madeLine($0 + 1)) }
            let scenario = Scenario(name: "made", summary: "Made", phone: phone, steps: steps, spot: madeLine(0))
            let problems = scenario.problems(on: BenchFacts(accessories: ["door"], tags: []))
            #expect(problems == scenario.problems(on: BenchFacts(accessories: ["door"], tags: [])))
            #expect(problems.map(\.spot.line) == problems.map(\.spot.line).sorted())
            sound += problems.isEmpty ? 1 : 0
            for step in steps { #expect(!step.action.description.isEmpty) }
            _ = scenario.needs
        }
        #expect(sound < 3_000)
    }
}
