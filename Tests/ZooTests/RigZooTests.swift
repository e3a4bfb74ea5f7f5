import Engine
import Ground
import Journal
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing
import Zoo

@Suite("The rig's own faults") struct RigZooTests {
    /// The plan on a sound rig with a scenario of each family, played once for all tests: it is the same for every
    /// fault.
    private static let plan = RigPlan(
        scenarios: RigPlan.families.map { .named($0.name) }, faults: [], on: .simulated, seed: 1)

    private func matrix(_ names: [String], _ faults: [BenchFault]) -> RigMatrix {
        let plan = RigPlan(scenarios: names.map { .named($0) }, faults: faults, on: .simulated, seed: 1)
        return plan.matrix(of: (0..<plan.count).map { plan.play(at: $0) })
    }

    @Test("Every fault keeps its promise with a scenario of each family", arguments: BenchFault.allCases)
    func keepsItsPromise(_ fault: BenchFault) {
        let plan = Self.plan.with([fault])
        let results = (0..<plan.count).map { plan.play(at: $0) }
        for result in results {
            #expect(
                !result.isBroken,
                "\(result.scenario): \(result.mark), \(result.worst.summary.reason ?? result.worst.missing ?? "")")
        }
        #expect(plan.matrix(of: results).isComplete)
    }

    @Test("There are thirty faults and more that must be named, in every part of a bench")
    func count() {
        let named = BenchFault.allCases.filter(\.facts.isToBeNamed)
        #expect(named.count >= 30)
        #expect(Set(named.map(\.facts.part)) == Set(BenchPart.allCases))
        for fault in BenchFault.allCases {
            let (facts, codes) = (fault.facts, fault.facts.codes)
            #expect(codes.allSatisfy { FailureCode.entry(of: $0) != nil }, "\(fault)")
            #expect(facts.isToBeNamed ? !codes.isEmpty && facts.excuse == nil : facts.excuse != nil, "\(fault)")
        }
    }

    @Test("A part that a scenario does not use leaves it passed, and no moment touches it")
    func notConcerned() {
        let matrix = matrix(
            ["tagOpensApp", "silentUntilAsked"], [.kitUnplugged, .consoleUnplugged, .adapterUnplugged, .readerSilent])
        #expect(
            matrix.rows.map { $0.map(\.mark) } == [
                [.passed, .passed], [.passed, .passed], [.passed, .named], [.named, .passed],
            ])
        // No scenario here involves the kit or the console.
        #expect(matrix.unnamed == [.kitUnplugged, .consoleUnplugged] && !matrix.isComplete && matrix.broken.isEmpty)
    }

    @Test("A sound rig names no fault, and each family's scenario finds the accessory's or tag's fault")
    func soundRig() {
        let matrix = Self.plan.matrix(of: [])
        #expect(matrix.sound.allSatisfy { $0.verdict == .passed } && matrix.alarms.isEmpty)
        #expect(matrix.probes.allSatisfy { $0 > 0 }, "\(matrix.probes)")
        #expect(!matrix.isComplete, "nothing was played")
    }

    @Test("An accessory's defect on a sound rig is no fault of the rig, and its scenario is not taken for sound")
    func sickAccessory() throws {
        let rig = try Rig.simulated.replacing("door=simulated:defect=neverStarts,name=Door")
        let plan = RigPlan(
            scenarios: [.named("configurationExchange")], faults: [.kitHangs], on: rig, seed: 1)
        let matrix = plan.matrix(of: [plan.play(at: 0)])
        #expect(matrix.sound[0].verdict == .failed && matrix.sound[0].errorCode == nil)
        #expect(matrix.alarms.count == 1 && matrix.rows[0][0].mark == .skipped && !matrix.isComplete)
    }

    @Test("One seed gives one document and one text, in any order of the runs")
    func deterministic() throws {
        let plan = RigPlan(
            scenarios: [.named("silentUntilAsked"), .named("textAlone")],
            faults: [.adapterStuck, .readerHot, .diskFull],
            on: .simulated, seed: 4)
        let first = plan.matrix(of: (0..<plan.count).map { plan.play(at: $0) })
        let second = plan.matrix(of: (0..<plan.count).reversed().map { plan.play(at: $0) }.reversed())
        #expect(first.text == second.text)
        #expect(first.report(seed: 4).json == second.report(seed: 4).json)
    }

    @Test("No line of the matrix or of the list is wider than 80 columns")
    func width() {
        let faults: [BenchFault] = [.kitGarbles, .consoleMute, .powerSwitchLies, .stageSlow]
        let text = matrix(["quietConsole", "powerCycle"], faults).text
        for line in (text + RigFaultList.text).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let verdict = [
            "3 of 3 faults named, 1 survived; the accessory blamed 0 times,",
            "passed on lost evidence 0 times, named wrongly 0 times",
        ]
        #expect(text.hasSuffix("\n\n" + verdict.joined(separator: "\n") + "\n"), "\(text)")
        for fault in BenchFault.allCases { #expect(RigFaultList.text.contains("\n  \(fault.rawValue): ")) }
        for fault in HiddenFault.allCases { #expect(RigFaultList.text.contains("\n  \(fault.rawValue): ")) }
    }
}
