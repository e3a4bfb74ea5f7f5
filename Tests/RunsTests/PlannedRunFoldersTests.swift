import Evidence
import Ground
import Journal
import OperatingSystem
import Reports
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import TestSupport
import Testing

/// The tally of a plan after the program that played it was lost.
@Suite struct LeftRunsTests {
    /// Creates a folder for the evidence of four runs that are not played.
    private static func folder() throws -> (Scratch, EvidenceFolder, RunPlan) {
        let scratch = try Scratch()
        let provenance = Provenance(
            program: "test", host: "here", system: "none", date: "2026-11-22T00:00:00Z", rig: "simulated",
            kind: "simulated", parts: [], overrides: [])
        let folder = try EvidenceFolder(
            in: scratch("a"), options: TraceKeeping(reserve: ByteCount(bytes: 0)), of: "run", with: provenance)
        let rig = Rig.simulated
        let plan = RunPlan(
            scenarios: [.named("tagOpensApp")], rig: rig, firstSeed: 1, seeds: 4, rounds: 1,
            coverage: RunCoverage(scenarios: 1),
            facts: BenchFacts(accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name)))
        return (scratch, folder, plan)
    }

    private static func play(_ plan: RunPlan, _ index: Int, in folder: EvidenceFolder) throws {
        let run = plan.run(at: index)
        let kept = try folder.begin(run: index + 1, of: run.scenario.name, seed: run.seed, isLive: false)
        let summary = run.play(
            recorder: JournalRecorder(watchers: [kept.receive], keepsEntries: false), evidence: kept,
            warn: { _ in })
        #expect(kept.settle(summary).trouble == nil)
    }

    @Test("runs with a verdict keep it, the one in the middle is an error, and those after it are aborted")
    func tally() throws {
        let (scratch, folder, plan) = try Self.folder()
        for index in 0..<2 { try Self.play(plan, index, in: folder) }
        _ = try folder.begin(run: 3, of: "tagOpensApp", seed: 3, isLive: false)
        let verdict = scratch("a/002-tagOpensApp-seed2/verdict.json")
        let document = try #require(Scratch.text(of: verdict))
        try Scratch.write(document.replacing("\"passed\"", with: "\"failed\""), to: verdict)
        let summaries = PlannedRunFolders(of: plan, in: scratch("a")).tally(because: "it was killed").summaries
        #expect(summaries.map(\.verdict) == [.passed, .error, .error, .aborted], "one of them contradicts itself")
        #expect(summaries.map(\.seed) == [1, 2, 3, 4])
    }

    @Test("a verdict that was taken back counts as none, and stays in its folder by another name")
    func distrusted() throws {
        let (scratch, folder, plan) = try Self.folder()
        for index in 0..<2 { try Self.play(plan, index, in: folder) }
        EvidenceFolder.distrustRuns(in: scratch("a"))
        let tally = PlannedRunFolders(of: plan, in: scratch("a")).tally(because: "its clock was wrong")
        #expect(tally.summaries.map(\.verdict) == [.error, .error, .aborted, .aborted])
        #expect(tally.summaries[0].errorCode == "run.lost")
        let names = Scratch.names(in: scratch("a/001-tagOpensApp-seed1")) ?? []
        #expect(names.contains(EvidenceFolder.distrustedName) && !names.contains("verdict.json"), "\(names)")
        let left = try RunRecordList(in: [scratch("a")])
        #expect(left.records.isEmpty && left.unended == 2)
    }
}
