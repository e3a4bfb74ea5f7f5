import Diagnosis
import Ground
import Simulators
import Testing

@Suite struct DiagnosisTests {
    @Test("a defect that fails as learnt ranks first, with all the evidence for it and none against it")
    func known() throws {
        for defect in SmallZoo.defects {
            let suite = SmallZoo.suite(of: defect)
            let diagnosis = SmallZoo.diagnosis(of: suite)
            let first = try #require(diagnosis.candidates.first)
            #expect(first.defect == defect && first.place == 1 && !diagnosis.isOfTwo)
            #expect(first.evidence.explained.count == SmallZoo.failures[defect]?.count)
            #expect(first.evidence.explained.count + first.evidence.agreeingPasses == 4)
            #expect(first.evidence.unexplained + first.evidence.otherwise == [] && first.evidence.missed == [])
        }
    }

    @Test("evidence against a rival is listed by scenario: failed without cause, failed otherwise, or did not fail")
    func against() throws {
        let diagnosis = SmallZoo.diagnosis(of: SmallZoo.suite(of: .saysItStarts))
        let rival = try #require(diagnosis.candidates.first { $0.defect == .neverStarts })
        #expect(rival.evidence.explained.map(\.scenario) == ["stops"])
        #expect(rival.evidence.otherwise.map(\.sign) == ["session.rangesNot"])
        let stop = SmallZoo.diagnosis(of: SmallZoo.suite(of: .ignoresStop))
        let missing = try #require(stop.candidates.first { $0.defect == .blocksOnStop })
        #expect(missing.evidence.missed == ["tells"])
        let two = SmallZoo.diagnosis(of: SmallZoo.suite(of: .saysItStarts, .blocksOnStop))
        let first = try #require(two.candidates.first { $0.defect == .saysItStarts })
        #expect(first.evidence.unexplained.map(\.scenario) == ["tells"])
    }

    @Test("a pass of a scenario that was learnt with several defective accessories contradicts nothing")
    func oneOfSeveral() throws {
        let seen = SmallZoo.suite(of: .ignoresStop)
        for (several, missed) in [([], ["tells"]), (["tells"], [])] as [(Set<String>, [String])] {
            let knowledge = SmallZoo.learnt(several: several)
            let diagnosis = Diagnosis(of: SuitePattern(seen), by: knowledge)
            let rival = try #require(diagnosis.candidates.first { $0.defect == .blocksOnStop })
            #expect(rival.evidence.missed == missed && rival.evidence.agreeingPasses == 2)
            #expect(Knowledge(text: knowledge.text)?.text == knowledge.text)
        }
        #expect(Knowledge.shipped.text.contains("\nseveral "))
    }

    @Test("part of a suite names no defect that it cannot identify, and lists the scenarios that would")
    func partial() {
        let diagnosis = SmallZoo.diagnosis(of: SmallZoo.suite(of: .neverStarts, scenarios: ["connects", "stops"]))
        #expect(diagnosis.candidates.filter { $0.place == 1 }.map(\.defect) == [.neverStarts, .saysItStarts])
        #expect(diagnosis.tellingApart == ["ranges"])
        let stop = SmallZoo.diagnosis(of: SmallZoo.suite(of: .ignoresStop, scenarios: ["stops"]))
        #expect(stop.candidates.filter { $0.place == 1 }.map(\.defect) == [.ignoresStop, .blocksOnStop])
        #expect(stop.tellingApart == ["tells"])
    }

    @Test("two defects at once are both named, side by side")
    func pairs() {
        let diagnosis = SmallZoo.diagnosis(of: SmallZoo.suite(of: .saysItStarts, .blocksOnStop))
        #expect(Set(diagnosis.named.prefix(2)) == [.saysItStarts, .blocksOnStop])
        #expect(diagnosis.isOfTwo)
        #expect(diagnosis.candidates.prefix(2).map(\.isBesideFirst) == [false, true])
    }

    @Test("nothing is named without a failure, without a verdict on the accessory, or for scenarios outside the zoo")
    func nothing() {
        #expect(SmallZoo.diagnosis(of: SmallZoo.suite()).word == "nothingFailed")
        #expect(SmallZoo.diagnosis(of: []).word == "nothingPlayed")
        let errors = SmallZoo.scenarios.map { Observation($0, .silent) }
        #expect(SmallZoo.diagnosis(of: errors).word == "nothingPlayed")
        #expect(SmallZoo.diagnosis(of: errors).pattern.silentRuns == 4)
        let strange = [Observation("ours", .failed("session.neverStarted")), Observation("connects", .passed)]
        let diagnosis = SmallZoo.diagnosis(of: strange)
        #expect(diagnosis.word == "nothingKnown" && diagnosis.knownScenarios == 1 && diagnosis.knownFailed == 0)
    }

    @Test("runs in which the rig was at fault change nothing")
    func rigErrors() {
        let suite = SmallZoo.suite(of: .blocksOnStop)
        let (plain, mixed) = (
            SmallZoo.diagnosis(of: suite),
            SmallZoo.diagnosis(of: suite.flatMap { [$0, Observation($0.scenario, .silent)] })
        )
        #expect(plain.named == mixed.named && plain.candidates.map(\.evidence) == mixed.candidates.map(\.evidence))
    }

    @Test("a suite counts as one witness, however often it is played", arguments: SmallZoo.defects)
    func repeated(_ defect: Defect) {
        let suite = SmallZoo.suite(of: defect)
        let often = SmallZoo.diagnosis(of: Array(repeating: suite, count: 100).flatMap(\.self))
        #expect(often.named == SmallZoo.diagnosis(of: suite).named)
    }

    @Test("an intermittent failure still counts for the defect that causes it")
    func flaky() {
        let runs = SmallZoo.suite(of: .neverStarts) + SmallZoo.suite(of: .neverStarts) + SmallZoo.suite()
        #expect(SmallZoo.diagnosis(of: runs).named.first == .neverStarts)
    }
}
