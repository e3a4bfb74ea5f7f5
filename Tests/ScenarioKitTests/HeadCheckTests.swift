import ScenarioKit
import Testing

@Suite struct HeadCheckTests {
    private func made(
        suite: ScenarioSuite? = nil, tags: [ScenarioTag] = [], covers: [Coverage] = [], _ actions: Action...
    ) -> Scenario {
        let steps = ([.connecting] + actions).enumerated().map { Step($0.element, spot: madeLine($0.offset + 1)) }
        return Scenario(
            name: "made", summary: "Made", suite: suite, tags: tags, covers: covers, phone: .standard, steps: steps,
            spot: madeLine(0))
    }

    @Test func aScenarioOfASuiteSaysWhatItCovers() {
        expect(made(suite: .conformance), says: "says what it covers: covers: [.complaint(8)]", line: 0)
        expectSound(made(suite: .conformance, covers: [.complaint(1), .complaint(39), .rule("3.3")]))
        expect(made(covers: [.complaint(0)]), says: "there is no complaint 0: they run from 1 to 39", line: 0)
        expect(made(covers: [.complaint(40)]), says: "there is no complaint 40", line: 0)
        expect(made(covers: [.rule(" ")]), says: "a rule is named by its section", line: 0)
        expect(made(covers: [.complaint(8), .complaint(8)]), says: "F8 is covered twice", line: 0)
    }

    @Test func tagsSayWhatTheStepsDo() {
        let place = Action.place("door", at: .metres(1))
        let cycle = Action.power(.cycle, "door", within: .seconds(9))
        let lose = Action.simulate(.linkLoss, of: "door")
        for (tag, action) in [(ScenarioTag.needsMotion, place), (.needsPowerSwitch, cycle), (.simulatorOnly, lose)] {
            expect(made(tags: [tag]), says: "no step makes the scenario \(tag): leave the tag away", line: 0)
            expect(
                made(suite: .conformance, covers: [.complaint(1)], action),
                says: "a step makes the scenario \(tag): tag it so", line: 0)
            expectSound(made(suite: .conformance, tags: [tag], covers: [.complaint(1)], action))
            // Outside of suites nobody picks by tag.
            expectSound(made(action))
        }
    }

    @Test func tagsDoNotContradictEachOther() {
        expect(made(tags: [.quick, .long]), says: "quick or long, not both", line: 0)
        expect(made(tags: [.quick, .pairing, .quick]), says: "tagged quick twice", line: 0)
        expectSound(made(tags: [.long, .robustness, .pairing, .background]))
    }
}
