import Evidence
import Journal
import OperatingSystem
public import Reports
import ScenarioKit

/// The contents of an output folder of a plan's runs after the program that played them was lost.
public struct PlannedRunFolders {
    private let plan: RunPlan
    private let folder: String

    public init(of plan: RunPlan, in folder: String) {
        self.plan = plan
        self.folder = folder
    }

    /// Returns every run of the plan: those with a verdict unchanged, the run in progress as an error, and the later
    /// ones as aborted.
    public func tally(because reason: String) -> RunTally {
        var tally = RunTally()
        tally.coverage = plan.coverage
        for index in 0..<plan.count {
            let run = plan.run(at: index)
            let path = "\(folder)/\(EvidenceFolder.name(of: index + 1, of: run.scenario.name, seed: run.seed))"
            if let summary = summary(in: path, of: run) {
                tally.count(summary)
            } else if Files.kind(of: path) != nil {
                tally.count(run.summary(RunError("run.lost", "it did not end: \(reason)")))
            } else {
                tally.count(run.summary(.aborted, reason: "not played: \(reason)"))
            }
        }
        return tally
    }

    /// Returns every run of the plan after the program ended: those with a verdict unchanged, and the others as the
    /// program reported them at its end. `shown` is the folder's name for the user; nil if it is not kept.
    func told(shownAs shown: String?) throws(CommandError) -> RunTally {
        let unkept = try SuiteRecord.summaries(in: folder)
        var tally = RunTally()
        tally.coverage = plan.coverage
        for index in 0..<plan.count {
            let run = plan.run(at: index)
            let name = EvidenceFolder.name(of: index + 1, of: run.scenario.name, seed: run.seed)
            let path = "\(folder)/\(name)"
            let files = ["trace.pcapng", "verdict.json", "journal.jsonl"]
                .filter { Files.kind(of: "\(path)/\($0)") != nil }
            let evidence = shown.map { shown in files.map { "\(shown)/\(name)/\($0)" } } ?? []
            let lost = RunError("run.lost", "there is neither a verdict nor a record of it")
            let hadRigFault = !(RunFolder(path).record?.faults.entries.isEmpty ?? true)
            tally.count(
                unkept[index + 1] ?? summary(in: path, of: run) ?? run.summary(lost), evidence: evidence,
                hadRigFault: hadRigFault)
        }
        return tally
    }

    /// Returns the run's summary if its verdict and the end of its journal agree; nil if it has none.
    private func summary(in path: String, of run: BenchRun) -> RunSummary? {
        let left = RunFolder(path)
        switch left.ending {
        case .unended: return nil
        case .unusable(let error): return run.summary(error)
        case .told(let summary):
            if let problem = left.sealProblems.first {
                return run.summary(RunError("evidence.contradicts", "\(problem)"))
            }
            guard summary.scenario == run.scenario.name, summary.seed == run.seed else {
                return run.summary(
                    RunError("evidence.contradicts", "its verdict is of \(summary.scenario), seed \(summary.seed)"))
            }
            return summary
        }
    }
}
