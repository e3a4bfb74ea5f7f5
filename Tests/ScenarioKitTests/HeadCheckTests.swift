import ScenarioKit
import Testing

@Suite struct HeadCheckTests {
    private func made(
        suite: ScenarioSuite? = nil, tags: [ScenarioTag] = [], covers: [Reference] = [], _ actions: Action...
    ) -> Scenario {
        let steps = ([.connecting] + actions).enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(
            name: "made", summary: "Made", suite: suite, tags: tags, covers: covers, phone: .standard, steps: steps,
            spot: madeLine(0))
    }

    @Test func aScenarioOfASuiteSaysWhatItCovers() {
        expect(made(suite: .conformance), says: "must say what it covers: covers: [.complaint(.f8)]", line: 0)
        expectSound(
            made(suite: .conformance, covers: [.complaint(.f1), .complaint(.f39), .rule(.configurationValidity)]))
        expect(made(covers: [.unknown("F40")]), says: "no complaint and no rule F40: did you mean F", line: 0)
        expect(made(covers: [.unknown("")]), says: "the fact sheets have no complaint and no rule", line: 0)
        expect(made(covers: [.complaint(.f8), .complaint(.f8)]), says: "F8 is covered twice", line: 0)
    }

    @Test func tagsSayWhatTheStepsDo() {
        let place = Action.place(accessory: "door", at: .metres(1))
        let cycle = Action.power(change: .cycle, accessory: "door", within: .seconds(9))
        let lose = Action.simulate(trouble: .linkLoss, accessory: "door")
        for (tag, action) in [(ScenarioTag.needsMotion, place), (.needsPowerSwitch, cycle), (.needsAir, lose)] {
            expect(made(tags: [tag]), says: "no step makes the scenario \(tag): omit the tag", line: 0)
            expect(
                made(suite: .conformance, covers: [.complaint(.f1)], action),
                says: "a step makes the scenario \(tag): add the tag", line: 0)
            expectSound(made(suite: .conformance, tags: [tag], covers: [.complaint(.f1)], action))
            // Outside suites, scenarios are not selected by tag.
            expectSound(made(action))
        }
    }

    @Test func tagsDoNotContradictEachOther() {
        expect(made(tags: [.quick, .long]), says: "quick or long, not both", line: 0)
        expect(made(tags: [.quick, .pairing, .quick]), says: "tagged quick twice", line: 0)
        expectSound(made(tags: [.long, .robustness, .pairing, .background]))
    }
}
