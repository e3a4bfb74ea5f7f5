import Ground
import ScenarioKit
import Testing

/// Unrealistic scenarios: any file is checked without a trap and always with the same result.
@Suite struct ScenarioFuzzTests {
    private let numbers = [Int.min, -1, 0, 1, 2, 3, 100, 10_001, .max]
    private let spans = [Lapse(nanoseconds: .min), .milliseconds(-1), .zero, .seconds(1), Lapse(nanoseconds: .max)]

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
        if Bool.random(using: &generator) { return tagAction(&generator, depth: depth, number, span) }
        switch Int.random(in: 0..<(depth > 0 ? 12 : 7), using: &generator) {
        case 0: return .send(messages: [message(&generator, depth: 4)], accessory: "door", apart: span)
        case 1: return .link(act: LinkAct.everyCase.randomElement(using: &generator)!, accessory: "door", within: span)
        case 2:
            let figure = Figure.everyCase.randomElement(using: &generator)!
            return .requiring(figure, .atMost(.span(span)), percentile: number)
        case 3: return .walking(from: 5, to: Double(number), speed: Double(number), .entering("far", at: 3))
        case 4: return .expecting(Outcome.everyCase.randomElement(using: &generator)!, .exactly(number))
        case 5, 6: return Action.everyCase.randomElement(using: &generator)!
        case 7:
            let tampering = [
                Tampering.delay(span: span), .repeat(times: number), .cut(to: number), .corrupt(byte: number, xor: 1),
            ]
            .randomElement(using: &generator)!
            let message = MessageKind.allCases.randomElement(using: &generator)!
            return .tampering(tampering: tampering, message: message, times: number, steps: steps(&generator))
        case 8: return .simulating(trouble: .uwbSilence, accessory: "door", steps: steps(&generator))
        case 9: return .together(lanes: [Lane(steps(&generator), spot: madeLine(3)), Lane([], spot: madeLine(4))])
        case 10: return .throughout(checks: [.expecting(.ranging("trunk"))], steps: steps(&generator))
        default: return .repeat(times: number, steps: steps(&generator))
        }
    }

    /// Tags come and go in any order, with any figures, in any state of the phone.
    private func tagAction(_ generator: inout SeededGenerator, depth: Int, _ number: Int, _ span: Lapse) -> Action {
        let tag = (["a", "b", "c"] as [TagName]).randomElement(using: &generator)!
        let other = (["a", "b", "c"] as [TagName]).randomElement(using: &generator)!
        let outcome = Outcome.everyCase.randomElement(using: &generator)!
        switch Int.random(in: 0..<(depth > 0 ? 12 : 10), using: &generator) {
        case 0: return .present(tag: tag, within: span)
        case 1: return .remove(tag: tag, within: span)
        case 2: return .swap(tag: tag, other: other, within: span)
        case 3: return .tearAway(tag: tag, answers: number, within: span)
        case 4: return .hold(tag: tag, span: span, checks: [.expecting(outcome)])
        case 5:
            let checks = (0..<3).map { line in
                TagExpectation(TagCheck.everyCase.randomElement(using: &generator)!, spot: madeLine(line))
            }
            return .inspect(
                tag: tag, within: span, checks: checks + [TagExpectation(.records(count: number), spot: madeLine(4))])
        case 6: return .openNotification(within: span)
        case 7: return .system(act: SystemAct.everyCase.randomElement(using: &generator)!)
        case 8: return .tap(tag: tag, within: span, checks: [.expecting(outcome, .exactly(number))])
        case 9: return .requiring(.readCommands, .atMost(.count(number)), percentile: number)
        case 10:
            let steps = [Step(action(&generator, depth: depth - 1), spot: madeLine(20))]
            return .simulatingReader(trouble: ReaderFailure.allCases.randomElement(using: &generator)!, steps: steps)
        default: return .repeat(times: 2, steps: [Step(action(&generator, depth: depth - 1), spot: madeLine(21))])
        }
    }

    @Test func noScenarioTrapsTheCheckAndEveryOneIsCheckedTheSameWayTwice() {
        var generator = SeededGenerator(seed: 20)
        var sound = 0
        for _ in 0..<3_000 {
            let phone = PhoneSetup(
                retry: RetryPolicy(attempts: numbers.randomElement(using: &generator)),
                rangingTimeout: spans.randomElement(using: &generator)!,
                shareable: ShareableSetup(interval: spans.randomElement(using: &generator)),
                tags: TagSetup(
                    model: PhoneModel.allCases.randomElement(using: &generator)!,
                    answer: Bool.random(using: &generator)
                        ? .ignores : .opens(after: spans.randomElement(using: &generator)!),
                    startsLocked: Bool.random(using: &generator),
                    startsWithDisplayOff: Bool.random(using: &generator)))
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
